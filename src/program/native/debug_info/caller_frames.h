// Which frames of a stack are those of the program's author, and which of libraries whose code was
// compiled with it (templates and inline functions of headers).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Neither the compiler's, nor the system's, nor one of our headers.
[[nodiscard]] bool is_own_file(std::string_view file);

struct SourceFrame {
  SourceLocation place;
  std::string function;  // "std::vector::push_back", "lambda of main"; empty if unknown
  bool is_own = false;
  bool is_inlined = false;
  Address code = 0;  // where the call returns to
};

// All functions that these calls stand in, innermost first. `calls` are return addresses.
[[nodiscard]] std::vector<SourceFrame> frames_of(std::span<const Address> calls);

// How a step looks to the author.
struct OwnPlace {
  SourceLocation place;  // of the innermost own frame; an empty file if there is none
  std::string call;      // the library function that it called; empty: its own code made the step
};
[[nodiscard]] OwnPlace own_place_of(std::span<const Address> calls);

// What keeps pointers, arguments and closures, as against what keeps the author's data.
[[nodiscard]] bool is_bookkeeping(std::string_view library_function);
// std::atomic and the like: the author's own accesses.
[[nodiscard]] bool is_access(std::string_view library_function);
// Has the author written the access that these calls lead to, himself or with std::atomic?
[[nodiscard]] bool is_own_access(std::span<const Address> calls);

}  // namespace mazurka::native
