# bench/NAME.cpp becomes the executable bench/NAME in the build folder.
find_package(benchmark REQUIRED)

file(GLOB sources CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(bench_${name} ${source})
  target_link_libraries(bench_${name} PRIVATE mazurka_cli benchmark::benchmark_main)
  set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
endforeach()
