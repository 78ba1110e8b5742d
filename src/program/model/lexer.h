// Splits text into tokens.
#pragma once

#include <vector>

#include "program/model/source.h"
#include "program/model/token.h"

namespace mazurka::model {

// Returns all tokens of the text; the last one is `end_of_file`. Throws UserError.
[[nodiscard]] std::vector<Token> tokenize(const Source& source);

}  // namespace mazurka::model
