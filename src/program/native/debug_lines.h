// Lines of code from debug information.
#pragma once

#include "core/registry.h"
#include "program/native/layout.h"

namespace mazurka::native {

// Of the instruction that this address lies in; an empty file if unknown.
[[nodiscard]] SourceLocation line_of(Address address);

}  // namespace mazurka::native
