// What the terminal can show.
#pragma once

#include <cstddef>

namespace mazurka::cli {

// Columns of standard output: COLUMNS if that is set, else what the terminal says, else 100.
[[nodiscard]] std::size_t output_width();
// Is standard output a terminal that may be coloured (https://no-color.org)?
[[nodiscard]] bool output_has_colour();
[[nodiscard]] bool errors_go_to_terminal();

}  // namespace mazurka::cli
