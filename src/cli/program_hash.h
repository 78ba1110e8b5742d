// Identifies a program under test: `replay` refuses a schedule of a different program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mazurka::cli {

// Returns a hash of the source and the definitions of the command line: 32 hexadecimal digits
// (FNV-1a, 128 bits). It protects against mistakes, not against malice.
[[nodiscard]] std::string program_hash(std::string_view source,
                                       std::span<const std::string> defines);

}  // namespace mazurka::cli
