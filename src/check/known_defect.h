// Defects of the standard library that are real, and not the fault of the program
// (docs/native.md#findings-inside-the-standard-library). Reports of them say so.
#pragma once

#include <string>
#include <string_view>

namespace mazurka {

inline constexpr std::string_view known_defect_words =
    "a known defect of libstdc++, not of the program (docs/native.md); --ignore libstdc++ "
    "suppresses it";

// Returns the line of a report that ends an explanation: "…: a known defect of libstdc++ …".
[[nodiscard]] inline std::string known_defect(std::string_view what) {
  return std::string(what) + ": " + std::string(known_defect_words);
}

[[nodiscard]] inline bool names_known_defect(std::string_view line) {
  return line.ends_with(known_defect_words);
}

}  // namespace mazurka
