# One executable per kind of test, made of all files of its folder; a new file needs no edit here.
enable_testing()
find_package(GTest REQUIRED)

# The longest tests start first, so that no processor waits for them in the end; `native` is the last
# of these, since it uses all processors by itself.
set(cost_of_golden 90)
set(cost_of_native_drop_in 80)
set(cost_of_property_tests 70)
set(cost_of_unit_tests 60)
set(cost_of_native_sanitized 50)
set(cost_of_native 40)

# Tests can run the command by the environment variable MAZURKA.
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
  # Most of a test file is GoogleTest. (Their names are not unique, so that they are not compiled
  # together.)
  if(name STREQUAL "unit_tests" OR name STREQUAL "property_tests")
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h>)
  else()
    target_precompile_headers(${name} REUSE_FROM unit_tests)
  endif()
  # Mutation tests need many programs, and show nothing more with sanitizers.
  set(arguments "")
  if(name STREQUAL "property_tests" AND MAZURKA_SANITIZE)
    set(arguments --gtest_filter=-Switched/*:LeftOut/*:Rows/*)
  endif()
  mazurka_register_test(${name} ${name} ${arguments})
endfunction()

mazurka_tests(unit_tests tests/unit/*.cpp)
mazurka_tests(contract_tests tests/contract/*.cpp)
mazurka_tests(litmus_tests tests/litmus/*.cpp)
mazurka_tests(property_tests tests/property/*.cpp)
# Most of their time is spent in the layers: what they do themselves need not be fast.
foreach(name unit_tests contract_tests litmus_tests)
  target_compile_options(${name} PRIVATE -O0)
endforeach()
if(MAZURKA_SANITIZE)
  target_compile_options(property_tests PRIVATE -O0)
else()
  target_compile_options(property_tests PRIVATE -O1)
endif()

# The API as its users have it: include/ and nothing else, in C and C++; also under ThreadSanitizer,
# which needs unrandomised addresses.
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
  endif()
endif()

# The HTML page in a browser.
if(TARGET mazurka AND NOT MAZURKA_SANITIZE)
  mazurka_register_test(html ${CMAKE_SOURCE_DIR}/tests/html/run)
endif()

# mazurka_tests_in_runtime(NAME PATTERN...): a runtime that runs tests instead of the command line,
# in the folder NAME, and the test NAME, which is run by tests/native/…/run.
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
  # The same with the checker's memory under guard.
  mazurka_register_test(native_random_guarded property_tests --native gcc --dialect c++ --seed 50
                        --programs 1)
  set_property(TEST native_random_guarded APPEND PROPERTY ENVIRONMENT "MAZURKA_GUARD_MEMORY=1")
  # The contract's tests in the place of the command line.
  mazurka_tests_in_runtime(native_contract tests/native/contract/*.cpp
                           tests/contract/program_contract.cpp)
  # Parts of the runtime, for which there is no room outside of it.
  mazurka_tests_in_runtime(native_unit tests/native/unit/*.cpp)
  # A project of others, an installation, interrupts.
  mazurka_register_test(native_drop_in ${CMAKE_SOURCE_DIR}/tests/native/drop_in/run)
  # Are all accesses announced, at once before they happen?
  mazurka_register_test(native_hooks ${CMAKE_SOURCE_DIR}/tests/native/hooks/run)
endif()

# The runtime and the checker in it with sanitizers: mistakes are noticed, and random programs and
# some others show none. More: CONTRIBUTING.md.
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
