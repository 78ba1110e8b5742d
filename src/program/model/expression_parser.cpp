#include "program/model/expression_parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace mazurka::model {

namespace {

struct BinaryOperator {
  TokenKind token;
  ExpressionKind kind;
  int strength;
};

constexpr std::array binary_operators = {
    BinaryOperator{TokenKind::logical_or, ExpressionKind::logical_or, 1},
    BinaryOperator{TokenKind::logical_and, ExpressionKind::logical_and, 2},
    BinaryOperator{TokenKind::equal, ExpressionKind::equal, 3},
    BinaryOperator{TokenKind::not_equal, ExpressionKind::not_equal, 3},
    BinaryOperator{TokenKind::less, ExpressionKind::less, 4},
    BinaryOperator{TokenKind::less_equal, ExpressionKind::less_equal, 4},
    BinaryOperator{TokenKind::greater, ExpressionKind::greater, 4},
    BinaryOperator{TokenKind::greater_equal, ExpressionKind::greater_equal, 4},
    BinaryOperator{TokenKind::plus, ExpressionKind::add, 5},
    BinaryOperator{TokenKind::minus, ExpressionKind::subtract, 5},
    BinaryOperator{TokenKind::times, ExpressionKind::multiply, 6},
    BinaryOperator{TokenKind::divide, ExpressionKind::divide, 6},
    BinaryOperator{TokenKind::remainder, ExpressionKind::remainder, 6},
};

struct Call {
  TokenKind token;
  ExpressionKind kind;
  std::string_view place;   // what its first argument names; empty if that is an expression
  std::size_t expressions;  // arguments after the place
  std::string_view usage;
};

constexpr std::array calls = {
    Call{TokenKind::kw_fetch_add, ExpressionKind::fetch_add, "a variable", 1,
         "fetch_add(x, delta)"},
    Call{TokenKind::kw_exchange, ExpressionKind::exchange, "a variable", 1, "exchange(x, new)"},
    Call{TokenKind::kw_cas, ExpressionKind::cas, "a variable", 2, "cas(x, expected, new)"},
    Call{TokenKind::kw_trylock, ExpressionKind::trylock, "a lock", 0, "trylock(l)"},
    Call{TokenKind::kw_choose, ExpressionKind::choose, "", 1, "choose(n)"},
};

[[nodiscard]] const BinaryOperator* binary_operator(TokenKind token) {
  const auto* const found = std::ranges::find(binary_operators, token, &BinaryOperator::token);
  return found == binary_operators.end() ? nullptr : found;
}

[[nodiscard]] const Call* call_of(TokenKind token) {
  const auto* const found = std::ranges::find(calls, token, &Call::token);
  return found == calls.end() ? nullptr : found;
}

}  // namespace

Expression ExpressionParser::expression() {
  const TokenStream::Nesting nesting(tokens_);
  return binary(1);
}

Expression ExpressionParser::node(ExpressionKind kind, Span span,
                                  std::vector<Expression> operands) {
  std::uint32_t depth = 0;
  for (const Expression& operand : operands) depth = std::max(depth, operand.depth);
  if (depth == deepest_tree)
    throw tokens_.source().error(span, "this expression is too long",
                                 "compute it in parts, with 'let'");
  return {.kind = kind, .span = span, .operands = std::move(operands), .depth = depth + 1};
}

// Parses operators of at least this precedence. All associate to the left.
Expression ExpressionParser::binary(int weakest) {
  Expression left = unary();
  for (;;) {
    const BinaryOperator* const found = binary_operator(tokens_.peek().kind);
    if (found == nullptr || found->strength < weakest) return left;
    tokens_.take();
    std::vector<Expression> operands;
    operands.push_back(std::move(left));
    operands.push_back(binary(found->strength + 1));
    const Span span = from_to(operands[0].span, operands[1].span);
    left = node(found->kind, span, std::move(operands));
  }
}

Expression ExpressionParser::unary() {
  if (!tokens_.at(TokenKind::minus) && !tokens_.at(TokenKind::logical_not)) return primary();
  const TokenStream::Nesting nesting(tokens_);
  const Token sign = tokens_.take();
  std::vector<Expression> operands;
  operands.push_back(unary());
  const Span span = from_to(sign.span, operands[0].span);
  return node(sign.kind == TokenKind::minus ? ExpressionKind::negate : ExpressionKind::logical_not,
              span, std::move(operands));
}

Expression ExpressionParser::primary() {
  if (tokens_.at(TokenKind::left_parenthesis)) return parenthesised();
  if (at_call()) return call();
  if (tokens_.at(TokenKind::integer)) {
    const Token token = tokens_.take();
    return {.kind = ExpressionKind::integer, .span = token.span, .value = token.value};
  }
  if (tokens_.at(TokenKind::kw_spawn))
    throw tokens_.source().error(tokens_.peek().span, "'spawn' cannot be part of an expression",
                                 "write 'let t = spawn …;'");
  if (!tokens_.at(TokenKind::name)) throw tokens_.unexpected("an expression");
  return place("a value");
}

Expression ExpressionParser::parenthesised() {
  const Span open = tokens_.take().span;
  Expression inner = expression();
  const bool assigns = tokens_.at(TokenKind::assign);
  const Span close =
      tokens_.expect(TokenKind::right_parenthesis, assigns ? "'==' compares" : "").span;
  inner.span = from_to(open, close);
  return inner;
}

Expression ExpressionParser::place(std::string_view what) {
  const Identifier name = tokens_.expect_name(what);
  if (name.text == "self") mentions_self_ = true;
  if (!tokens_.take_if(TokenKind::left_bracket))
    return {.kind = ExpressionKind::name, .span = name.span, .name = name};
  std::vector<Expression> index;
  index.push_back(expression());
  const Span close = tokens_.expect(TokenKind::right_bracket).span;
  Expression result = node(ExpressionKind::element, from_to(name.span, close), std::move(index));
  result.name = name;
  return result;
}

bool ExpressionParser::at_call() const { return call_of(tokens_.peek().kind) != nullptr; }

Expression ExpressionParser::call() {
  const Call& called = *call_of(tokens_.peek().kind);
  const std::string usage = "it is written " + std::string(called.usage);
  const Span begin = tokens_.take().span;
  tokens_.expect(TokenKind::left_parenthesis, usage);
  std::vector<Expression> operands;
  if (!called.place.empty()) operands.push_back(place(called.place));
  for (std::size_t i = 0; i < called.expressions; ++i) {
    if (!operands.empty()) tokens_.expect(TokenKind::comma, usage);
    operands.push_back(expression());
  }
  const Span end = tokens_.expect(TokenKind::right_parenthesis, usage).span;
  return node(called.kind, from_to(begin, end), std::move(operands));
}

std::vector<Expression> ExpressionParser::arguments() {
  std::vector<Expression> result;
  if (!tokens_.take_if(TokenKind::left_parenthesis)) return result;
  if (tokens_.take_if(TokenKind::right_parenthesis)) return result;
  do {
    result.push_back(expression());
  } while (tokens_.take_if(TokenKind::comma));
  tokens_.expect(TokenKind::right_parenthesis);
  return result;
}

}  // namespace mazurka::model
