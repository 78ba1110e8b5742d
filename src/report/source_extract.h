// Of a source file what a report shows: all of it, or, of a long one, what surrounds some lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka {

struct SourcePart {
  std::uint32_t first_line = 1;
  std::string text;  // lines, each with its end
  bool operator==(const SourcePart&) const = default;
};

// The lines wanted with `around` lines before and after each; parts do not overlap. Lines that the
// file does not have are left out.
[[nodiscard]] std::vector<SourcePart> extract(std::string_view text,
                                              std::vector<std::uint32_t> lines,
                                              std::uint32_t around);

}  // namespace mazurka
