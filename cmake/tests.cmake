# One executable per kind of test, made of all files of its folder; a new file needs no edit here.
enable_testing()
find_package(GTest REQUIRED)

# Tests can run the command by the environment variable MAZURKA.
function(mazurka_register_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  if(TARGET mazurka)
    set_property(TEST ${name} PROPERTY ENVIRONMENT "MAZURKA=$<TARGET_FILE:mazurka>")
  endif()
endfunction()

# mazurka_tests(NAME PATTERN...): headers are included from src/ and from tests/. A file may define
# its own main; the one of gtest_main is a library member that is linked only if none does.
function(mazurka_tests name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ARGN})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE mazurka_cli GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE MAZURKA_TEST_ROOT="${CMAKE_SOURCE_DIR}")
  mazurka_register_test(${name} ${name})
endfunction()

mazurka_tests(unit_tests tests/unit/*.cpp)
mazurka_tests(contract_tests tests/contract/*.cpp)
mazurka_tests(litmus_tests tests/litmus/*.cpp)
mazurka_tests(property_tests tests/property/*.cpp)

file(GLOB golden CONFIGURE_DEPENDS tests/golden/run)
if(golden AND TARGET mazurka)
  mazurka_register_test(golden ${golden})
endif()

if(TARGET mazurka_native)
  mazurka_register_test(native ${CMAKE_SOURCE_DIR}/tests/native/run $<TARGET_FILE:mazurka_native>)
endif()
