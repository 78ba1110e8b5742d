// The stream of tokens that the parsers read, with error messages for unexpected tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/model/source.h"
#include "program/model/syntax.h"
#include "program/model/token.h"

namespace mazurka::model {

class TokenStream {
 public:
  // The maximum nesting of blocks and parentheses. The parsers are recursive.
  static constexpr std::uint32_t deepest_nesting = 200;

  TokenStream(const Source& source, std::vector<Token> tokens);

  [[nodiscard]] const Source& source() const { return source_; }
  [[nodiscard]] const Token& peek() const { return tokens_[here_]; }
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  // Returns the token after the next one, or the last one of the file.
  [[nodiscard]] const Token& peek_second() const {
    return tokens_[here_ + 1 < tokens_.size() ? here_ + 1 : here_];
  }
  // Returns whether the next token is this contextual keyword.
  [[nodiscard]] bool at_word(std::string_view word) const;

  Token take();
  bool take_if(TokenKind kind);
  bool take_word_if(std::string_view word);
  // Takes a token of this kind. Throws an error with `hint` if the next token is a different one.
  Token expect(TokenKind kind, std::string hint = {});
  void expect_word(std::string_view word);
  // Takes a name that is declared or used.
  Identifier expect_name(std::string_view what);

  // Returns the span of the last token that was taken.
  [[nodiscard]] Span last_span() const { return tokens_[here_ == 0 ? 0 : here_ - 1].span; }
  [[nodiscard]] UserError unexpected(const std::string& expected, std::string hint = {}) const;

  // Counts the nesting depth while it exists.
  class Nesting {
   public:
    explicit Nesting(TokenStream& stream);
    ~Nesting() { --stream_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TokenStream& stream_;
  };

 private:
  [[nodiscard]] std::string shown(const Token& token) const;

  const Source& source_;
  std::vector<Token> tokens_;
  std::size_t here_ = 0;
  std::uint32_t nesting_ = 0;
};

// Describes a token for messages: "'let'" for a keyword or sign, "a name" for a kind of token.
[[nodiscard]] std::string quoted(TokenKind kind);

}  // namespace mazurka::model
