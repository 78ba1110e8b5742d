// Source columns from debug information. libbacktrace provides only files and lines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Describes the code from this address to the address of the next row.
struct LineRow {
  Address address = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool ends = false;  // the address behind the last instruction of a sequence
};

// Returns the rows of a .debug_line section (DWARF 3 to 5), sorted by address. Stops at the first
// unknown construct.
[[nodiscard]] std::vector<LineRow> rows_of_line_table(std::span<const unsigned char> section);

// Returns the column of the instruction at this address; 0 if it does not belong to this line.
[[nodiscard]] std::uint32_t column_of(Address address, std::uint32_t line);

}  // namespace mazurka::native
