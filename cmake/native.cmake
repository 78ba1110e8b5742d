# libmazurka_native.so: the checker and the runtime. Tested programs are linked with it.
#
# It is a shared library because a restart rewinds the data of the tested program but must not
# rewind those of the checker. For the same reason it contains its own copy of the C++ library. It
# exports only the functions that it replaces and the API.
#
# With AddressSanitizer it contains the functions that instrumented code needs, because the
# compiler's library is incompatible with the runtime (src/program/native/platform/shadow.h).
file(GLOB_RECURSE native_sources CONFIGURE_DEPENDS src/program/native/*.cpp)
set(sanitizer_sources ${native_sources})
list(FILTER sanitizer_sources INCLUDE REGEX "/native/sanitizer/")
list(FILTER native_sources EXCLUDE REGEX "/native/sanitizer/")
set(checks_memory 0)
if(MAZURKA_SANITIZE)
  set(checks_memory 1)
  set(unchecked_sources ${sanitizer_sources} src/program/native/process/arena.cpp
                        src/program/native/process/checked_blocks.cpp)
  list(FILTER unchecked_sources EXCLUDE REGEX "/mistakes.cpp$")
  # The code that manages the shadow memory must not be instrumented.
  set_source_files_properties(${unchecked_sources} PROPERTIES COMPILE_OPTIONS
                              -fno-sanitize=all)
else()
  # This file is needed only with shadow memory.
  list(REMOVE_ITEM native_sources ${CMAKE_SOURCE_DIR}/src/program/native/process/checked_blocks.cpp)
  set(sanitizer_sources "")
endif()
add_library(mazurka_native_objects OBJECT ${native_sources} ${sanitizer_sources})
target_compile_definitions(mazurka_native_objects PRIVATE MAZURKA_CHECKS_MEMORY=${checks_memory})
target_include_directories(mazurka_native_objects PRIVATE src)
target_link_libraries(mazurka_native_objects PUBLIC mazurka_cli dl)
target_compile_options(mazurka_native_objects PRIVATE
  -fvisibility=hidden -fno-stack-protector -Wno-missing-declarations
  # clean_stack() clears memory below the stack pointer (waiting/loops.h).
  -mno-red-zone
  # Functions of the tested program and of the C library are called by pointers of general types.
  $<$<AND:$<BOOL:${checks_memory}>,$<CXX_COMPILER_ID:Clang>>:-fno-sanitize=function>
  # The contents of stacks must not depend on earlier calls (waiting/loops.cpp).
  $<${checks_memory}:-ftrivial-auto-var-init=pattern>)

# mazurka_runtime(NAME SOURCE...): adds a runtime whose command is defined by SOURCE.
function(mazurka_runtime name)
  add_library(${name} SHARED ${ARGN})
  target_include_directories(${name} PRIVATE src)
  target_link_libraries(${name} PRIVATE mazurka_native_objects)
  target_compile_options(${name} PRIVATE -fvisibility=hidden -fno-stack-protector)
  target_link_options(${name} PRIVATE
    -static-libstdc++ -Wl,-Bsymbolic -Wl,-z,now
    -Wl,--version-script=${CMAKE_SOURCE_DIR}/src/program/native/hooks/exports.map)
  set_target_properties(${name} PROPERTIES
    LINK_DEPENDS ${CMAKE_SOURCE_DIR}/src/program/native/hooks/exports.map)
  if(MAZURKA_SANITIZE)  # not where the command looks for it: see MAZURKA_RUNTIME in CONTRIBUTING.md
    target_link_options(${name} PRIVATE -fno-sanitize=all -Wl,-z,defs)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/native)
  endif()
endfunction()
mazurka_runtime(mazurka_native src/cli/native_main.cpp)

# The replacement of memcpy must not be compiled into a call of memcpy.
set_source_files_properties(src/program/native/hooks/memory_calls.cpp PROPERTIES COMPILE_OPTIONS
  "-fno-builtin;$<$<CXX_COMPILER_ID:GNU>:-fno-tree-loop-distribute-patterns>")

if(MAZURKA_UNITY)
  # Files that replace functions of the C library are compiled separately, because their headers and
  # names may conflict with those of other files.
  set_target_properties(mazurka_native_objects PROPERTIES UNITY_BUILD ON
                        UNITY_BUILD_BATCH_SIZE ${MAZURKA_UNITY_BATCH})
  set(apart ${native_sources})
  list(FILTER apart INCLUDE REGEX "/hooks/")
  set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endif()

# mazurka_debug_info: the process that reads debug information for the runtime, which finds it beside
# itself in a build folder, and in lib/mazurka when installed.
find_path(LIBDW_INCLUDE elfutils/libdw.h REQUIRED)
find_library(LIBDW dw REQUIRED)
mark_as_advanced(LIBDW_INCLUDE LIBDW)
file(GLOB debug_info_sources CONFIGURE_DEPENDS src/debug_info/*.cpp)
add_executable(mazurka_debug_info ${debug_info_sources})
target_include_directories(mazurka_debug_info PRIVATE src)
target_include_directories(mazurka_debug_info SYSTEM PRIVATE ${LIBDW_INCLUDE})
target_link_libraries(mazurka_debug_info PRIVATE ${LIBDW})
add_dependencies(mazurka_native mazurka_debug_info)
install(TARGETS mazurka_debug_info DESTINATION lib/mazurka)
install(TARGETS mazurka_native)
