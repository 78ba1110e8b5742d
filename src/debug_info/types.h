// Types of variables, and names of their parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "debug_info/units.h"

namespace mazurka::debug_info {

class Types {
 public:
  explicit Types(const Units& units) : units_(units) {}

  // Returns the type of a variable, a member or a pointer, without qualifiers and typedefs. Returns
  // none if it is void or unknown.
  [[nodiscard]] std::optional<Dwarf_Die> type_of(Dwarf_Die die);
  // Returns the size in bytes; 0 if it is unknown.
  [[nodiscard]] std::size_t size_of(std::optional<Dwarf_Die> type);
  // Returns the part at this offset of an object: ".limit", "[3].key", or "+4" if it has no name.
  // Returns "" for the whole object. A `size` of 0 matches a part of any size.
  [[nodiscard]] std::string part_of(std::optional<Dwarf_Die> type, std::size_t offset,
                                    std::size_t size);

 private:
  [[nodiscard]] std::optional<Dwarf_Die> definition_of(Dwarf_Die declaration);
  void find_definitions();
  [[nodiscard]] std::string member_at(Dwarf_Die type, std::size_t offset, std::size_t size);
  [[nodiscard]] std::string element_at(Dwarf_Die array, std::size_t offset, std::size_t size);

  const Units& units_;
  // Classes by name. None: several classes with that name have different sizes.
  std::optional<std::unordered_map<std::string_view, std::optional<Dwarf_Die>>> definitions_;
};

}  // namespace mazurka::debug_info
