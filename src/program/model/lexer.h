// Text into words.
#pragma once

#include <vector>

#include "program/model/source.h"
#include "program/model/token.h"

namespace mazurka::model {

// All words of the text, the last one being `end_of_file`. Throws UserError.
[[nodiscard]] std::vector<Token> tokenize(const Source& source);

}  // namespace mazurka::model
