// Parses tokens into a syntax tree. Knows the grammar, but does not resolve names.
#pragma once

#include "program/model/source.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// Returns the syntax tree. Throws UserError at the first error.
[[nodiscard]] Module parse(const Source& source);

}  // namespace mazurka::model
