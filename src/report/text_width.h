// Text in columns of a terminal: UTF-8, one column per character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mazurka {

[[nodiscard]] std::size_t width_of(std::string_view text);

// Fills up with spaces. Longer texts stay as they are.
[[nodiscard]] std::string padded(std::string text, std::size_t width);
[[nodiscard]] std::string padded_left(std::string text, std::size_t width);

// At most `width` columns; what is cut off at the end is replaced by "…". REQUIRES: width > 0.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
// The same in the middle: what a step does stands at its beginning, the value at its end.
[[nodiscard]] std::string shortened_in_the_middle(std::string_view text, std::size_t width);
// The same at the beginning: the end of a path says more.
[[nodiscard]] std::string shortened_at_start(std::string_view text, std::size_t width);

// Breaks the text between words; lines after the first are indented by `indent` spaces. A word that
// is too long for a line stays whole.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace mazurka
