// Lines of code from debug information.
#pragma once

#include <string>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Of the instruction that this address lies in; an empty file if unknown.
[[nodiscard]] SourceLocation line_of(Address address);

struct CodeFrame {
  SourceLocation place;
  std::string function;  // as debug information has it: mangled, or not; may be empty
};
// Of the functions that were inlined there, innermost first, and of the one that they are in.
[[nodiscard]] std::vector<CodeFrame> lines_of(Address address);

}  // namespace mazurka::native
