// Lines of code from debug information.
#pragma once

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
// that of the function that contains them.
[[nodiscard]] std::vector<CodeFrame> lines_of(Address address);

}  // namespace mazurka::native
