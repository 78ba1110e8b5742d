// Parses source locations of reports, "dir/bank.mzk:18:3".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

struct SourcePlace {
  std::string file;  // "" if the text is not a location
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePlace&) const = default;
};

// Parses a location. File names may contain colons, so line and column are read from the end.
[[nodiscard]] SourcePlace parsed_place(const std::string& text);

// Returns the location without folder and column: "bank.mzk:18".
[[nodiscard]] std::string without_folder_and_column(std::string_view place);

// Returns the files of events and errors, without duplicates, in the order of their first
// appearance.
[[nodiscard]] std::vector<std::string> files_shown(const Summary& summary);

}  // namespace mazurka
