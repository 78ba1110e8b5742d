// The tokens of the language.
#pragma once

#include <cstdint>
#include <string_view>

#include "program/model/source.h"

namespace mazurka::model {

enum class TokenKind : std::uint8_t {
  end_of_file,
  integer,
  // Includes the contextual keywords `to`, `in`, `fifo`, `multiset`, `send`, `receive`, `when`,
  // `after` and `self`.
  name,
  // Keywords. Their order is that of the table in lexer.cpp.
  kw_const,
  kw_var,
  kw_lock,
  kw_cond,
  kw_handler,
  kw_thread,
  kw_message,
  kw_let,
  kw_if,
  kw_else,
  kw_while,
  kw_for,
  kw_post,
  kw_spawn,
  kw_join,
  kw_unlock,
  kw_wait,
  kw_signal,
  kw_broadcast,
  kw_assert,
  kw_assume,
  kw_await,
  kw_fetch_add,
  kw_exchange,
  kw_cas,
  kw_trylock,
  kw_choose,
  // Punctuation, in the order of the table in lexer.cpp.
  left_brace,
  right_brace,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  semicolon,
  comma,
  dots,
  assign,
  arrow,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  plus,
  minus,
  times,
  divide,
  remainder,
};

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  Span span;
  std::int64_t value = 0;  // of an integer
};

[[nodiscard]] constexpr bool is_keyword(TokenKind kind) {
  return kind >= TokenKind::kw_const && kind <= TokenKind::kw_choose;
}

// Describes a token kind for messages: "'let'", "a name".
[[nodiscard]] std::string_view spelling(TokenKind kind);

}  // namespace mazurka::model
