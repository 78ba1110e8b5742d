#include "program/model/parser.h"

#include <string>
#include <utility>

#include "program/model/expression_parser.h"
#include "program/model/kind_words.h"
#include "program/model/lexer.h"
#include "program/model/statement_parser.h"
#include "program/model/token_stream.h"

namespace mazurka::model {

namespace {

class Parser {
 public:
  explicit Parser(const Source& source)
      : tokens_(source, tokenize(source)), expressions_(tokens_), statements_(tokens_) {}

  Module run() {
    while (!tokens_.at(TokenKind::end_of_file)) declaration();
    module_.has_cancel = statements_.has_cancel();
    return std::move(module_);
  }

 private:
  void declaration() {
    switch (tokens_.peek().kind) {
      case TokenKind::kw_const:
        return data(DataKind::constant);
      case TokenKind::kw_var:
        return data(DataKind::variable);
      case TokenKind::kw_lock:
        return data(DataKind::lock);
      case TokenKind::kw_cond:
        return data(DataKind::condition);
      case TokenKind::kw_handler:
        return data(DataKind::handler);
      case TokenKind::kw_thread:
        return task(false);
      case TokenKind::kw_message:
        return task(true);
      default:
        if (tokens_.at_word_before_name("procedure")) return procedure();
        if (tokens_.at_word_before_name("barrier")) return data(DataKind::barrier);
        throw tokens_.unexpected("a declaration", hint());
    }
  }

  [[nodiscard]] std::string hint() const {
    if (tokens_.at(TokenKind::right_brace)) return "this '}' closes nothing";
    return "statements belong in a thread or message; at the top level there are only const, var, "
           "lock, "
           "cond, barrier, handler, thread, message and procedure";
  }

  // Parses a declaration of data, such as "var x, y = 3, a[4];".
  void data(DataKind kind) {
    const Span keyword = tokens_.take().span;
    if (kind == DataKind::lock && tokens_.at(TokenKind::left_parenthesis))
      throw tokens_.source().error(keyword, "a statement outside a thread or message", hint());
    do {
      module_.data.push_back(item(kind));
    } while (tokens_.take_if(TokenKind::comma));
    tokens_.expect(TokenKind::semicolon);
  }

  // Names the kind of data. After `var`, "shared" is obvious.
  [[nodiscard]] static std::string word_for(DataKind kind) {
    return kind == DataKind::variable ? "a variable" : described(kind);
  }

  [[nodiscard]] DataDeclaration item(DataKind kind) {
    DataDeclaration result{.kind = kind, .name = tokens_.expect_name(word_for(kind))};
    if (kind != DataKind::constant && tokens_.take_if(TokenKind::left_bracket)) {
      result.size = expressions_.expression();
      tokens_.expect(TokenKind::right_bracket);
    }
    if (kind == DataKind::handler) result.discipline = discipline();
    if (kind == DataKind::constant) {
      tokens_.expect(TokenKind::assign, "a constant has a value: const N = 2;");
      result.value = expressions_.expression();
    } else if (kind == DataKind::barrier) {
      tokens_.expect(TokenKind::assign, "a barrier waits for a number of tasks: barrier b = 2;");
      result.value = expressions_.expression();
    } else if (kind == DataKind::variable && tokens_.take_if(TokenKind::assign)) {
      result.value = expressions_.expression();
    } else if (tokens_.at(TokenKind::assign)) {
      throw tokens_.unexpected("',' or ';'", "only variables, constants and barriers have values");
    }
    return result;
  }

  [[nodiscard]] Discipline discipline() {
    if (tokens_.take_word_if("fifo")) return Discipline::fifo;
    if (tokens_.take_word_if("multiset")) return Discipline::multiset;
    if (tokens_.at(TokenKind::name))
      throw tokens_.unexpected("'fifo', 'multiset', ',' or ';'",
                               "the disciplines of mailboxes are 'fifo' and 'multiset'");
    return Discipline::multiset;
  }

  void task(bool is_message) {
    tokens_.take();
    TaskDeclaration result{.is_message = is_message,
                           .name = tokens_.expect_name(is_message ? "a message" : "a thread")};
    if (tokens_.take_if(TokenKind::left_parenthesis)) {
      result.has_parentheses = true;
      result.parameters = parameters();
    }
    result.body = statements_.block();
    result.mentions_self = statements_.take_mention_of_self();
    module_.tasks.push_back(std::move(result));
  }

  void procedure() {
    tokens_.take();
    ProcedureDeclaration result{.name = tokens_.expect_name("a procedure")};
    tokens_.expect(TokenKind::left_parenthesis,
                   "a procedure has parameters: procedure p(x) { … } or procedure p() { … }");
    result.parameters = parameters();
    result.body = statements_.block();
    result.mentions_self = statements_.take_mention_of_self();
    module_.procedures.push_back(std::move(result));
  }

  [[nodiscard]] std::vector<Identifier> parameters() {
    std::vector<Identifier> result;
    if (tokens_.take_if(TokenKind::right_parenthesis)) return result;
    do {
      result.push_back(tokens_.expect_name("a parameter"));
    } while (tokens_.take_if(TokenKind::comma));
    tokens_.expect(TokenKind::right_parenthesis);
    return result;
  }

  TokenStream tokens_;
  ExpressionParser expressions_;
  StatementParser statements_;
  Module module_;
};

}  // namespace

Module parse(const Source& source) { return Parser(source).run(); }

}  // namespace mazurka::model
