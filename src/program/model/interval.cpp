#include "program/model/interval.h"

#include "program/model/arithmetic.h"

namespace mazurka::model {

namespace {

[[nodiscard]] Interval sum(Interval left, Interval right) {
  Interval result;
  if (__builtin_add_overflow(left.low, right.low, &result.low) ||
      __builtin_add_overflow(left.high, right.high, &result.high))
    return {};
  return result;
}

[[nodiscard]] Interval difference(Interval left, Interval right) {
  Interval result;
  if (__builtin_sub_overflow(left.low, right.high, &result.low) ||
      __builtin_sub_overflow(left.high, right.low, &result.high))
    return {};
  return result;
}

// The extremes of a product are among those of the corners.
[[nodiscard]] Interval product(Interval left, Interval right) {
  Interval result = Interval::none();
  for (const std::int64_t l : {left.low, left.high})
    for (const std::int64_t r : {right.low, right.high}) {
      std::int64_t corner = 0;
      if (__builtin_mul_overflow(l, r, &corner)) return {};
      const Interval exact = Interval::exactly(corner);
      result = result.is_empty() ? exact : result.joined(exact);
    }
  return result;
}

[[nodiscard]] Interval quotient(Interval left, Interval right) {
  if (!right.is_exact() || right.low < 1) return {};
  return {left.low / right.low, left.high / right.low};
}

// It has the sign of the dividend and is smaller than the divisor.
[[nodiscard]] Interval remainder(Interval left, Interval right) {
  if (right.low < 1) return {};
  const bool same_round =
      left.low >= 0 && right.is_exact() && left.low / right.low == left.high / right.low;
  if (same_round) return {left.low % right.low, left.high % right.low};
  const std::int64_t most = right.high - 1;
  return {left.low >= 0 ? 0 : std::max(left.low, -most),
          left.high <= 0 ? 0 : std::min(left.high, most)};
}

[[nodiscard]] Interval truth_of(bool surely, bool never) {
  return surely ? Interval::exactly(1) : never ? Interval::exactly(0) : Interval::truth_value();
}

[[nodiscard]] Interval less(Interval left, Interval right) {
  return truth_of(left.high < right.low, left.low >= right.high);
}

[[nodiscard]] Interval less_equal(Interval left, Interval right) {
  return truth_of(left.high <= right.low, left.low > right.high);
}

// REQUIRES: at least one operand has several values; hence equality is never sure.
[[nodiscard]] Interval equal(Interval left, Interval right) {
  return truth_of(false, left.within(right).is_empty());
}

[[nodiscard]] Interval negation(Interval truth) {
  return truth_of(truth == Interval::exactly(0), !truth.contains(0));
}

[[nodiscard]] bool is_unary(Op op) {
  return op == Op::negate || op == Op::logical_not || op == Op::truth;
}

}  // namespace

Interval apply(Op op, Interval left, Interval right) {
  if (!is_unary(op) && right.is_exact() && !is_defined(op, right.low)) return Interval::none();
  if (left.is_exact() && (is_unary(op) || right.is_exact()))
    return Interval::exactly(apply(op, left.low, right.low));
  switch (op) {
    case Op::negate:
      return difference(Interval::exactly(0), left);
    case Op::logical_not:
      return negation(left);
    case Op::truth:
      return negation(negation(left));
    case Op::multiply:
      return product(left, right);
    case Op::divide:
      return quotient(left, right);
    case Op::remainder:
      return remainder(left, right);
    case Op::add:
      return sum(left, right);
    case Op::subtract:
      return difference(left, right);
    case Op::less:
      return less(left, right);
    case Op::less_equal:
      return less_equal(left, right);
    case Op::greater:
      return less(right, left);
    case Op::greater_equal:
      return less_equal(right, left);
    case Op::equal:
      return equal(left, right);
    case Op::not_equal:
      return negation(equal(left, right));
    default:
      return {};
  }
}

namespace {

void restrict_to_less(Interval& left, Interval& right) {
  if (right.high == Interval::lowest || left.low == Interval::highest) {
    left = right = Interval::none();
    return;
  }
  left.high = std::min(left.high, right.high - 1);
  right.low = std::max(right.low, left.low + 1);
}

void restrict_to_less_equal(Interval& left, Interval& right) {
  left.high = std::min(left.high, right.high);
  right.low = std::max(right.low, left.low);
}

void restrict_to_equal(Interval& left, Interval& right) { left = right = left.within(right); }

// One value can be taken out of an interval only at its ends.
void take_out(Interval value, Interval& from) {
  if (!value.is_exact()) return;
  if (from == value)
    from = Interval::none();
  else if (from.low == value.low)
    ++from.low;
  else if (from.high == value.low)
    --from.high;
}

}  // namespace

void restrict_to(Op comparison, bool holds, Interval& left, Interval& right) {
  switch (comparison) {
    case Op::less:
      return holds ? restrict_to_less(left, right) : restrict_to_less_equal(right, left);
    case Op::less_equal:
      return holds ? restrict_to_less_equal(left, right) : restrict_to_less(right, left);
    case Op::greater:
      return holds ? restrict_to_less(right, left) : restrict_to_less_equal(left, right);
    case Op::greater_equal:
      return holds ? restrict_to_less_equal(right, left) : restrict_to_less(left, right);
    default:
      break;
  }
  if ((comparison == Op::equal) == holds) return restrict_to_equal(left, right);
  take_out(left, right);
  take_out(right, left);
}

}  // namespace mazurka::model
