#include "program/native/debug_info/debug_lines.h"

#include <filesystem>

#include "program/native/debug_info/debug_columns.h"

#if MAZURKA_HAS_BACKTRACE
#include <backtrace.h>
#endif

namespace mazurka::native {

#if MAZURKA_HAS_BACKTRACE

namespace {

void ignore_error(void* /*data*/, const char* /*message*/, int /*number*/) {}

// Callback of libbacktrace, which calls it from the innermost inlined function outwards. Takes the
// first function that has a line.
int take_line(void* data, std::uintptr_t /*address*/, const char* file, int line,
              const char* /*function*/) {
  if (file == nullptr || line == 0) return 0;
  auto& result = *static_cast<SourceLocation*>(data);
  result = {file, static_cast<std::uint32_t>(line), 0};
  return 1;
}

int add_line(void* data, std::uintptr_t /*address*/, const char* file, int line,
             const char* function) {
  if (file == nullptr || line == 0) return 0;
  auto& result = *static_cast<std::vector<CodeFrame>*>(data);
  result.push_back(
      {{file, static_cast<std::uint32_t>(line), 0}, function == nullptr ? "" : function});
  return 0;
}

backtrace_state* debug_information() {
  static backtrace_state* const state = backtrace_create_state(nullptr, 0, ignore_error, nullptr);
  return state;
}

// Returns the path relative to the current folder if the file is below it, as compilers print it.
std::string shortened(const std::string& file) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return !error && file.starts_with(here) ? file.substr(here.size()) : file;
}

}  // namespace

SourceLocation line_of(Address address) {
  SourceLocation result;
  backtrace_pcinfo(debug_information(), address, take_line, ignore_error, &result);
  result.file = shortened(result.file);
  if (result.line != 0) result.column = column_of(address, result.line);
  return result;
}

std::vector<CodeFrame> lines_of(Address address) {
  std::vector<CodeFrame> result;
  backtrace_pcinfo(debug_information(), address, add_line, ignore_error, &result);
  for (CodeFrame& frame : result) frame.place.file = shortened(frame.place.file);
  if (!result.empty()) {
    SourceLocation& innermost = result.front().place;
    innermost.column = column_of(address, innermost.line);
  }
  return result;
}

#else

SourceLocation line_of(Address /*address*/) { return {}; }
std::vector<CodeFrame> lines_of(Address /*address*/) { return {}; }

#endif

}  // namespace mazurka::native
