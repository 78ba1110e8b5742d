// Extracts the part of a source file that a report shows: the whole file, or the surroundings of
// some lines of a long file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka {

struct SourcePart {
  std::uint32_t first_line = 1;
  std::string text;  // lines, each with its line break
  bool operator==(const SourcePart&) const = default;
};

// Returns the wanted lines with `around` lines before and after each. Parts do not overlap. Lines
// that the file does not have are ignored.
[[nodiscard]] std::vector<SourcePart> extract(std::string_view text,
                                              std::vector<std::uint32_t> lines,
                                              std::uint32_t around);

}  // namespace mazurka
