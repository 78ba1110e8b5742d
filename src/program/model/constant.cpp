#include "program/model/constant.h"

#include <string>

#include "core/invariant.h"
#include "program/model/arithmetic.h"
#include "program/model/kind_words.h"
#include "program/model/names.h"

namespace mazurka::model {

Op operation_of(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::negate:
      return Op::negate;
    case ExpressionKind::logical_not:
      return Op::logical_not;
    case ExpressionKind::multiply:
      return Op::multiply;
    case ExpressionKind::divide:
      return Op::divide;
    case ExpressionKind::remainder:
      return Op::remainder;
    case ExpressionKind::add:
      return Op::add;
    case ExpressionKind::subtract:
      return Op::subtract;
    case ExpressionKind::less:
      return Op::less;
    case ExpressionKind::less_equal:
      return Op::less_equal;
    case ExpressionKind::greater:
      return Op::greater;
    case ExpressionKind::greater_equal:
      return Op::greater_equal;
    case ExpressionKind::equal:
      return Op::equal;
    case ExpressionKind::not_equal:
      return Op::not_equal;
    default:
      break;
  }
  invariant_failed("false", __FILE_NAME__, __LINE__, "this expression is no operator");
}

namespace {

// The part of an expression that is not constant or has no value.
struct Obstacle {
  const Expression* expression = nullptr;
  bool divides_by_zero = false;
};

class Evaluator {
 public:
  explicit Evaluator(const Symbols& symbols) : symbols_(symbols) {}

  [[nodiscard]] const Obstacle& obstacle() const { return obstacle_; }

  [[nodiscard]] std::optional<std::int64_t> value(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::integer:
        return expression.value;
      case ExpressionKind::name:
        return named(expression);
      case ExpressionKind::logical_and:
        return short_circuit(expression, false);
      case ExpressionKind::logical_or:
        return short_circuit(expression, true);
      default:
        break;
    }
    if (expression.kind == ExpressionKind::element || is_call(expression.kind))
      return stop(expression, false);
    return operation(expression);
  }

 private:
  std::optional<std::int64_t> stop(const Expression& expression, bool divides_by_zero) {
    obstacle_ = {&expression, divides_by_zero};
    return std::nullopt;
  }

  std::optional<std::int64_t> named(const Expression& expression) {
    const DataSymbol* const symbol = symbols_.data(expression.name.text);
    if (symbol == nullptr || symbol->kind != DataKind::constant) return stop(expression, false);
    return symbol->value;
  }

  // Evaluates && or ||. `decisive` is the truth value of the left side that determines the result.
  std::optional<std::int64_t> short_circuit(const Expression& expression, bool decisive) {
    const auto left = value(expression.operands[0]);
    if (!left) return std::nullopt;
    if ((*left != 0) == decisive) return decisive;
    const auto right = value(expression.operands[1]);
    if (!right) return std::nullopt;
    return *right != 0;
  }

  std::optional<std::int64_t> operation(const Expression& expression) {
    const Op op = operation_of(expression.kind);
    const auto left = value(expression.operands[0]);
    if (!left) return std::nullopt;
    if (!is_binary(expression.kind)) return apply(op, *left, 0);
    const auto right = value(expression.operands[1]);
    if (!right) return std::nullopt;
    if (!is_defined(op, *right)) return stop(expression, true);
    return apply(op, *left, *right);
  }

  const Symbols& symbols_;
  Obstacle obstacle_;
};

[[nodiscard]] UserError not_constant(const Expression& expression, const Symbols& symbols,
                                     const Source& source) {
  if (is_call(expression.kind))
    return source.error(expression.span,
                        "this is not constant: its value is known only at run time");
  const Identifier& name = expression.name;
  const std::string quoted = "'" + std::string(name.text) + "'";
  const DataSymbol* const symbol = symbols.data(name.text);
  if (symbol != nullptr && symbol->kind == DataKind::constant)
    return source.error(name.span, quoted + " is a constant, not an array");
  if (symbol != nullptr)
    return source.error(name.span, quoted + " is " + described(symbol->kind) + ", not a constant",
                        "only constants are allowed here");
  const std::string meant = did_you_mean(name.text, symbols.data_names(DataKind::constant));
  return source.error(name.span, "unknown constant " + quoted,
                      meant.empty() ? "a constant is declared before it is used: const " +
                                          std::string(name.text) + " = 1;"
                                    : meant);
}

}  // namespace

std::int64_t constant_value(const Expression& expression, const Symbols& symbols,
                            const Source& source) {
  Evaluator evaluator(symbols);
  const auto result = evaluator.value(expression);
  if (result) return *result;
  const Obstacle& obstacle = evaluator.obstacle();
  if (obstacle.divides_by_zero)
    throw source.error(obstacle.expression->span, "this constant divides by 0");
  throw not_constant(*obstacle.expression, symbols, source);
}

std::optional<std::int64_t> fold(const Expression& expression, const Symbols& symbols) {
  return Evaluator(symbols).value(expression);
}

}  // namespace mazurka::model
