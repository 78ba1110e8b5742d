#include "debug_info/types.h"

#include <dwarf.h>
#include <vector>

namespace mazurka::debug_info {
namespace {

std::uint64_t number_of(Dwarf_Die& die, unsigned attribute, std::uint64_t otherwise) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  const bool is_number = dwarf_formudata(dwarf_attr(&die, attribute, &found), &value) == 0;
  return is_number ? value : otherwise;
}

std::size_t own_size_of(Dwarf_Die& die) { return number_of(die, DW_AT_byte_size, 0); }

// Returns the dimensions of an array, outermost first. An unknown dimension is 0.
std::vector<std::uint64_t> lengths_of(Dwarf_Die array) {
  std::vector<std::uint64_t> result;
  visit_children(array, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return;
    constexpr std::uint64_t unknown = ~std::uint64_t{0};  // one less than 0 elements
    result.push_back(
        number_of(child, DW_AT_count, number_of(child, DW_AT_upper_bound, unknown) + 1));
  });
  return result;
}

// Returns whether this is the name of an internal member of a library class, which names of
// variables should not show.
bool is_internal(std::string_view name) {
  return name.starts_with("_M_") || name.starts_with("__") || name.starts_with("_Vptr") ||
         name.starts_with("_vptr");
}

std::string offset_text(std::size_t offset) {
  return offset == 0 ? "" : "+" + std::to_string(offset);
}

// Returns where a member or a base class begins in its object; none if it is not a part of the
// object (a static member), or if that is computed at run time (a virtual base class).
std::optional<std::size_t> offset_of(Dwarf_Die& member) {
  const int tag = dwarf_tag(&member);
  if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return std::nullopt;
  if (dwarf_hasattr(&member, DW_AT_declaration) != 0 || dwarf_hasattr(&member, DW_AT_location) != 0)
    return std::nullopt;
  if (dwarf_hasattr(&member, DW_AT_data_member_location) == 0)  // also in unions
    return number_of(member, DW_AT_data_bit_offset, 0) / 8;
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  const std::uint64_t offset = number_of(member, DW_AT_data_member_location, unknown);
  return offset == unknown ? std::nullopt : std::optional(offset);
}

}  // namespace

std::optional<Dwarf_Die> Types::type_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_formref_die(dwarf_attr_integrate(&die, DW_AT_type, &attribute), &type) == nullptr)
    return std::nullopt;
  Dwarf_Die plain;
  if (dwarf_peel_type(&type, &plain) != 0) return std::nullopt;
  return is_class(plain) && own_size_of(plain) == 0 ? definition_of(plain) : plain;
}

// With -fdebug-types-section, the declaration refers to a unit of its own. clang describes a class
// only in the unit of its constructor, and declares it in other units. Returns none if there is no
// description, or if there are several that differ.
std::optional<Dwarf_Die> Types::definition_of(Dwarf_Die declaration) {
  Dwarf_Attribute signature;
  Dwarf_Die type;
  if (dwarf_attr(&declaration, DW_AT_signature, &signature) != nullptr &&
      dwarf_formref_die(&signature, &type) != nullptr)
    return type;
  const char* const name = dwarf_diename(&declaration);
  if (name == nullptr) return std::nullopt;
  if (!definitions_) find_definitions();
  const auto found = definitions_->find(name);
  return found == definitions_->end() ? std::nullopt : found->second;
}

void Types::find_definitions() {
  definitions_.emplace();
  const auto add = [&](Dwarf_Die& die) {
    const char* const name = is_class(die) ? dwarf_diename(&die) : nullptr;
    const std::size_t size = name == nullptr ? 0 : own_size_of(die);
    if (size == 0) return true;
    const auto [known, is_new] = definitions_->try_emplace(name, die);
    if (!is_new && known->second && own_size_of(*known->second) != size)
      known->second = std::nullopt;
    return true;
  };
  for (const Units::Unit& unit : units_.all()) visit_below(unit.entries, add);
  for (const Dwarf_Die& unit : units_.type_units()) visit_below(unit, add);
}

std::size_t Types::size_of(std::optional<Dwarf_Die> type) {
  if (!type) return 0;
  if (const std::size_t own = own_size_of(*type); own != 0) return own;
  const int tag = dwarf_tag(&*type);
  if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) return sizeof(void*);
  if (tag != DW_TAG_array_type) return 0;
  std::size_t size = size_of(type_of(*type));
  for (const std::uint64_t length : lengths_of(*type)) size *= length;
  return size;
}

std::string Types::part_of(std::optional<Dwarf_Die> type, std::size_t offset, std::size_t size) {
  if (!type) return offset_text(offset);
  if (offset == 0 && size != 0 && size >= size_of(type)) return {};
  if (is_class(*type)) return member_at(*type, offset, size);
  if (dwarf_tag(&*type) == DW_TAG_array_type) return element_at(*type, offset, size);
  return offset_text(offset);
}

std::string Types::member_at(Dwarf_Die type, std::size_t offset, std::size_t size) {
  std::optional<Dwarf_Die> found;
  // The size of a class that is only declared is unknown. Then the last such member that begins
  // before the address is taken.
  std::optional<Dwarf_Die> perhaps;
  visit_children(type, [&](Dwarf_Die& child) {
    const std::optional<std::size_t> begin = offset_of(child);
    if (found || !begin || offset < *begin) return;
    const std::size_t length = size_of(type_of(child));
    if (offset - *begin < length) found = child;
    if (length == 0) perhaps = child;
  });
  if (!found) found = perhaps;
  if (!found) return offset_text(offset);
  const char* const name = dwarf_diename(&*found);
  if (name != nullptr && is_internal(name)) return offset_text(offset);
  const std::string rest = part_of(type_of(*found), offset - *offset_of(*found), size);
  return name == nullptr ? rest : "." + std::string(name) + rest;
}

std::string Types::element_at(Dwarf_Die array, std::size_t offset, std::size_t size) {
  const std::optional<Dwarf_Die> element = type_of(array);
  const std::size_t length_of_element = size_of(element);
  if (length_of_element == 0) return offset_text(offset);
  std::size_t index = offset / length_of_element;
  std::string result;
  const std::vector<std::uint64_t> lengths = lengths_of(array);
  for (auto length = lengths.rbegin(); length != lengths.rend(); ++length) {
    const bool is_outermost = std::next(length) == lengths.rend();
    const std::uint64_t own = is_outermost || *length == 0 ? index : index % *length;
    if (*length != 0) index /= *length;
    result = "[" + std::to_string(own) + "]" + result;
  }
  return result + part_of(element, offset % length_of_element, size);
}

}  // namespace mazurka::debug_info
