# bench/NAME.cpp becomes the executable bench/NAME in the build folder; bench/measure/ is shared.
find_package(benchmark REQUIRED)

file(GLOB measure_sources CONFIGURE_DEPENDS bench/measure/*.cpp)
add_library(bench_measure STATIC ${measure_sources})
target_include_directories(bench_measure PUBLIC bench)
target_link_libraries(bench_measure PUBLIC mazurka_cli)
target_compile_definitions(bench_measure PUBLIC
                           MAZURKA_BENCH_MODELS="${CMAKE_SOURCE_DIR}/bench/models")

# A file may define its own main; the one of benchmark_main is linked only if none does.
file(GLOB sources CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(bench_${name} ${source})
  target_link_libraries(bench_${name} PRIVATE bench_measure benchmark::benchmark_main)
  set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
  if(name MATCHES "_table$")  # the code that is measured is in the layers
    target_compile_options(bench_${name} PRIVATE -O0)
  endif()
endforeach()

# The random programs of the property tests.
target_sources(bench_estimate_table PRIVATE
  tests/property/event_bound.cpp tests/property/program_source.cpp tests/property/random_body.cpp
  tests/property/random_program.cpp tests/property/repair.cpp tests/property/shapes.cpp)
target_include_directories(bench_estimate_table PRIVATE tests)

# The simulated hubs of the tests of the cluster.
target_sources(bench_store_table PRIVATE tests/cluster/simulated_hub.cpp)
target_include_directories(bench_store_table PRIVATE tests)
