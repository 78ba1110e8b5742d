// The words of a command line.
#pragma once

#include <string>
#include <vector>

namespace mazurka::cli {

using Words = std::vector<std::string>;

inline void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace mazurka::cli
