// Parses statements and blocks.
#pragma once

#include "program/model/expression_parser.h"
#include "program/model/syntax.h"
#include "program/model/token_stream.h"

namespace mazurka::model {

class StatementParser {
 public:
  explicit StatementParser(TokenStream& tokens) : tokens_(tokens), expressions_(tokens) {}

  // Parses "{ … }".
  [[nodiscard]] Block block();
  // Returns whether an expression had the name `self` since the last call.
  [[nodiscard]] bool take_mention_of_self() { return expressions_.take_mention_of_self(); }
  // Returns whether any statement so far was a `cancel`.
  [[nodiscard]] bool has_cancel() const { return has_cancel_; }

 private:
  [[nodiscard]] Statement statement();
  [[nodiscard]] Statement keyword_statement();
  [[nodiscard]] Statement let();
  [[nodiscard]] Statement spawn();
  [[nodiscard]] Statement branch();
  [[nodiscard]] Statement while_loop();
  [[nodiscard]] Statement for_loop();
  [[nodiscard]] Statement post();
  [[nodiscard]] Statement join();
  [[nodiscard]] bool at_send() const;
  [[nodiscard]] Statement send();
  [[nodiscard]] Statement receive();
  [[nodiscard]] ReceiveArm receive_arm();
  [[nodiscard]] Block arm_body();
  [[nodiscard]] Statement on_place(StatementKind kind, std::string_view what);
  [[nodiscard]] Statement wait();
  [[nodiscard]] Statement on_value(StatementKind kind);
  [[nodiscard]] Statement assignment();
  [[nodiscard]] Statement give_back();
  [[nodiscard]] bool at_keyword_with_value(std::string_view word) const;
  [[nodiscard]] Expression condition();
  void finish(Statement& statement, Span begin);

  TokenStream& tokens_;
  ExpressionParser expressions_;
  bool has_cancel_ = false;
};

}  // namespace mazurka::model
