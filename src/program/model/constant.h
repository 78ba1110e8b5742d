// Evaluates constant expressions at compile time.
#pragma once

#include <cstdint>
#include <optional>

#include "program/model/bytecode.h"
#include "program/model/source.h"
#include "program/model/symbol_table.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// Returns the instruction of an operator. REQUIRES: unary or binary, not && or ||.
[[nodiscard]] Op operation_of(ExpressionKind kind);

// Returns the value where the language requires a constant. Throws UserError if the expression is
// not constant or divides by 0.
[[nodiscard]] std::int64_t constant_value(const Expression& expression, const Symbols& symbols,
                                          const Source& source);

// Returns the value if the expression is constant and has one, to make code faster.
[[nodiscard]] std::optional<std::int64_t> fold(const Expression& expression,
                                               const Symbols& symbols);

}  // namespace mazurka::model
