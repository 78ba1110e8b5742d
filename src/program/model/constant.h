// Expressions that have a value before anything runs.
#pragma once

#include <cstdint>
#include <optional>

#include "program/model/bytecode.h"
#include "program/model/source.h"
#include "program/model/symbol_table.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// The instruction for an operator. REQUIRES: unary or binary, not && or ||.
[[nodiscard]] Op operation_of(ExpressionKind kind);

// For places where the language asks for a constant. Throws UserError if it is none or divides by
// 0.
[[nodiscard]] std::int64_t constant_value(const Expression& expression, const Symbols& symbols,
                                          const Source& source);

// For code, where a constant is only faster: none if it is not constant or has no value.
[[nodiscard]] std::optional<std::int64_t> fold(const Expression& expression,
                                               const Symbols& symbols);

}  // namespace mazurka::model
