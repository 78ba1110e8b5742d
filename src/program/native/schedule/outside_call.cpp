#include "program/native/schedule/outside_call.h"

#include "program/native/debug_info/location_text.h"
#include "program/native/process/running.h"
#include "program/native/schedule/task.h"

namespace mazurka::native {
namespace {

struct OutsideCall {
  const char* name = nullptr;
  Address place = 0;
};
constinit OutsideCall last_call;

}  // namespace

void note_outside_call(const char* name, Address place) {
  last_call = {name, place};
  if (running != nullptr) running->waiting.forget_spinning();
}

void forget_outside_call() { last_call = {}; }

std::string last_outside_call() {
  if (last_call.name == nullptr) return {};
  return std::string(last_call.name) + " (" + location_text(last_call.place) + ")";
}

}  // namespace mazurka::native
