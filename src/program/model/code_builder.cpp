#include "program/model/code_builder.h"

#include <span>
#include <vector>

#include "program/model/lexer.h"

namespace mazurka::model {

std::uint32_t CodeBuilder::emit(const Instruction& instruction) {
  image_.code.push_back(instruction);
  image_.origins.emplace_back();
  return here() - 1;
}

std::uint32_t CodeBuilder::emit(const Instruction& instruction, Span place) {
  const std::uint32_t index = emit(instruction);
  image_.origins[index].location = registry_.add_location(source_.location(place));
  return index;
}

std::uint32_t CodeBuilder::emit(const Instruction& instruction, Span place, Span text) {
  const std::uint32_t index = emit(instruction, place);
  image_.origins[index].text = static_cast<std::uint32_t>(image_.texts.size());
  image_.texts.push_back(plain_text(text));
  return index;
}

void CodeBuilder::load(Register to, std::int64_t value) {
  const auto [known, is_new] =
      constants_.try_emplace(value, static_cast<std::uint32_t>(image_.constants.size()));
  if (is_new) image_.constants.push_back(value);
  emit({.op = Op::load, .a = to, .b = known->second});
}

namespace {

// Returns whether the first token is a parenthesis that the last one closes.
[[nodiscard]] bool is_parenthesised(std::span<const Token> tokens) {
  if (tokens.size() < 2 || tokens.front().kind != TokenKind::left_parenthesis) return false;
  int open = 0;
  for (const Token& token : tokens.first(tokens.size() - 1)) {
    if (token.kind == TokenKind::left_parenthesis) ++open;
    if (token.kind == TokenKind::right_parenthesis && --open == 0) return false;
  }
  return tokens.back().kind == TokenKind::right_parenthesis;
}

}  // namespace

std::string CodeBuilder::plain_text(Span span) const {
  const Source piece(source_.file(), source_.text(span));
  const std::vector<Token> tokens = tokenize(piece);
  std::span<const Token> shown = std::span(tokens).first(tokens.size() - 1);
  while (is_parenthesised(shown)) shown = shown.subspan(1, shown.size() - 2);
  std::string result;
  std::uint32_t end = 0;
  for (const Token& token : shown) {
    if (!result.empty() && token.span.begin > end) result += ' ';
    result += piece.text(token.span);
    end = token.span.end;
  }
  return result;
}

}  // namespace mazurka::model
