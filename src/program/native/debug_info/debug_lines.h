// Lines of code from debug information.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns the source line of the instruction at this address; an empty file if it is unknown.
[[nodiscard]] SourceLocation line_of(Address address);

struct CodeFrame {
  SourceLocation place;
  std::string function;  // as in debug information, mangled or not; may be empty
};
// Returns the source lines at this address: those of inlined functions, innermost first, and last
// that of the function that contains them. They are looked up once.
[[nodiscard]] const std::vector<CodeFrame>& lines_of(Address address);
// Looks up the lines of these addresses together, which is faster than one by one.
void look_up_lines(std::span<const Address> addresses);

}  // namespace mazurka::native
