// Names in messages: lists of them, and the one that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::model {

// "'x'", "'x' and 'y'", "'x', 'y' and 'z'"; long lists are cut. REQUIRES: not empty.
[[nodiscard]] std::string list_of(const std::vector<std::string_view>& names);

// "did you mean 'total'?", or nothing if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wrong,
                                       const std::vector<std::string_view>& names);

}  // namespace mazurka::model
