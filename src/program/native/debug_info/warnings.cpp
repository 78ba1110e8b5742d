#include "program/native/debug_info/warnings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "program/native/debug_info/location_text.h"
#include "program/native/platform/complain.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

std::vector<std::string>& known_warnings() {
  static std::vector<std::string> result;
  return result;
}

std::function<void(const std::string&)>& user_of_warnings() {
  static std::function<void(const std::string&)> result;
  return result;
}

}  // namespace

void warn_once(const char* what, const char* follows, Address place) {
  const OutsideProgram outside;
  static std::set<std::pair<Address, const char*>> said;
  if (!said.emplace(place, what).second) return;
  const std::string where = place == 0 ? "?" : location_text(place);
  const std::string text = (where == "?" ? "" : where + ": ") + what + ": " + follows;
  if (std::ranges::find(known_warnings(), text) != known_warnings().end()) return;
  known_warnings().push_back(text);
  warn(text.c_str());
  if (user_of_warnings()) user_of_warnings()(text);
}

void know_warning(const std::string& text) {
  if (std::ranges::find(known_warnings(), text) == known_warnings().end())
    known_warnings().push_back(text);
}

void on_warning(std::function<void(const std::string&)> use) {
  user_of_warnings() = std::move(use);
}

const std::vector<std::string>& warnings() { return known_warnings(); }

}  // namespace mazurka::native
