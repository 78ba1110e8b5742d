# cmake -DFOLDER=src/report/html -DOUTPUT=html_page.cpp -P embed_page.cmake
#
# Writes the files of the HTML page as C++ string literals, one literal per file, because compilers
# limit the length of a literal (clang: 65,536 characters).
file(GLOB scripts "${FOLDER}/*.js")
list(SORT scripts)

function(literal variable file)
  file(READ "${file}" text)
  string(FIND "${text}" ")PAGE\"" position)
  string(LENGTH "${text}" length)
  if(NOT position EQUAL -1 OR length GREATER 60000)
    message(FATAL_ERROR "${file}: too long for a string literal, or has its end in it: split it")
  endif()
  set(${variable} "R\"PAGE(${text})PAGE\"" PARENT_SCOPE)
endfunction()

literal(frame "${FOLDER}/page.html")
literal(style "${FOLDER}/page.css")
set(list "")
set(count 0)
foreach(script IN LISTS scripts)
  literal(one "${script}")
  string(APPEND list "${one},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE "${OUTPUT}" "// Made by cmake/embed_page.cmake.
#include \"report/html_page.h\"

#include <array>

namespace mazurka::html_page {

std::string_view frame() { return ${frame}; }

std::string_view style() { return ${style}; }

std::span<const std::string_view> scripts() {
  static constexpr std::array<std::string_view, ${count}> texts = {
${list}};
  return texts;
}

}  // namespace mazurka::html_page
")
