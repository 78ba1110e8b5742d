// Formats values of variables for reports.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace mazurka {

// Formats large numbers, which are probably pointers, in hexadecimal.
[[nodiscard]] inline std::string text_of(std::int64_t value) {
  constexpr std::int64_t longest = std::int64_t{1} << 40;
  if (value <= longest) return std::to_string(value);
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace mazurka
