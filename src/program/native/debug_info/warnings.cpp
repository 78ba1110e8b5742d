#include "program/native/debug_info/warnings.h"

#include <set>
#include <utility>

#include "program/native/describe.h"
#include "program/native/platform/complain.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

struct OutsideCall {
  const char* name = nullptr;
  Address place = 0;
};
constinit OutsideCall last_call;

std::vector<std::string>& known_warnings() {
  static std::vector<std::string> result;
  return result;
}

}  // namespace

void warn_once(const char* what, const char* follows, Address place) {
  const OutsideProgram outside;
  static std::set<std::pair<Address, const char*>> said;
  if (!said.emplace(place, what).second) return;
  const std::string where = place == 0 ? "?" : Words::place(place);
  const std::string text = (where == "?" ? "" : where + ": ") + what + ": " + follows;
  for (const std::string& known : known_warnings())
    if (known == text) return;
  known_warnings().push_back(text);
  warn(text.c_str());
}

const std::vector<std::string>& warnings() { return known_warnings(); }

void note_outside_call(const char* name, Address place) {
  last_call = {name, place};
  if (running != nullptr) running->forget_spinning();
}
void forget_outside_call() { last_call = {}; }
std::string last_outside_call() {
  if (last_call.name == nullptr) return {};
  return std::string(last_call.name) + " (" + Words::place(last_call.place) + ")";
}

}  // namespace mazurka::native
