# One executable per kind of test, made of all files of its folder; a new file needs no edit here.
enable_testing()
find_package(GTest REQUIRED)

# The longest tests start first, so that no processor is idle at the end. Among these, `native` is
# the last one, because it uses all processors itself.
set(cost_of_workers 100)
set(cost_of_golden 90)
set(cost_of_native_drop_in 80)
set(cost_of_property_tests 70)
set(cost_of_unit_tests 60)
set(cost_of_native_sanitized 50)
set(cost_of_native 40)
set(cost_of_cluster 75)
set(cost_of_cluster_tests 74)

# Registers a test. The environment variable MAZURKA names the command for it.
function(mazurka_register_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  if(DEFINED cost_of_${name})
    set_property(TEST ${name} PROPERTY COST ${cost_of_${name}})
  endif()
  if(TARGET mazurka)
    set_property(TEST ${name} PROPERTY ENVIRONMENT "MAZURKA=$<TARGET_FILE:mazurka>")
  endif()
endfunction()

# mazurka_tests(NAME PATTERN...): headers are included from src/ and from tests/. A file may define
# its own main; the one of gtest_main is a library member that is linked only if none does.
function(mazurka_tests name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ARGN})
  list(FILTER sources EXCLUDE REGEX "/tests/unit/api/")  # see below
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE mazurka_cli GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE MAZURKA_TEST_ROOT="${CMAKE_SOURCE_DIR}")
  # Most of what is compiled for a test file is GoogleTest and the standard library.
  list(LENGTH sources count)
  if(count GREATER 10)
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h>)
  endif()
  if(MAZURKA_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${name} PRIVATE -Wno-shadow)  # of names in another file
  endif()
  # Mutation tests need many programs, and show nothing more with sanitizers. Neither do tests of the
  # generator of random programs: it is not compiled for speed, and no user runs it.
  set(arguments "")
  if(name STREQUAL "property_tests" AND MAZURKA_SANITIZE)
    set(arguments --gtest_filter=-Switched/*:LeftOut/*:Rows/*:RandomProgram.*:Shrink.*:PublishedCampaign.*)
  elseif(name STREQUAL "unit_tests" AND MAZURKA_SANITIZE)
    set(arguments --gtest_filter=-TraceKeyBits.*)  # statistics
  elseif(name STREQUAL "cluster_tests" AND MAZURKA_SANITIZE)
    set(arguments --gtest_filter=-*Mutations*:ClusterMode*)
  endif()
  mazurka_register_test(${name} ${name} ${arguments})
endfunction()

mazurka_tests(unit_tests tests/unit/*.cpp)
mazurka_tests(contract_tests tests/contract/*.cpp)
mazurka_tests(litmus_tests tests/litmus/*.cpp)
mazurka_tests(property_tests tests/property/*.cpp)
# Explorations whose store is in Redis; the tests start the servers.
if(HIREDIS_INCLUDE AND HIREDIS_LIBRARY)
  mazurka_tests(cluster_tests tests/cluster/*.cpp)
endif()
# These tests spend most of their time in the layers, so their own code need not be fast.
foreach(name unit_tests contract_tests litmus_tests)
  target_compile_options(${name} PRIVATE -O0)
endforeach()
if(MAZURKA_SANITIZE)
  target_compile_options(property_tests PRIVATE -O0)
else()
  target_compile_options(property_tests PRIVATE -O1)
endif()

# Tests of the API as users see it: only include/, in C and C++. They also run with ThreadSanitizer,
# which needs address space randomisation to be off.
enable_language(C)
function(mazurka_api_tests name)
  file(GLOB sources CONFIGURE_DEPENDS tests/unit/api/*.cpp tests/unit/api/*.c)
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
  target_include_directories(${name} PRIVATE include tests)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
endfunction()

mazurka_api_tests(api_tests)
mazurka_register_test(api_tests api_tests)
find_program(SETARCH setarch)
mark_as_advanced(SETARCH)
if(SETARCH AND NOT MAZURKA_SANITIZE)
  mazurka_api_tests(api_tests_tsan)
  target_compile_options(api_tests_tsan PRIVATE -fsanitize=thread)
  target_link_options(api_tests_tsan PRIVATE -fsanitize=thread)
  mazurka_register_test(api_tests_tsan ${SETARCH} -R $<TARGET_FILE:api_tests_tsan>)
endif()

file(GLOB golden CONFIGURE_DEPENDS tests/golden/run)
if(golden AND TARGET mazurka)
  if(MAZURKA_SANITIZE)
    mazurka_register_test(golden ${golden} --models)
  else()
    mazurka_register_test(golden ${golden})
    mazurka_register_test(docs ${CMAKE_SOURCE_DIR}/tools/check_docs)
    # Only that the table and the programs fit together: checking the libraries is done by hand.
    mazurka_register_test(real_code_table ${CMAKE_SOURCE_DIR}/bench/real_code/run --verify)
  endif()
endif()

# Explorations by several processes.
if(TARGET mazurka AND NOT MAZURKA_SANITIZE)
  mazurka_register_test(workers ${CMAKE_SOURCE_DIR}/tests/workers/run)
endif()

# Explorations by several machines, whose store is in Redis.
if(TARGET mazurka AND TARGET cluster_tests AND NOT MAZURKA_SANITIZE)
  mazurka_register_test(cluster ${CMAKE_SOURCE_DIR}/tests/cluster/run)
endif()

# Tests of the HTML page in a browser.
if(TARGET mazurka AND NOT MAZURKA_SANITIZE)
  mazurka_register_test(html ${CMAKE_SOURCE_DIR}/tests/html/run)
endif()

# mazurka_tests_in_runtime(NAME PATTERN...): adds a runtime that runs tests instead of the command
# line, in the folder NAME, and the test NAME, which tests/native/…/run runs.
function(mazurka_tests_in_runtime name)
  file(GLOB sources CONFIGURE_DEPENDS ${ARGN})
  mazurka_runtime(mazurka_${name} ${sources} tests/native/in_runtime.cpp)
  target_include_directories(mazurka_${name} PRIVATE tests)
  target_link_libraries(mazurka_${name} PRIVATE GTest::gtest)
  set_target_properties(mazurka_${name} PROPERTIES
    OUTPUT_NAME mazurka_native LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${name})
  string(REPLACE native_ "" folder ${name})
  mazurka_register_test(${name} ${CMAKE_SOURCE_DIR}/tests/native/${folder}/run
                        ${CMAKE_BINARY_DIR}/${name})
endfunction()

if(TARGET mazurka_native AND NOT MAZURKA_SANITIZE)
  mazurka_register_test(native ${CMAKE_SOURCE_DIR}/tests/native/run --sample)
  # Random programs as models and compiled; more of them: property_tests --native gcc --programs N.
  mazurka_register_test(native_random_c property_tests --native gcc --dialect c --programs 2)
  mazurka_register_test(native_random_cpp property_tests --native gcc --dialect c++ --programs 1)
  # Programs that send and receive messages, compiled by clang, too, where it is installed.
  find_program(CLANG clang)
  mark_as_advanced(CLANG)
  if(CLANG)
    foreach(shape mailboxes fifo_mailboxes procedures)
      mazurka_register_test(native_random_clang_${shape} property_tests --native clang --dialect c
                            --shape ${shape} --seed 70 --programs 3)
    endforeach()
  endif()
  # Random programs with MAZURKA_GUARD_MEMORY=1, which detects errors in the checker's own memory.
  mazurka_register_test(native_random_guarded property_tests --native gcc --dialect c++ --seed 50
                        --programs 1)
  set_property(TEST native_random_guarded APPEND PROPERTY ENVIRONMENT "MAZURKA_GUARD_MEMORY=1")
  # Random programs with loops that wait; more of them: tests/native/spins/run --programs=N.
  mazurka_register_test(native_spins ${CMAKE_SOURCE_DIR}/tests/native/spins/run --programs=6 --seed=3)
  # Programs in the form of SV-COMP's pthread-wmm; all 32 of them: tests/native/wmm/run.
  mazurka_register_test(native_wmm ${CMAKE_SOURCE_DIR}/tests/native/wmm/run --programs=8)
  # The contract tests, run inside the runtime.
  mazurka_tests_in_runtime(native_contract tests/native/contract/*.cpp
                           tests/contract/program_contract.cpp)
  # Unit tests of parts of the runtime that work only inside it.
  mazurka_tests_in_runtime(native_unit tests/native/unit/*.cpp)
  # Keys of traces and learned facts, compared between processes.
  mazurka_tests_in_runtime(native_keys tests/native/keys/*.cpp)
  # Builds an external project, tests an installation, and tests interrupts.
  mazurka_register_test(native_drop_in ${CMAKE_SOURCE_DIR}/tests/native/drop_in/run)
  # Checks end and report, whatever the program does and whoever stops them.
  mazurka_register_test(native_ends ${CMAKE_SOURCE_DIR}/tests/native/ends/run)
  # Names and lines in reports, with each format of debug information.
  mazurka_register_test(native_debug_info ${CMAKE_SOURCE_DIR}/tests/native/debug_info/run)
  # Tests that compilers call a hook directly before each memory access.
  mazurka_register_test(native_hooks ${CMAKE_SOURCE_DIR}/tests/native/hooks/run)
endif()

# Tests of the runtime and the checker with sanitizers: deliberate errors are detected, and random
# and other programs reveal none. See CONTRIBUTING.md.
if(TARGET mazurka_native AND MAZURKA_SANITIZE)
  set(only_address --only-address)
  if(MAZURKA_SANITIZE MATCHES "undefined")
    set(only_address "")
  endif()
  mazurka_register_test(native_sanitizer ${CMAKE_SOURCE_DIR}/tests/native/sanitizer/run
                        ${CMAKE_BINARY_DIR}/native ${only_address})
  mazurka_register_test(native_sanitized ${CMAKE_SOURCE_DIR}/tests/native/run --compiler=gcc
                        barrier condition_lost_wakeup crash double_free exit_in_thread handler_quit
                        keys watchdog rwlock_commute spin_loop stack_overflow standard_library)
  mazurka_register_test(native_random_sanitized property_tests --native gcc --dialect c++ --seed 60
                        --programs 1)
  set_property(TEST native_sanitized native_random_sanitized APPEND PROPERTY
               ENVIRONMENT "MAZURKA_RUNTIME=${CMAKE_BINARY_DIR}/native")
endif()
