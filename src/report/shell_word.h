// A file name as a shell takes it: in quotes if need be.
#pragma once

#include <string>

namespace mazurka {

[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace mazurka
