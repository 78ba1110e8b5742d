#include "program/native/waiting/back_off.h"

#include <string>
#include <unwind.h>
#include <utility>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

// Returns whether the code address lies in std::lock<…> or in one of the internal functions that
// implement it in libstdc++ and libc++.
bool is_part_of_std_lock(Address place) {
  const std::string name = mangled_name_of_code(place);
  return name.starts_with("_ZSt4lock") || name.starts_with("_ZNSt3__14lock") ||
         name.find("11__lock_impl") != std::string::npos ||
         name.find("12__lock_first") != std::string::npos;
}

// Stores the outermost frame of std::lock in `result`: each call overwrites the previous result.
_Unwind_Reason_Code look_for_std_lock(_Unwind_Context* frame, void* result) {
  const Address place = _Unwind_GetIP(frame);
  if (is_in_executable(place) && is_part_of_std_lock(place))
    *static_cast<Address*>(result) = _Unwind_GetCFA(frame);
  return _URC_NO_REASON;
}

// Returns the stack address that identifies the running task's call of std::lock; 0 if the task is
// not in such a call.
Address call_of_std_lock() {
  const OutsideProgram outside;
  Address result = 0;
  _Unwind_Backtrace(look_for_std_lock, &result);
  return result;
}

}  // namespace

void forget_other_back_off(WaitingState& state) {
  if (call_of_std_lock() != state.backed_off_in) state.backed_off_in = 0;
}

bool backs_off_again(WaitingState& state) {
  const Address call = call_of_std_lock();
  return call != 0 && std::exchange(state.backed_off_in, call) == call;
}

}  // namespace mazurka::native
