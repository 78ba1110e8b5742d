// Formats names in messages, and finds the one that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::model {

// Returns "'x'", "'x' and 'y'", "'x', 'y' and 'z'". Long lists are shortened. REQUIRES: not empty.
[[nodiscard]] std::string list_of(const std::vector<std::string_view>& names);

// Returns "did you mean 'total'?", or nothing if no name is similar.
[[nodiscard]] std::string did_you_mean(std::string_view wrong,
                                       const std::vector<std::string_view>& names);

}  // namespace mazurka::model
