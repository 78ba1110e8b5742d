// The line number state machine of the DWARF 5 standard, section 6.2. It ignores files, because
// libbacktrace has already determined the file.
#include "program/native/debug_info/debug_columns.h"

#include <algorithm>
#include <utility>

#include "program/native/debug_info/debug_reader.h"

namespace mazurka::native {
namespace {

// The line table of one compilation unit.
class Unit {
 public:
  Unit(Bytes bytes, std::size_t offset_size, std::vector<LineRow>& rows)
      : reader_(bytes), size_(bytes.size()), offset_size_(offset_size), rows_(rows) {}

  void read() {
    const std::uint64_t version = reader_.fixed(2);
    if (version < 3 || version > 5) return;
    if (version == 5) (void)reader_.fixed(2);  // sizes of addresses and segments
    const std::uint64_t header_length = reader_.fixed(offset_size_);
    const std::size_t program = reader_.at() + header_length;
    smallest_instruction_ = reader_.fixed(1);
    if (version >= 4) (void)reader_.fixed(1);  // operations per instruction
    (void)reader_.fixed(1);                    // is_stmt at first
    line_base_ = static_cast<std::int8_t>(reader_.fixed(1));
    line_range_ = reader_.fixed(1);
    first_special_ = reader_.fixed(1);
    for (std::uint64_t i = 1; i < first_special_; ++i)
      operands_.push_back(static_cast<unsigned char>(reader_.fixed(1)));
    if (line_range_ == 0 || program > size_) return;
    reader_.go_to(program);
    while (!reader_.at_end()) step(reader_.fixed(1));
  }

 private:
  void step(std::uint64_t opcode) {
    if (opcode >= first_special_) return special(opcode - first_special_);
    switch (opcode) {
      case 0:
        return extended();
      case 1:  // copy
        return add_row();
      case 2:  // advance_pc
        row_.address += reader_.leb128() * smallest_instruction_;
        return;
      case 3:  // advance_line
        advance_line(reader_.signed_leb128());
        return;
      case 5:  // set_column
        row_.column = static_cast<std::uint32_t>(reader_.leb128());
        return;
      case 8:  // const_add_pc
        row_.address += (255 - first_special_) / line_range_ * smallest_instruction_;
        return;
      case 9:  // fixed_advance_pc
        row_.address += reader_.fixed(2);
        return;
      default:
        for (unsigned i = 0; i < operands_[opcode - 1]; ++i) (void)reader_.leb128();
    }
  }

  void special(std::uint64_t number) {
    row_.address += number / line_range_ * smallest_instruction_;
    advance_line(line_base_ + static_cast<std::int64_t>(number % line_range_));
    add_row();
  }

  void extended() {
    const std::uint64_t length = reader_.leb128();
    const std::size_t end = reader_.at() + length;
    const std::uint64_t opcode = length > 0 ? reader_.fixed(1) : 0;
    if (opcode == 1) {  // end_sequence
      row_.ends = true;
      add_row();
      row_ = {.line = 1};
    } else if (opcode == 2) {  // set_address
      row_.address = reader_.fixed(length - 1);
    }
    reader_.go_to(end);
  }

  void advance_line(std::int64_t by) {
    row_.line = static_cast<std::uint32_t>(static_cast<std::int64_t>(row_.line) + by);
  }
  void add_row() { rows_.push_back(row_); }

  Reader reader_;
  std::size_t size_;
  std::size_t offset_size_;
  std::vector<LineRow>& rows_;
  LineRow row_ = {.line = 1};
  std::uint64_t smallest_instruction_ = 1;
  std::int64_t line_base_ = 0;
  std::uint64_t line_range_ = 1;
  std::uint64_t first_special_ = 1;
  std::vector<unsigned char> operands_;
};

}  // namespace

std::vector<LineRow> rows_of_line_table(Bytes section) {
  std::vector<LineRow> rows;
  Reader reader(section);
  while (!reader.at_end()) {
    std::size_t offset_size = 4;
    std::uint64_t length = reader.fixed(4);
    if (length == 0xffffffff) {
      offset_size = 8;
      length = reader.fixed(8);
    }
    const std::size_t begin = reader.at();
    if (length == 0 || length > section.size() - std::min(begin, section.size())) break;
    Unit(section.subspan(begin, length), offset_size, rows).read();
    reader.go_to(begin + length);
  }
  // If several rows have the same address, the last one takes precedence; the beginning of a
  // sequence takes precedence over the end of another.
  std::ranges::stable_sort(
      rows, {}, [](const LineRow& row) { return std::pair(row.address, row.ends ? 0 : 1); });
  return rows;
}

std::uint32_t column_of(Address address, std::uint32_t line) {
  static const std::vector<LineRow> rows = rows_of_line_table(debug_section(".debug_line"));
  const auto next = std::ranges::upper_bound(rows, address, {}, &LineRow::address);
  if (next == rows.begin()) return 0;
  const LineRow& row = *std::prev(next);
  return row.ends || row.line != line ? 0 : row.column;
}

}  // namespace mazurka::native
