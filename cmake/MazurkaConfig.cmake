# find_package(Mazurka): tests that Mazurka explores under all thread schedules.
#
#   mazurka_add_test(NAME <name> SOURCES <file>...
#                    [ARGS <option of mazurka check>...] [PROGRAM_ARGS <argument>...]
#                    [LIBRARIES <library>...] [DEFINITIONS <definition>...] [JOBS <number>])
#     Builds the executable <name> for checking, and adds a test of that name for CTest: `mazurka
#     check` with these options. A failure prints the report and the command that replays it. With
#     JOBS, so many processes explore, and CTest counts the test as so many (0: as many as there are
#     processors; CTest then runs nothing else at the same time).
#
#   mazurka_instrument(<target>...)
#     Builds these targets (executables, libraries, tests with MAZURKA_CHECK) for checking. Libraries
#     that they use should be instrumented, too: Mazurka does not see the memory accesses of others.
#
#   Mazurka::headers   mazurka/mazurka.h and .hpp for targets that are not built for checking.
#   MAZURKA_COMMAND    the command.
cmake_minimum_required(VERSION 3.21)  # launchers for the linker

get_filename_component(mazurka_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(MAZURKA_COMMAND mazurka HINTS "${mazurka_prefix}/bin" NO_DEFAULT_PATH)
mark_as_advanced(MAZURKA_COMMAND)
if(NOT MAZURKA_COMMAND)
  set(Mazurka_FOUND FALSE)
  set(Mazurka_NOT_FOUND_MESSAGE "there is no ${mazurka_prefix}/bin/mazurka")
  return()
endif()

if(NOT TARGET Mazurka::headers)
  add_library(Mazurka::headers INTERFACE IMPORTED)
  find_package(Threads REQUIRED)
  set_target_properties(Mazurka::headers PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${mazurka_prefix}/include"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

# Sets `result` to whether the build was configured with CC="mazurka cc" or CXX="mazurka c++".
function(mazurka_is_compiler language result)
  get_filename_component(compiler "${CMAKE_${language}_COMPILER}" REALPATH)
  get_filename_component(name "${compiler}" NAME)
  if(name STREQUAL "mazurka")
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

function(mazurka_instrument)
  mazurka_is_compiler(C is_mazurka_cc)
  mazurka_is_compiler(CXX is_mazurka_cxx)
  foreach(target IN LISTS ARGN)
    if(NOT is_mazurka_cc)
      set_target_properties(${target} PROPERTIES
        C_COMPILER_LAUNCHER "${MAZURKA_COMMAND};cc;--compiler"
        C_LINKER_LAUNCHER "${MAZURKA_COMMAND};cc;--compiler")
    endif()
    if(NOT is_mazurka_cxx)
      set_target_properties(${target} PROPERTIES
        CXX_COMPILER_LAUNCHER "${MAZURKA_COMMAND};c++;--compiler"
        CXX_LINKER_LAUNCHER "${MAZURKA_COMMAND};c++;--compiler")
    endif()
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    # Keeps the memory accesses of the source and enables asserts, whatever the build type.
    target_compile_options(${target} PRIVATE -O0 -UNDEBUG)
  endforeach()
endfunction()

function(mazurka_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;JOBS" "SOURCES;ARGS;PROGRAM_ARGS;LIBRARIES;DEFINITIONS")
  if(NOT test_NAME OR NOT test_SOURCES)
    message(FATAL_ERROR "mazurka_add_test needs NAME and SOURCES")
  endif()
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mazurka_add_test(NAME ${test_NAME}): what is '${test_UNPARSED_ARGUMENTS}'?")
  endif()
  if(DEFINED test_JOBS)
    if(NOT test_JOBS MATCHES "^[0-9]+$")
      message(FATAL_ERROR "mazurka_add_test(NAME ${test_NAME}): JOBS is '${test_JOBS}', not a number")
    endif()
    list(PREPEND test_ARGS --jobs ${test_JOBS})
  endif()
  add_executable(${test_NAME} ${test_SOURCES})
  mazurka_instrument(${test_NAME})
  target_link_libraries(${test_NAME} PRIVATE ${test_LIBRARIES})
  target_compile_definitions(${test_NAME} PRIVATE ${test_DEFINITIONS})
  add_test(NAME ${test_NAME}
           COMMAND ${MAZURKA_COMMAND} check --progress off
                   --schedule ${CMAKE_CURRENT_BINARY_DIR}/${test_NAME}.schedule
                   ${test_ARGS} $<TARGET_FILE:${test_NAME}> -- ${test_PROGRAM_ARGS})
  if(test_JOBS GREATER 1)
    set_tests_properties(${test_NAME} PROPERTIES PROCESSORS ${test_JOBS})
  elseif("${test_JOBS}" STREQUAL "0")
    set_tests_properties(${test_NAME} PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()
