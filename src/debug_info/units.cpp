#include "debug_info/units.h"

#include <algorithm>

namespace mazurka::debug_info {

bool is_class(Dwarf_Die& die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

Units::Units(int descriptor) : dwarf_(dwarf_begin(descriptor, DWARF_C_READ)) {
  if (dwarf_ == nullptr) return;
  Dwarf_CU* unit = nullptr;
  std::uint8_t kind = 0;
  Dwarf_Die die;
  Dwarf_Die split;
  while (dwarf_get_units(dwarf_, unit, &unit, nullptr, &kind, &die, &split) == 0) {
    if (kind == DW_UT_type || kind == DW_UT_split_type) {
      type_units_.push_back(die);
      continue;
    }
    units_.push_back({die, split.addr == nullptr ? die : split});
    const std::size_t known = ranges_.size();
    add_ranges(die, units_.size() - 1, ranges_);
    if (ranges_.size() != known) continue;
    for (Range range : functions_of(units_.back()).ranges) {
      range.index = units_.size() - 1;
      ranges_.push_back(range);
    }
  }
  std::ranges::stable_sort(ranges_, {}, &Range::begin);
  functions_.resize(units_.size());
}

// Linkers set the addresses of functions that they drop to 0, or to 1 in lists of ranges.
void Units::add_ranges(Dwarf_Die& die, std::size_t index, std::vector<Range>& to) {
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0;)
    if (begin > 1 && begin < end) to.push_back({begin, end, index});
}

const Units::Range* Units::range_at(const std::vector<Range>& ranges, Dwarf_Addr code) {
  auto after = std::ranges::upper_bound(ranges, code, {}, &Range::begin);
  // Ranges hardly ever overlap.
  constexpr int farthest = 8;
  for (int i = 0; i < farthest && after != ranges.begin(); ++i)
    if (code < (--after)->end) return &*after;
  return nullptr;
}

const Units::Unit* Units::unit_at(Dwarf_Addr code) const {
  const Range* const range = range_at(ranges_, code);
  return range == nullptr ? nullptr : &units_[range->index];
}

Units::Functions Units::functions_of(const Unit& unit) {
  Functions result;
  visit_definitions(unit.entries, [&](Dwarf_Die& die) {
    if (dwarf_tag(&die) != DW_TAG_subprogram) return;
    add_ranges(die, result.entries.size(), result.ranges);
    result.entries.push_back(die);
  });
  std::ranges::stable_sort(result.ranges, {}, &Range::begin);
  return result;
}

const Dwarf_Die* Units::function_at(Dwarf_Addr code) {
  const Unit* const unit = unit_at(code);
  if (unit == nullptr) return nullptr;
  std::unique_ptr<Functions>& functions =
      functions_[static_cast<std::size_t>(unit - units_.data())];
  if (functions == nullptr) functions = std::make_unique<Functions>(functions_of(*unit));
  const Range* const range = range_at(functions->ranges, code);
  return range == nullptr ? nullptr : &functions->entries[range->index];
}

}  // namespace mazurka::debug_info
