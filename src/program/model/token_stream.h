// The words of a model as the parsers see them: the next one, and what to say if it is a wrong one.
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
  // Blocks and parentheses deeper than this are refused: the parsers are recursive.
  static constexpr std::uint32_t deepest_nesting = 200;

  TokenStream(const Source& source, std::vector<Token> tokens);

  [[nodiscard]] const Source& source() const { return source_; }
  [[nodiscard]] const Token& peek() const { return tokens_[here_]; }
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  // One of the words that are keywords only in their places.
  [[nodiscard]] bool at_word(std::string_view word) const;

  Token take();
  bool take_if(TokenKind kind);
  bool take_word_if(std::string_view word);
  // `hint` is shown if the next word is another one.
  Token expect(TokenKind kind, std::string hint = {});
  void expect_word(std::string_view word);
  // A name that is being declared or used.
  Identifier expect_name(std::string_view what);

  // The span of the word that was taken last.
  [[nodiscard]] Span last_span() const { return tokens_[here_ == 0 ? 0 : here_ - 1].span; }
  [[nodiscard]] UserError unexpected(const std::string& expected, std::string hint = {}) const;

  // Held while something is parsed that can contain itself.
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

// "'let'" for a word or sign, "a name" for a kind of word.
[[nodiscard]] std::string quoted(TokenKind kind);

}  // namespace mazurka::model
