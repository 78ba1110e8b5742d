// The compilation units of an executable, and its functions by address.
//
// libdw finds the unit of an address only by the section .debug_aranges, which clang does not emit
// (dwarf_addrdie() and dwfl_module_getsrc() then find nothing). So this index is made from the
// ranges that each unit declares.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <memory>
#include <vector>

namespace mazurka::debug_info {

// Calls visit(die) for the children of a debugging information entry, in order, and for the
// children of those for which it returns true.
template <class Visit>
void visit_below(Dwarf_Die parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do {
    if (visit(child)) visit_below(child, visit);
  } while (dwarf_siblingof(&child, &child) == 0);
}

// Calls visit(die) for the direct children.
template <class Visit>
void visit_children(Dwarf_Die parent, const Visit& visit) {
  visit_below(parent, [&](Dwarf_Die& child) {
    visit(child);
    return false;
  });
}

// Calls visit(die) for all functions and variables of a unit, and for some other entries. Skips
// classes, which are most of the entries: the code of a member function and the memory of a static
// member are described outside of the class, unless the class is local to a function.
template <class Visit>
void visit_definitions(Dwarf_Die unit, const Visit& visit) {
  visit_below(unit, [&](Dwarf_Die& die) {
    visit(die);
    if (dwarf_tag(&die) == DW_TAG_subprogram)
      visit_below(die, [&](Dwarf_Die& inner) {
        visit(inner);
        return true;
      });
    return dwarf_tag(&die) == DW_TAG_namespace;
  });
}

// Returns whether the entry is a structure, a class or a union.
[[nodiscard]] bool is_class(Dwarf_Die& die);

class Units {
 public:
  // Reads the debug information of the executable with this descriptor. Without any, there are no
  // units.
  explicit Units(int descriptor);
  ~Units() { dwarf_end(dwarf_); }
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;

  struct Unit {
    Dwarf_Die lines;    // has the line table
    Dwarf_Die entries;  // has the functions and variables; differs with -gsplit-dwarf
  };
  [[nodiscard]] const std::vector<Unit>& all() const { return units_; }
  // Returns the units that have only a type (-fdebug-types-section).
  [[nodiscard]] const std::vector<Dwarf_Die>& type_units() const { return type_units_; }
  // Returns the unit with this code; null if there is none.
  [[nodiscard]] const Unit* unit_at(Dwarf_Addr code) const;
  // Returns the function with this code; null if there is none.
  [[nodiscard]] const Dwarf_Die* function_at(Dwarf_Addr code);

 private:
  struct Range {
    Dwarf_Addr begin;
    Dwarf_Addr end;
    std::size_t index;  // of the unit, or of the function
  };
  struct Functions {
    std::vector<Dwarf_Die> entries;
    std::vector<Range> ranges;
  };

  static void add_ranges(Dwarf_Die& die, std::size_t index, std::vector<Range>& to);
  [[nodiscard]] static const Range* range_at(const std::vector<Range>& ranges, Dwarf_Addr code);
  [[nodiscard]] static Functions functions_of(const Unit& unit);

  Dwarf* dwarf_;
  std::vector<Unit> units_;
  std::vector<Dwarf_Die> type_units_;
  std::vector<Range> ranges_;                          // sorted
  std::vector<std::unique_ptr<Functions>> functions_;  // by unit; null if not needed so far
};

}  // namespace mazurka::debug_info
