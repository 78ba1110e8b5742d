// Arithmetic of the language: integers of 64 bits that wrap around.
#pragma once

#include <cstdint>
#include <limits>

#include "program/model/bytecode.h"

namespace mazurka::model {

// Returns whether the operation has a value. Only a quotient or remainder by 0 has none.
[[nodiscard]] constexpr bool is_defined(Op op, std::int64_t right) {
  return right != 0 || (op != Op::divide && op != Op::remainder);
}

// Computes an operation. Unary operations ignore `right`. REQUIRES: `op` is one of truth …
// not_equal or negate, and is_defined(op, right).
[[nodiscard]] constexpr std::int64_t apply(Op op, std::int64_t left, std::int64_t right) {
  const auto l = static_cast<std::uint64_t>(left);
  const auto r = static_cast<std::uint64_t>(right);
  switch (op) {
    case Op::negate:
      return static_cast<std::int64_t>(0 - l);
    case Op::logical_not:
      return left == 0;
    case Op::truth:
      return left != 0;
    case Op::multiply:
      return static_cast<std::int64_t>(l * r);
    case Op::divide:
      return right == -1 ? static_cast<std::int64_t>(0 - l) : left / right;
    case Op::remainder:
      return right == -1 ? 0 : left % right;
    case Op::add:
      return static_cast<std::int64_t>(l + r);
    case Op::subtract:
      return static_cast<std::int64_t>(l - r);
    case Op::less:
      return left < right;
    case Op::less_equal:
      return left <= right;
    case Op::greater:
      return left > right;
    case Op::greater_equal:
      return left >= right;
    case Op::equal:
      return left == right;
    default:
      return left != right;
  }
}

}  // namespace mazurka::model
