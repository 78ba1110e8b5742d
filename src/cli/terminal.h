// What the terminal can show.
#pragma once

#include <cstddef>
#include <ostream>

namespace mazurka::cli {

// Says which file descriptor a stream writes to, if that is not the usual one: the tested program
// may have the usual ones for itself.
void set_descriptor(std::ostream& stream, int descriptor);

// Columns of this stream: COLUMNS if that is set, else what the terminal says, else 100.
[[nodiscard]] std::size_t output_width(std::ostream& out);
// Is it a terminal that may be coloured (https://no-color.org)?
[[nodiscard]] bool output_has_colour(std::ostream& out);
[[nodiscard]] bool errors_go_to_terminal(std::ostream& err);

}  // namespace mazurka::cli
