// Properties of the terminal.
#pragma once

#include <cstddef>
#include <ostream>

namespace mazurka::cli {

// Sets which file descriptor a stream writes to, if that is not the usual one: the program under
// test may use the usual ones.
void set_descriptor(std::ostream& stream, int descriptor);

// Makes `to` a stream to the descriptor of `from`, as far as the functions below are concerned.
void use_descriptor_of(std::ostream& from, std::ostream& to);

// Returns the number of columns: COLUMNS if it is set, otherwise that of the terminal, otherwise
// 100.
[[nodiscard]] std::size_t output_width(std::ostream& out);
// Returns whether the stream is a terminal and colours are allowed (https://no-color.org).
[[nodiscard]] bool output_has_colour(std::ostream& out);
[[nodiscard]] bool errors_go_to_terminal(std::ostream& err);

}  // namespace mazurka::cli
