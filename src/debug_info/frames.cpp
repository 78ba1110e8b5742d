#include "debug_info/frames.h"

#include <dwarf.h>
#include <filesystem>

namespace mazurka::debug_info {
namespace {

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

// Returns the path without "." and "..", which clang leaves in it: "/home/me/./store.h".
std::string path_of(const char* file) {
  return std::filesystem::path(text_or_empty(file)).lexically_normal().string();
}

Frame innermost(Dwarf_Line& line) {
  Frame frame{.file = path_of(dwarf_linesrc(&line, nullptr, nullptr))};
  dwarf_lineno(&line, &frame.line);
  dwarf_linecol(&line, &frame.column);
  return frame;
}

std::string name_of(Dwarf_Die function) {
  Dwarf_Attribute found;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name})
    if (dwarf_attr_integrate(&function, name, &found) != nullptr)
      return text_or_empty(dwarf_formstring(&found));
  return {};
}

int number_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(&die, attribute, &found), &value) != 0) return 0;
  return static_cast<int>(value);
}

// Returns where an inlined function was called.
Frame caller_of(Dwarf_Die& inlined) {
  Frame frame{.line = number_of(inlined, DW_AT_call_line),
              .column = number_of(inlined, DW_AT_call_column)};
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  if (dwarf_diecu(&inlined, &unit, nullptr, nullptr) != nullptr &&
      dwarf_getsrcfiles(&unit, &files, nullptr) == 0) {
    const auto file = static_cast<std::size_t>(number_of(inlined, DW_AT_call_file));
    frame.file = path_of(dwarf_filesrc(files, file, nullptr, nullptr));
  }
  return frame;
}

// Returns the functions that are inlined at this address, outermost first.
std::vector<Dwarf_Die> inlined_at(Dwarf_Die function, Dwarf_Addr code) {
  std::vector<Dwarf_Die> result;
  visit_below(function, [&](Dwarf_Die& die) {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_lexical_block) return true;
    if (tag != DW_TAG_inlined_subroutine || dwarf_haspc(&die, code) != 1) return false;
    result.push_back(die);
    return true;
  });
  return result;
}

}  // namespace

std::vector<Frame> frames_at(Units& units, Dwarf_Addr code) {
  std::vector<Frame> result;
  const Units::Unit* const unit = units.unit_at(code);
  if (unit == nullptr) return result;
  Dwarf_Die with_lines = unit->lines;
  Dwarf_Line* const line = dwarf_getsrc_die(&with_lines, code);
  if (line == nullptr) return result;
  Frame frame = innermost(*line);
  if (const Dwarf_Die* const function = units.function_at(code)) {
    std::vector<Dwarf_Die> inlined = inlined_at(*function, code);
    for (auto each = inlined.rbegin(); each != inlined.rend(); ++each) {
      frame.function = name_of(*each);
      result.push_back(std::move(frame));
      frame = caller_of(*each);
    }
    frame.function = name_of(*function);
  }
  result.push_back(std::move(frame));
  std::erase_if(result, [](const Frame& each) { return each.line == 0 || each.file.empty(); });
  return result;
}

}  // namespace mazurka::debug_info
