// What the terminal can show.
#pragma once

#include <cstddef>
#include <ostream>

namespace mazurka::cli {

// Where a stream really goes, if that is not standard output or standard error: the process of a
// program under test has these for the program.
void set_descriptor(std::ostream& stream, int descriptor);

// Columns of the output: COLUMNS if that is set, else what the terminal says, else 100.
[[nodiscard]] std::size_t output_width(std::ostream& out);
// Is it a terminal that may be coloured (https://no-color.org)?
[[nodiscard]] bool output_has_colour(std::ostream& out);
[[nodiscard]] bool errors_go_to_terminal(std::ostream& err);

}  // namespace mazurka::cli
