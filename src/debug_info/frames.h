// Source lines of code.
#pragma once

#include <string>
#include <vector>

#include "debug_info/units.h"

namespace mazurka::debug_info {

struct Frame {
  std::string file;
  int line = 0;          // 0: unknown
  int column = 0;        // 0: unknown
  std::string function;  // mangled or not; may be empty
};

// Returns the functions at this address: inlined ones, innermost first, and last the function that
// contains them. Leaves out functions whose line is unknown.
[[nodiscard]] std::vector<Frame> frames_at(Units& units, Dwarf_Addr code);

}  // namespace mazurka::debug_info
