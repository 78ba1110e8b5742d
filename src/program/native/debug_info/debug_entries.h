// The entries of .debug_info (DWARF 4 and 5) that describe names and types of variables.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "program/native/debug_info/debug_reader.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// A debugging information entry: a variable, a type, a function, … Only attributes that are needed
// here are kept.
struct DebugEntry {
  std::uint64_t tag = 0;
  std::uint64_t parent = 0;  // index in entries()
  std::uint64_t depth = 0;   // children follow, and are deeper
  const char* name = nullptr;
  std::uint64_t type = 0;    // offset of an entry; 0: none
  std::uint64_t origin = 0;  // offset of the entry that has name and type instead; 0: none
  std::uint64_t size = 0;    // in bytes, of a type
  std::int64_t offset = 0;   // of a member
  std::uint64_t count = 0;   // of elements
  Address low = 0;           // code of a function or block
  Address high = 0;
  Bytes location;    // of a variable: an expression; empty if it has none, or several
  Bytes frame_base;  // of a function: an expression; empty if it has none
  bool has_address = false;
  Address address = 0;  // of a variable with a fixed address
};

class DebugEntries {
 public:
  // Returns the entries of this program. The first call reads all of them, which takes a few
  // milliseconds per megabyte.
  [[nodiscard]] static const DebugEntries& of_program();

  [[nodiscard]] const std::vector<DebugEntry>& all() const { return entries_; }
  // Returns the entry at this offset; null if there is none.
  [[nodiscard]] const DebugEntry* at(std::uint64_t offset) const {
    const auto found = by_offset_.find(offset);
    return found == by_offset_.end() ? nullptr : &entries_[found->second];
  }
  [[nodiscard]] std::size_t index_of(const DebugEntry& entry) const {
    return static_cast<std::size_t>(&entry - entries_.data());
  }
  // Return the name and the type of the entry, or those of its origin.
  [[nodiscard]] const char* name_of(const DebugEntry& entry) const;
  [[nodiscard]] const DebugEntry* type_of(const DebugEntry& entry) const;

 private:
  friend class DebugUnit;
  std::vector<DebugEntry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> by_offset_;
};

// Tag numbers of the DWARF standard.
namespace debug_tag {
inline constexpr std::uint64_t array = 0x01, enclosing_class = 0x02, enumeration = 0x04,
                               parameter = 0x05, lexical_block = 0x0b, member = 0x0d,
                               pointer = 0x0f, reference = 0x10, structure = 0x13, alias = 0x16,
                               union_type = 0x17, inheritance = 0x1c, subrange = 0x21,
                               base_type = 0x24, constant = 0x26, function = 0x2e, variable = 0x34,
                               volatile_type = 0x35, atomic_type = 0x47;
}  // namespace debug_tag

}  // namespace mazurka::native
