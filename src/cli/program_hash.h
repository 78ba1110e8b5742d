// What identifies a program under test: `replay` refuses a schedule of another one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mazurka::cli {

// Of the source and what was defined on the command line: 32 hexadecimal digits (FNV-1a, 128 bits).
// Against mistakes, not against malice.
[[nodiscard]] std::string program_hash(std::string_view source,
                                       std::span<const std::string> defines);

}  // namespace mazurka::cli
