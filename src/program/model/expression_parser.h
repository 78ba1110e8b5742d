// Parses expressions by precedence climbing.
#pragma once

#include <utility>

#include "program/model/syntax.h"
#include "program/model/token_stream.h"

namespace mazurka::model {

class ExpressionParser {
 public:
  // The maximum depth. Chains like 1 + 1 + … make trees as deep as they are long.
  static constexpr std::uint32_t deepest_tree = 1000;

  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  [[nodiscard]] Expression expression();
  // Parses what can be assigned to, locked or posted to: `name` or `name[index]`.
  [[nodiscard]] Expression place(std::string_view what);
  // Parses a call such as fetch_add(…) or choose(…). REQUIRES: at_call().
  [[nodiscard]] Expression call();
  [[nodiscard]] bool at_call() const;
  // Parses "(e, e)". Returns nothing if there is no parenthesis.
  [[nodiscard]] std::vector<Expression> arguments();
  // Returns whether an expression had the name `self` since the last call.
  [[nodiscard]] bool take_mention_of_self() { return std::exchange(mentions_self_, false); }

 private:
  [[nodiscard]] Expression binary(int weakest);
  [[nodiscard]] Expression unary();
  [[nodiscard]] Expression primary();
  [[nodiscard]] Expression parenthesised();
  [[nodiscard]] Expression node(ExpressionKind kind, Span span, std::vector<Expression> operands);

  TokenStream& tokens_;
  bool mentions_self_ = false;
};

}  // namespace mazurka::model
