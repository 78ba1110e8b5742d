#include "program/native/debug_info/warnings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/complain.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

std::vector<std::string>& known_warnings() {
  static std::vector<std::string> result;
  return result;
}
std::vector<NotCovered>& known_entries() {
  static std::vector<NotCovered> result;
  return result;
}

// Returns where the author's code made the call that led to `place`. `is_in_task` says whether the
// stack is that of the program.
std::string own_location(Address place, bool is_in_task) {
  if (place == 0) return "";
  std::vector<Address> calls;
  if (is_in_task) calls_in_program(calls);
  std::string text = own_location_text(calls);
  if (text.empty()) text = location_text(place);
  return text == "?" ? "" : text;
}

// Returns whether the entry is new.
bool add_entry(NotCoveredKind kind, std::string what, std::string location) {
  const NotCovered entry{kind, std::move(what), std::move(location)};
  std::vector<NotCovered>& entries = known_entries();
  if (std::ranges::find(entries, entry) != entries.end()) return false;
  entries.push_back(entry);
  return true;
}

std::function<void(const std::string&)>& user_of_warnings() {
  static std::function<void(const std::string&)> result;
  return result;
}

}  // namespace

void warn_once(NotCoveredKind kind, const char* what, const char* follows, Address place) {
  const bool is_in_task = running != nullptr;
  const OutsideProgram outside;
  static std::set<std::pair<Address, const char*>> said;
  if (!said.emplace(place, what).second) return;
  if (!add_entry(kind, std::string(what) + ": " + follows, own_location(place, is_in_task))) return;
  known_warnings().push_back(known_entries().back().text());
  warn(known_warnings().back().c_str());
  if (user_of_warnings()) user_of_warnings()(known_warnings().back());
}

void note_not_covered(NotCoveredKind kind, const std::string& what, Address place) {
  const bool is_in_task = running != nullptr;
  const OutsideProgram outside;
  static std::set<std::pair<Address, std::string>> noted;
  if (!noted.emplace(place, what).second) return;
  (void)add_entry(kind, what, own_location(place, is_in_task));
}

void know_warning(const std::string& text) {
  if (std::ranges::find(known_warnings(), text) == known_warnings().end())
    known_warnings().push_back(text);
}

void on_warning(std::function<void(const std::string&)> use) {
  user_of_warnings() = std::move(use);
}

const std::vector<std::string>& warnings() { return known_warnings(); }
const std::vector<NotCovered>& not_covered() { return known_entries(); }

}  // namespace mazurka::native
