// How many processors this process may use.
#pragma once

#include <cstdint>
#include <string>

namespace mazurka::cli {

// Returns how many processors the process may run on, and no more than the limit of its control
// groups lets it use at a time; at least 1. `root` is the root of the file system, for tests.
[[nodiscard]] std::uint32_t processors_available(const std::string& root = "");

}  // namespace mazurka::cli
