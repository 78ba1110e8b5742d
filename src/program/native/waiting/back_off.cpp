#include "program/native/waiting/back_off.h"

#include <string>
#include <unwind.h>
#include <utility>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

// Is this code in std::lock<…> or in one of the functions that it is made of? By the names that
// libstdc++ and libc++ give to them.
bool is_part_of_std_lock(Address place) {
  const std::string name = mangled_name_of_code(place);
  return name.starts_with("_ZSt4lock") || name.starts_with("_ZNSt3__14lock") ||
         name.find("11__lock_impl") != std::string::npos ||
         name.find("12__lock_first") != std::string::npos;
}

// Notes the outermost such frame.
_Unwind_Reason_Code look_for_std_lock(_Unwind_Context* frame, void* result) {
  const Address place = _Unwind_GetIP(frame);
  if (is_in_executable(place) && is_part_of_std_lock(place))
    *static_cast<Address*>(result) = _Unwind_GetCFA(frame);
  return _URC_NO_REASON;
}

// Which call of std::lock the running task stands in, told by where its frame lies; 0: none.
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
