#include "program/model/source.h"

#include <algorithm>
#include <utility>

namespace mazurka::model {

namespace {

constexpr std::uint32_t block = 64;  // see Source::characters_

[[nodiscard]] bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u;
}

[[nodiscard]] bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20u || byte == 0x7f;
}

[[nodiscard]] std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

// Returns the indentation that puts the caret under the character after `text`. Tabs stay tabs.
[[nodiscard]] std::string blank(std::string_view text) {
  std::string result;
  for (const char byte : text)
    if (begins_character(byte)) result += byte == '\t' ? '\t' : ' ';
  return result;
}

// Replaces control characters, so that a model cannot control the terminal.
[[nodiscard]] std::string printable(std::string_view text) {
  std::string result(text);
  for (char& byte : result)
    if (is_control(byte) && byte != '\t') byte = '?';
  return result;
}

[[nodiscard]] std::string margin(const std::string& label) {
  const std::size_t width = 5;
  return std::string(label.size() < width ? width - label.size() : 0, ' ') + label + " | ";
}

}  // namespace

Source::Source(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {
  line_starts_.push_back(0);
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < text_.size(); ++i) {
    if (i % block == 0) characters_.push_back(count);
    count += begins_character(text_[i]);
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
  characters_.push_back(count);
}

std::uint32_t Source::characters_before(std::uint32_t offset) const {
  const std::uint32_t start = offset - offset % block;
  if (start >= text_.size()) return characters_.back();
  return characters_[start / block] +
         static_cast<std::uint32_t>(characters(text_.substr(start, offset - start)));
}

std::uint32_t Source::line_of(std::uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::uint32_t>(next - line_starts_.begin() - 1);
}

std::string_view Source::line_text(std::uint32_t line) const {
  const std::string_view rest = text_.substr(line_starts_[line]);
  std::string_view result = rest.substr(0, rest.find('\n'));
  if (result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

SourceLocation Source::location(Span span) const {
  const std::uint32_t line = line_of(span.begin);
  const std::uint32_t start = characters_before(line_starts_[line]);
  return {file_, line + 1, characters_before(span.begin) - start + 1};
}

std::string Source::excerpt(Span span) const {
  const std::size_t longest = 200;  // longer lines are cut off
  const std::uint32_t number = line_of(span.begin);
  const std::string_view line = line_text(number);
  const std::size_t column = std::min<std::size_t>(span.begin - line_starts_[number], line.size());
  if (column > longest) return {};
  const std::string_view marked = line.substr(column, std::max(span.end, span.begin) - span.begin);
  const std::size_t width = std::clamp<std::size_t>(characters(marked), 1, longest);
  return margin(std::to_string(number + 1)) + printable(line.substr(0, longest)) + "\n" +
         margin("") + blank(line.substr(0, column)) + "^" + std::string(width - 1, '~');
}

UserError Source::error(Span span, std::string message, std::string hint) const {
  const SourceLocation place = location(span);
  return {place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column),
          std::move(message), std::move(hint), excerpt(span)};
}

}  // namespace mazurka::model
