#include "program/native/debug_info/warnings.h"

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

}  // namespace

void warn_once(const char* what, const char* follows, Address place) {
  const OutsideProgram outside;
  static std::set<std::pair<Address, const char*>> said;
  if (!said.emplace(place, what).second) return;
  const std::string where = place == 0 ? "?" : location_text(place);
  const std::string text = (where == "?" ? "" : where + ": ") + what + ": " + follows;
  for (const std::string& known : known_warnings())
    if (known == text) return;
  known_warnings().push_back(text);
  warn(text.c_str());
}

const std::vector<std::string>& warnings() { return known_warnings(); }

}  // namespace mazurka::native
