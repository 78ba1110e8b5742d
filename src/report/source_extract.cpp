#include "report/source_extract.h"

#include <algorithm>

namespace mazurka {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

std::vector<SourcePart> extract(std::string_view text, std::vector<std::uint32_t> lines,
                                std::uint32_t around) {
  const std::vector<std::string_view> all = lines_of(text);
  std::ranges::sort(lines);
  std::vector<SourcePart> parts;
  std::size_t next = 1;  // the first line that is in no part yet
  for (const std::uint32_t line : lines) {
    if (line == 0 || line > all.size()) continue;
    const std::size_t first = std::max<std::size_t>(next, line > around ? line - around : 1);
    const std::size_t last = std::min<std::size_t>(all.size(), std::size_t{line} + around);
    if (first > last) continue;
    if (parts.empty() || first != next)
      parts.push_back({.first_line = static_cast<std::uint32_t>(first), .text = ""});
    for (std::size_t i = first; i <= last; ++i) parts.back().text += all[i - 1];
    next = last + 1;
  }
  return parts;
}

}  // namespace mazurka
