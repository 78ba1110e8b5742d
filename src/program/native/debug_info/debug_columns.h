// Columns of code from debug information: libbacktrace knows files and lines only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// From this address to that of the next row.
struct LineRow {
  Address address = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool ends = false;  // behind the last instruction of a sequence
};

// What a section .debug_line says (DWARF 3 to 5), sorted by address. Stops at what it does not
// understand.
[[nodiscard]] std::vector<LineRow> rows_of_line_table(std::span<const unsigned char> section);

// Of the instruction that this address lies in, if it belongs to this line; else 0.
[[nodiscard]] std::uint32_t column_of(Address address, std::uint32_t line);

}  // namespace mazurka::native
