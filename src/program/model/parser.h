// Words into a tree. Knows the grammar, not the names.
#pragma once

#include "program/model/source.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// Throws UserError at the first mistake.
[[nodiscard]] Module parse(const Source& source);

}  // namespace mazurka::model
