#include "program/model/token_stream.h"

#include <utility>

namespace mazurka::model {

std::string quoted(TokenKind kind) {
  const std::string text(spelling(kind));
  return kind <= TokenKind::name ? text : "'" + text + "'";
}

TokenStream::TokenStream(const Source& source, std::vector<Token> tokens)
    : source_(source), tokens_(std::move(tokens)) {}

TokenStream::Nesting::Nesting(TokenStream& stream) : stream_(stream) {
  if (++stream_.nesting_ <= deepest_nesting) return;
  --stream_.nesting_;
  throw stream_.source_.error(
      stream_.peek().span, "this is nested too deeply",
      "blocks and parentheses may be nested " + std::to_string(deepest_nesting) + " levels deep");
}

bool TokenStream::at_word(std::string_view word) const {
  return at(TokenKind::name) && source_.text(peek().span) == word;
}

bool TokenStream::at_word_before(std::string_view word, TokenKind next) const {
  return at_word(word) && tokens_[here_ + 1].kind == next;
}

bool TokenStream::at_word_before_name(std::string_view word) const {
  return at_word_before(word, TokenKind::name);
}

Token TokenStream::take() {
  const Token token = peek();
  if (token.kind != TokenKind::end_of_file) ++here_;
  return token;
}

bool TokenStream::take_if(TokenKind kind) {
  const bool matches = at(kind);
  if (matches) take();
  return matches;
}

bool TokenStream::take_word_if(std::string_view word) {
  const bool matches = at_word(word);
  if (matches) take();
  return matches;
}

Token TokenStream::expect(TokenKind kind, std::string hint) {
  if (!at(kind)) throw unexpected(quoted(kind), std::move(hint));
  return take();
}

void TokenStream::expect_word(std::string_view word) {
  if (!take_word_if(word)) throw unexpected("'" + std::string(word) + "'");
}

Identifier TokenStream::expect_name(std::string_view what) {
  if (is_keyword(peek().kind))
    throw source_.error(peek().span, "'" + std::string(spelling(peek().kind)) +
                                         "' is a keyword and cannot be the name of " +
                                         std::string(what));
  if (!at(TokenKind::name)) throw unexpected("the name of " + std::string(what));
  const Span span = take().span;
  return {source_.text(span), span};
}

std::string TokenStream::shown(const Token& token) const {
  if (token.kind == TokenKind::end_of_file) return "the end of the file";
  return "'" + std::string(source_.text(token.span)) + "'";
}

UserError TokenStream::unexpected(const std::string& expected, std::string hint) const {
  return source_.error(peek().span, "expected " + expected + ", found " + shown(peek()),
                       std::move(hint));
}

}  // namespace mazurka::model
