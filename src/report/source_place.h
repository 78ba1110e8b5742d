// Places in sources as reports have them, "dir/bank.mzk:18:3", and what they say of files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

struct SourcePlace {
  std::string file;  // "" if the text names no place
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourcePlace&) const = default;
};

// The file itself may contain colons: line and column are read from the end.
[[nodiscard]] SourcePlace parsed_place(const std::string& text);

// "bank.mzk:18"
[[nodiscard]] std::string without_folder_and_column(std::string_view place);

// The files that events and errors are in, each once, in the order of their first appearance.
[[nodiscard]] std::vector<std::string> files_shown(const Summary& summary);

}  // namespace mazurka
