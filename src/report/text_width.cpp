#include "report/text_width.h"

#include <algorithm>

namespace mazurka {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t now = width_of(text);
  if (now < width) text.append(width - now, ' ');
  return text;
}

std::string padded_left(std::string text, std::size_t width) {
  const std::size_t now = width_of(text);
  return now < width ? std::string(width - now, ' ') + text : text;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::size_t end = 0;
  for (std::size_t kept = 0; end < text.size(); ++end)
    if (starts_character(text[end]) && kept++ == width - 1) break;
  return std::string(text.substr(0, end)) + "…";
}

std::string shortened_at_start(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::size_t begin = text.size();
  for (std::size_t kept = 0; kept + 1 < width; kept += starts_character(text[begin])) --begin;
  return "…" + std::string(text.substr(begin));
}

std::string shortened_in_the_middle(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  if (width < 3) return shortened(text, width);
  const std::string beginning = shortened(text, width / 2);  // with "…"
  return beginning + shortened_at_start(text, width - width / 2 + 1).substr(sizeof "…" - 1);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  // What stands before the first word stays there: it is part of the layout.
  std::size_t used = std::min(text.find_first_not_of(' '), text.size());
  std::string result(used, ' ');
  text.remove_prefix(used);
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t needed = width_of(word) + (is_first ? 0 : 1);
    if (!is_first && used + needed > width) {
      result += "\n" + std::string(indent, ' ');
      used = indent + width_of(word);
    } else {
      if (!is_first) result += ' ';
      used += needed;
    }
    result += word;
    is_first = false;
  }
  return result;
}

}  // namespace mazurka
