# tests/fuzz/NAME.cpp becomes the libFuzzer executable fuzzers/NAME in the build folder. Its seeds
# are the files in tests/fuzz/corpus/NAME.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "libFuzzer needs clang: use the preset 'sanitize'")
endif()

file(GLOB sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  target_include_directories(fuzz_${name} PRIVATE tests)
  target_link_libraries(fuzz_${name} PRIVATE mazurka_cli)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_compile_definitions(fuzz_${name} PRIVATE MAZURKA_TEST_ROOT="${CMAKE_SOURCE_DIR}")
  set_target_properties(fuzz_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzzers)
endforeach()
