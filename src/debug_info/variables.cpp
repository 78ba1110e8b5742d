#include "debug_info/variables.h"

#include <algorithm>
#include <dwarf.h>

namespace mazurka::debug_info {
namespace {

// Returns the only operation of the expression that describes where the variable is at this code
// address; null if there is none, or if there are several operations.
const Dwarf_Op* location_of(Dwarf_Die& die, unsigned attribute, Dwarf_Addr code,
                            Dwarf_Attribute& found) {
  Dwarf_Op* expression = nullptr;
  std::size_t length = 0;
  if (dwarf_attr_integrate(&die, attribute, &found) == nullptr) return nullptr;
  const bool is_known = dwarf_getlocation_addr(&found, code, &expression, &length, 1) == 1;
  return is_known && length == 1 ? expression : nullptr;
}

// Returns the fixed address of a variable. The expression of a thread-local variable is longer.
std::optional<Dwarf_Addr> address_of(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  Dwarf_Op* expression = nullptr;
  std::size_t length = 0;
  if (dwarf_getlocation(dwarf_attr(&variable, DW_AT_location, &attribute), &expression, &length) !=
          0 ||
      length != 1)
    return std::nullopt;
  if (expression->atom == DW_OP_addr) return expression->number;
  if (expression->atom != DW_OP_addrx && expression->atom != DW_OP_GNU_addr_index)
    return std::nullopt;
  Dwarf_Attribute result;
  Dwarf_Addr address = 0;
  if (dwarf_getlocation_attr(&attribute, expression, &result) != 0 ||
      dwarf_formaddr(&result, &address) != 0)
    return std::nullopt;
  return address;
}

// Returns the frame base of a function, to which the addresses of its locals are relative, itself
// relative to the canonical frame address. Knows only what compilers usually emit.
std::optional<std::int64_t> base_of(Dwarf_Die function, Dwarf_Addr code) {
  Dwarf_Attribute attribute;
  const Dwarf_Op* const base = location_of(function, DW_AT_frame_base, code, attribute);
  if (base == nullptr) return std::nullopt;
  if (base->atom == DW_OP_call_frame_cfa) return 0;
  // The register rbp, which -fno-omit-frame-pointer sets.
  if (base->atom == DW_OP_reg6) return -2 * static_cast<std::int64_t>(sizeof(void*));
  return std::nullopt;
}

// Returns where a local variable lies, relative to the frame base.
std::optional<std::int64_t> offset_of_local(Dwarf_Die& variable, Dwarf_Addr code) {
  Dwarf_Attribute attribute;
  const Dwarf_Op* const where = location_of(variable, DW_AT_location, code, attribute);
  if (where == nullptr || where->atom != DW_OP_fbreg) return std::nullopt;
  return static_cast<std::int64_t>(where->number);
}

bool runs_in(Dwarf_Die& block, Dwarf_Addr code) {
  const bool has_code =
      dwarf_hasattr(&block, DW_AT_low_pc) != 0 || dwarf_hasattr(&block, DW_AT_ranges) != 0;
  return !has_code || dwarf_haspc(&block, code) == 1;
}

}  // namespace

void Variables::find_globals() {
  globals_.emplace();
  for (const Units::Unit& unit : units_.all())
    visit_definitions(unit.entries, [&](Dwarf_Die& die) {
      if (dwarf_tag(&die) != DW_TAG_variable) return;
      if (const auto address = address_of(die)) globals_->push_back({*address, die});
    });
  std::ranges::stable_sort(*globals_, {}, &Global::address);
}

std::optional<std::string> Variables::part_of_global(Dwarf_Addr address, std::size_t size) {
  if (!globals_) find_globals();
  auto after = std::ranges::upper_bound(*globals_, address, {}, &Global::address);
  if (after == globals_->begin()) return std::nullopt;
  // Several units may describe the same variable.
  const Dwarf_Addr begin = std::prev(after)->address;
  auto each = std::ranges::lower_bound(*globals_, begin, {}, &Global::address);
  for (; each != after; ++each) {
    const auto type = types_.type_of(each->variable);
    if (address - begin < types_.size_of(type)) return types_.part_of(type, address - begin, size);
  }
  return std::nullopt;
}

// Variables of inner blocks take precedence.
std::string Variables::local_in(Dwarf_Die scope, Dwarf_Addr code, std::int64_t offset,
                                std::size_t size) {
  std::string result;
  visit_children(scope, [&](Dwarf_Die& child) {
    if (result.empty() && dwarf_tag(&child) == DW_TAG_lexical_block && runs_in(child, code))
      result = local_in(child, code, offset, size);
  });
  visit_children(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (!result.empty() || (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter)) return;
    const auto begin = offset_of_local(child, code);
    const char* const name = dwarf_diename(&child);
    if (!begin || name == nullptr || offset < *begin) return;
    const auto type = types_.type_of(child);
    const auto within = static_cast<std::size_t>(offset - *begin);
    if (within >= std::max<std::size_t>(types_.size_of(type), 1)) return;
    result = name + types_.part_of(type, within, size);
  });
  return result;
}

std::string Variables::name_of_local(Dwarf_Addr code, std::int64_t offset, std::size_t size) {
  const Dwarf_Die* const function = units_.function_at(code);
  if (function == nullptr) return {};
  const auto base = base_of(*function, code);
  return base ? local_in(*function, code, offset - *base, size) : std::string();
}

std::vector<ObjectParameter> Variables::parameters_of(Dwarf_Addr code) {
  std::vector<ObjectParameter> result;
  const Dwarf_Die* const function = units_.function_at(code);
  const auto base = function == nullptr ? std::nullopt : base_of(*function, code);
  if (!base) return result;
  visit_children(*function, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) return;
    const auto where = offset_of_local(child, code);
    std::optional<Dwarf_Die> pointer = types_.type_of(child);
    if (!where || !pointer) return;
    const int tag = dwarf_tag(&*pointer);
    if (tag != DW_TAG_pointer_type && tag != DW_TAG_reference_type) return;
    std::optional<Dwarf_Die> object = types_.type_of(*pointer);
    if (!object || !is_class(*object) || dwarf_diename(&*object) == nullptr) return;
    result.push_back({*base + *where, types_.size_of(object), known_types_.size()});
    known_types_.push_back(*object);
  });
  return result;
}

std::string Variables::name_of_member(std::uint64_t type, std::size_t offset, std::size_t size) {
  if (type >= known_types_.size()) return {};
  Dwarf_Die object = known_types_[type];
  const std::string part = types_.part_of(object, offset, size);
  return part.starts_with(".") ? std::string(dwarf_diename(&object)) + "::" + part.substr(1) : "";
}

}  // namespace mazurka::debug_info
