// Quotes a file name for a shell, if necessary.
#pragma once

#include <string>

namespace mazurka {

[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace mazurka
