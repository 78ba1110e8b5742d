#include "program/model/lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace mazurka::model {

namespace {

struct Spelling {
  TokenKind kind;
  std::string_view text;
};

constexpr std::array keywords = {
    Spelling{TokenKind::kw_const, "const"},
    Spelling{TokenKind::kw_var, "var"},
    Spelling{TokenKind::kw_lock, "lock"},
    Spelling{TokenKind::kw_cond, "cond"},
    Spelling{TokenKind::kw_handler, "handler"},
    Spelling{TokenKind::kw_thread, "thread"},
    Spelling{TokenKind::kw_message, "message"},
    Spelling{TokenKind::kw_let, "let"},
    Spelling{TokenKind::kw_if, "if"},
    Spelling{TokenKind::kw_else, "else"},
    Spelling{TokenKind::kw_while, "while"},
    Spelling{TokenKind::kw_for, "for"},
    Spelling{TokenKind::kw_post, "post"},
    Spelling{TokenKind::kw_spawn, "spawn"},
    Spelling{TokenKind::kw_join, "join"},
    Spelling{TokenKind::kw_unlock, "unlock"},
    Spelling{TokenKind::kw_wait, "wait"},
    Spelling{TokenKind::kw_signal, "signal"},
    Spelling{TokenKind::kw_broadcast, "broadcast"},
    Spelling{TokenKind::kw_assert, "assert"},
    Spelling{TokenKind::kw_assume, "assume"},
    Spelling{TokenKind::kw_await, "await"},
    Spelling{TokenKind::kw_fetch_add, "fetch_add"},
    Spelling{TokenKind::kw_exchange, "exchange"},
    Spelling{TokenKind::kw_cas, "cas"},
    Spelling{TokenKind::kw_trylock, "trylock"},
    Spelling{TokenKind::kw_choose, "choose"},
};

// If one sign is a prefix of another, the longer one wins (see punctuation()).
constexpr std::array punctuations = {
    Spelling{TokenKind::left_brace, "{"},
    Spelling{TokenKind::right_brace, "}"},
    Spelling{TokenKind::left_parenthesis, "("},
    Spelling{TokenKind::right_parenthesis, ")"},
    Spelling{TokenKind::left_bracket, "["},
    Spelling{TokenKind::right_bracket, "]"},
    Spelling{TokenKind::semicolon, ";"},
    Spelling{TokenKind::comma, ","},
    Spelling{TokenKind::dots, ".."},
    Spelling{TokenKind::assign, "="},
    Spelling{TokenKind::arrow, "=>"},
    Spelling{TokenKind::equal, "=="},
    Spelling{TokenKind::not_equal, "!="},
    Spelling{TokenKind::less, "<"},
    Spelling{TokenKind::less_equal, "<="},
    Spelling{TokenKind::greater, ">"},
    Spelling{TokenKind::greater_equal, ">="},
    Spelling{TokenKind::logical_and, "&&"},
    Spelling{TokenKind::logical_or, "||"},
    Spelling{TokenKind::logical_not, "!"},
    Spelling{TokenKind::plus, "+"},
    Spelling{TokenKind::minus, "-"},
    Spelling{TokenKind::times, "*"},
    Spelling{TokenKind::divide, "/"},
    Spelling{TokenKind::remainder, "%"},
};

// Used instead of <cctype>, which depends on the locale.
[[nodiscard]] bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] bool continues_name(char c) { return begins_name(c) || is_digit(c); }
[[nodiscard]] bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), text_(source.text()) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      skip_blanks_and_comments();
      tokens.push_back(next());
    } while (tokens.back().kind != TokenKind::end_of_file);
    return tokens;
  }

 private:
  [[nodiscard]] bool at(std::string_view what) const {
    return text_.substr(here_).starts_with(what);
  }
  [[nodiscard]] Span span_from(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(here_)};
  }

  template <class Predicate>
  std::string_view take_while(Predicate belongs) {
    const std::size_t begin = here_;
    while (here_ < text_.size() && belongs(text_[here_])) ++here_;
    return text_.substr(begin, here_ - begin);
  }

  void skip_blanks_and_comments() {
    for (;;) {
      take_while(is_blank);
      if (!at("//") && !at("#")) return;
      take_while([](char c) { return c != '\n'; });
    }
  }

  Token next() {
    if (here_ == text_.size()) return {TokenKind::end_of_file, span_from(here_)};
    if (is_digit(text_[here_])) return integer();
    if (begins_name(text_[here_])) return word();
    return punctuation();
  }

  Token integer() {
    const std::size_t begin = here_;
    const std::string_view digits = take_while(is_digit);
    if (here_ < text_.size() && begins_name(text_[here_])) {
      take_while(continues_name);
      throw source_.error(span_from(begin), "a name cannot begin with a digit",
                          "integers are written in decimal digits");
    }
    std::int64_t value = 0;
    for (const char digit : digits)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, digit - '0', &value))
        throw source_.error(span_from(begin), "this integer is too large",
                            "integers have 64 bits; the largest is " +
                                std::to_string(std::numeric_limits<std::int64_t>::max()));
    return {TokenKind::integer, span_from(begin), value};
  }

  Token word() {
    const std::size_t begin = here_;
    const std::string_view text = take_while(continues_name);
    const auto* const keyword = std::ranges::find(keywords, text, &Spelling::text);
    return {keyword == keywords.end() ? TokenKind::name : keyword->kind, span_from(begin)};
  }

  Token punctuation() {
    const std::size_t begin = here_;
    const Spelling* best = nullptr;
    for (const Spelling& candidate : punctuations)
      if (at(candidate.text) && (best == nullptr || candidate.text.size() > best->text.size()))
        best = &candidate;
    if (best == nullptr) unexpected_character();
    here_ += best->text.size();
    return {best->kind, span_from(begin)};
  }

  [[noreturn]] void unexpected_character() {
    const std::size_t begin = here_++;
    take_while([](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; });
    const Span span = span_from(begin);
    const char c = text_[begin];
    const bool shows = static_cast<unsigned char>(c) >= 0x20u && c != 0x7f;
    const std::string what = shows
                                 ? "unexpected character '" + std::string(source_.text(span)) + "'"
                                 : "unexpected control character (code " +
                                       std::to_string(static_cast<unsigned char>(c)) + ")";
    throw source_.error(span, what, hint_for(c));
  }

  [[nodiscard]] static std::string hint_for(char c) {
    if (c == '&') return "did you mean '&&'?";
    if (c == '|') return "did you mean '||'?";
    if (c == '.') return "did you mean '..'?";
    if (c == '"' || c == '\'') return "the language has no strings, only integers";
    return {};
  }

  const Source& source_;
  std::string_view text_;
  std::size_t here_ = 0;
};

}  // namespace

std::string_view spelling(TokenKind kind) {
  if (kind == TokenKind::end_of_file) return "the end of the file";
  if (kind == TokenKind::integer) return "an integer";
  if (kind == TokenKind::name) return "a name";
  if (is_keyword(kind))
    return keywords[static_cast<std::size_t>(kind) - static_cast<std::size_t>(TokenKind::kw_const)]
        .text;
  return punctuations[static_cast<std::size_t>(kind) -
                      static_cast<std::size_t>(TokenKind::left_brace)]
      .text;
}

std::vector<Token> tokenize(const Source& source) { return Lexer(source).run(); }

}  // namespace mazurka::model
