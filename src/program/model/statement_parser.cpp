#include "program/model/statement_parser.h"

#include <string>
#include <utility>

namespace mazurka::model {

Block StatementParser::block() {
  const TokenStream::Nesting nesting(tokens_);
  tokens_.expect(TokenKind::left_brace, "a body is a block: { … }");
  Block result;
  while (!tokens_.at(TokenKind::right_brace)) result.push_back(statement());
  tokens_.take();
  return result;
}

Statement StatementParser::statement() {
  const Span begin = tokens_.peek().span;
  switch (tokens_.peek().kind) {
    case TokenKind::kw_if:
      return branch();
    case TokenKind::kw_while:
      return while_loop();
    case TokenKind::kw_for:
      return for_loop();
    default:
      break;
  }
  if (tokens_.at_word("receive") && tokens_.peek_second().kind == TokenKind::left_brace)
    return receive();
  Statement result = keyword_statement();
  finish(result, begin);
  return result;
}

void StatementParser::finish(Statement& statement, Span begin) {
  statement.span = from_to(begin, tokens_.last_span());
  tokens_.expect(TokenKind::semicolon);
}

Statement StatementParser::keyword_statement() {
  if (at_send()) return send();
  if (tokens_.at_word("arrive") && tokens_.peek_second().kind == TokenKind::name) {
    tokens_.take();
    Statement result{.kind = StatementKind::arrive};
    result.expressions.push_back(expressions_.place("a barrier"));
    return result;
  }
  if (at_keyword_with_value("cancel")) {
    has_cancel_ = true;
    return on_value(StatementKind::cancel);
  }
  switch (tokens_.peek().kind) {
    case TokenKind::kw_let:
      return let();
    case TokenKind::kw_spawn:
      return spawn();
    case TokenKind::kw_post:
      return post();
    case TokenKind::kw_join:
      return join();
    case TokenKind::kw_lock:
      return on_place(StatementKind::lock, "a lock");
    case TokenKind::kw_unlock:
      return on_place(StatementKind::unlock, "a lock");
    case TokenKind::kw_signal:
      return on_place(StatementKind::signal, "a condition variable");
    case TokenKind::kw_broadcast:
      return on_place(StatementKind::broadcast, "a condition variable");
    case TokenKind::kw_wait:
      return wait();
    case TokenKind::kw_assert:
      return on_value(StatementKind::assertion);
    case TokenKind::kw_assume:
      return on_value(StatementKind::assume);
    case TokenKind::kw_await:
      return on_value(StatementKind::await);
    default:
      return assignment();
  }
}

Statement StatementParser::let() {
  tokens_.take();
  const Identifier name = tokens_.expect_name("a register");
  tokens_.expect(TokenKind::assign, "a register is created with its value: let r = 0;");
  if (tokens_.at(TokenKind::kw_spawn)) {
    Statement result = spawn();
    result.result = name;
    return result;
  }
  if (tokens_.at(TokenKind::kw_post)) {
    const Span begin = tokens_.peek().span;
    Statement result = post();
    if (!result.is_delayed)
      throw tokens_.source().error(from_to(begin, tokens_.last_span()), "a post has no value",
                                   "only a delayed one has: let t = post m to h delayed;");
    result.result = name;
    return result;
  }
  Statement result{.kind = StatementKind::let, .name = name};
  result.expressions.push_back(expressions_.expression());
  return result;
}

Statement StatementParser::spawn() {
  tokens_.take();
  Statement result{.kind = StatementKind::spawn, .name = tokens_.expect_name("a thread")};
  if (!tokens_.at(TokenKind::left_parenthesis))
    throw tokens_.unexpected("'('", "a thread is spawned with its arguments: spawn " +
                                        std::string(result.name.text) + "()");
  result.expressions = expressions_.arguments();
  return result;
}

Statement StatementParser::post() {
  tokens_.take();
  Statement result{.kind = StatementKind::post, .name = tokens_.expect_name("a message")};
  result.expressions = expressions_.arguments();
  tokens_.expect_word("to");
  result.expressions.push_back(expressions_.place("a handler"));
  result.is_delayed = tokens_.take_word_if("delayed");
  if (tokens_.take_word_if("when")) result.when = expressions_.expression();
  return result;
}

Statement StatementParser::join() { return on_value(StatementKind::join); }

// `send` is a name like any other unless a name follows it.
bool StatementParser::at_send() const {
  return tokens_.at_word("send") && tokens_.peek_second().kind == TokenKind::name;
}

Statement StatementParser::send() {
  tokens_.take();
  Statement result{.kind = StatementKind::send, .name = tokens_.expect_name("a message")};
  result.expressions = expressions_.arguments();
  tokens_.expect_word("to");
  result.expressions.push_back(expressions_.expression());
  return result;
}

Statement StatementParser::receive() {
  const TokenStream::Nesting nesting(tokens_);
  Statement result{.kind = StatementKind::receive, .span = tokens_.take().span};
  const std::string usage = "it is written receive { m(x) => …; after => …; }";
  tokens_.expect(TokenKind::left_brace, usage);
  while (!tokens_.at(TokenKind::right_brace)) {
    if (!result.arms.empty() && result.arms.back().is_after)
      throw tokens_.unexpected("'}'", "'after' comes last in a receive");
    if (!tokens_.at(TokenKind::name)) throw tokens_.unexpected("a pattern, 'after' or '}'", usage);
    result.arms.push_back(receive_arm());
    tokens_.expect(TokenKind::arrow, usage);
    result.blocks.push_back(arm_body());
  }
  tokens_.take();
  return result;
}

ReceiveArm StatementParser::receive_arm() {
  ReceiveArm result{.tag = tokens_.expect_name("a message")};
  result.is_after = result.tag.text == "after" && tokens_.at(TokenKind::arrow);
  if (tokens_.take_if(TokenKind::left_parenthesis) &&
      !tokens_.take_if(TokenKind::right_parenthesis)) {
    do {
      result.parameters.push_back(tokens_.expect_name("a parameter"));
    } while (tokens_.take_if(TokenKind::comma));
    tokens_.expect(TokenKind::right_parenthesis,
                   "patterns have names only; compare values with 'when'");
  }
  if (!result.is_after && tokens_.take_word_if("when")) result.guard = expressions_.expression();
  return result;
}

// Parses what follows '=>': a block, one statement, or only ';'. The last ';' may be left out.
Block StatementParser::arm_body() {
  Block result;
  if (tokens_.at(TokenKind::left_brace)) {
    result = block();
    static_cast<void>(tokens_.take_if(TokenKind::semicolon));
    return result;
  }
  if (tokens_.take_if(TokenKind::semicolon) || tokens_.at(TokenKind::right_brace)) return result;
  const TokenKind kind = tokens_.peek().kind;
  const bool has_blocks =
      kind == TokenKind::kw_if || kind == TokenKind::kw_while || kind == TokenKind::kw_for ||
      (tokens_.at_word("receive") && tokens_.peek_second().kind == TokenKind::left_brace);
  if (has_blocks) {
    result.push_back(statement());
    static_cast<void>(tokens_.take_if(TokenKind::semicolon));
    return result;
  }
  const Span begin = tokens_.peek().span;
  result.push_back(keyword_statement());
  result.back().span = from_to(begin, tokens_.last_span());
  if (!tokens_.at(TokenKind::right_brace)) tokens_.expect(TokenKind::semicolon);
  return result;
}

Statement StatementParser::on_place(StatementKind kind, std::string_view what) {
  tokens_.take();
  Statement result{.kind = kind};
  tokens_.expect(TokenKind::left_parenthesis);
  result.expressions.push_back(expressions_.place(what));
  tokens_.expect(TokenKind::right_parenthesis);
  return result;
}

Statement StatementParser::wait() {
  const std::string usage = "it is written wait(c, l)";
  tokens_.take();
  Statement result{.kind = StatementKind::wait};
  tokens_.expect(TokenKind::left_parenthesis, usage);
  result.expressions.push_back(expressions_.place("a condition variable"));
  tokens_.expect(TokenKind::comma, usage);
  result.expressions.push_back(expressions_.place("a lock"));
  tokens_.expect(TokenKind::right_parenthesis, usage);
  return result;
}

Statement StatementParser::on_value(StatementKind kind) {
  tokens_.take();
  Statement result{.kind = kind};
  result.expressions.push_back(expressions_.expression());
  return result;
}

Statement StatementParser::give_back() {
  tokens_.take();
  Statement result{.kind = StatementKind::give_back};
  if (!tokens_.at(TokenKind::semicolon)) result.expressions.push_back(expressions_.expression());
  return result;
}

// Returns whether the statement begins with this word, which is a keyword only there: a name that
// is assigned to, or an element of it, is a variable.
bool StatementParser::at_keyword_with_value(std::string_view word) const {
  return tokens_.at_word(word) && !tokens_.at_word_before(word, TokenKind::assign) &&
         !tokens_.at_word_before(word, TokenKind::left_bracket);
}

Statement StatementParser::assignment() {
  if (at_keyword_with_value("return")) return give_back();
  if (expressions_.at_procedure_call()) {
    Statement result{.kind = StatementKind::evaluate};
    result.expressions.push_back(expressions_.procedure_call());
    return result;
  }
  if (expressions_.at_call()) {
    Statement result{.kind = StatementKind::evaluate};
    result.expressions.push_back(expressions_.call());
    return result;
  }
  if (!tokens_.at(TokenKind::name)) throw tokens_.unexpected("a statement or '}'");
  Statement result{.kind = StatementKind::assign};
  result.expressions.push_back(expressions_.place("a variable"));
  if (!tokens_.at(TokenKind::assign))
    throw tokens_.unexpected("'='", "a statement that begins with a name is an assignment");
  tokens_.take();
  result.expressions.push_back(expressions_.expression());
  return result;
}

Expression StatementParser::condition() {
  tokens_.expect(TokenKind::left_parenthesis, "the condition is in parentheses");
  Expression result = expressions_.expression();
  tokens_.expect(TokenKind::right_parenthesis,
                 tokens_.at(TokenKind::assign) ? "'==' compares" : "");
  return result;
}

// Parses a chain of `else if` as one statement, because it may be long.
Statement StatementParser::branch() {
  Statement result{.kind = StatementKind::branch, .span = tokens_.peek().span};
  do {
    tokens_.expect(TokenKind::kw_if);
    result.expressions.push_back(condition());
    result.blocks.push_back(block());
    if (!tokens_.take_if(TokenKind::kw_else)) return result;
  } while (tokens_.at(TokenKind::kw_if));
  result.blocks.push_back(block());
  return result;
}

Statement StatementParser::while_loop() {
  Statement result{.kind = StatementKind::while_loop, .span = tokens_.take().span};
  result.expressions.push_back(condition());
  result.span = from_to(result.span, tokens_.last_span());
  result.blocks.push_back(block());
  return result;
}

Statement StatementParser::for_loop() {
  const std::string usage = "it is written for i in 0..n { … }";
  Statement result{.kind = StatementKind::for_loop, .span = tokens_.take().span};
  result.name = tokens_.expect_name("a loop variable");
  if (!tokens_.take_word_if("in")) throw tokens_.unexpected("'in'", usage);
  result.expressions.push_back(expressions_.expression());
  tokens_.expect(TokenKind::dots, usage);
  result.expressions.push_back(expressions_.expression());
  result.span = from_to(result.span, tokens_.last_span());
  result.blocks.push_back(block());
  return result;
}

}  // namespace mazurka::model
