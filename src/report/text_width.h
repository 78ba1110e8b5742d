// Text in columns of a terminal: UTF-8, one column per character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mazurka {

[[nodiscard]] std::size_t width_of(std::string_view text);

// Appends spaces up to `width` columns. Longer texts are not changed.
[[nodiscard]] std::string padded(std::string text, std::size_t width);
[[nodiscard]] std::string padded_left(std::string text, std::size_t width);

// Shortens a text to at most `width` columns. "…" replaces what is cut off at the end. REQUIRES:
// width > 0.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
// Shortens a text in the middle, for steps: the operation is at the beginning, the value at the
// end.
[[nodiscard]] std::string shortened_in_the_middle(std::string_view text, std::size_t width);
// Shortens a text at the beginning, for paths: the end says more.
[[nodiscard]] std::string shortened_at_start(std::string_view text, std::size_t width);

// Breaks a text between words. Lines after the first are indented by `indent` spaces. A word that
// is too long for a line is not broken.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace mazurka
