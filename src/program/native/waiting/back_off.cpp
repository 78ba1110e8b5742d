#include "program/native/waiting/back_off.h"

#include <string>
#include <unwind.h>
#include <utility>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

// Of std::lock<…> and the functions that it is made of.
bool is_part_of_std_lock(Address place) {
  const std::string name = mangled_name_of_code(place);
  return name.starts_with("_ZSt4lock") || name.find("11__lock_impl") != std::string::npos;
}

_Unwind_Reason_Code look_for_std_lock(_Unwind_Context* frame, void* result) {
  const Address place = _Unwind_GetIP(frame);
  if (!is_in_executable(place) || !is_part_of_std_lock(place)) return _URC_NO_REASON;
  *static_cast<bool*>(result) = true;
  return _URC_END_OF_STACK;
}

bool is_called_by_std_lock() {
  bool result = false;
  _Unwind_Backtrace(look_for_std_lock, &result);
  return result;
}

// Between two failures in a row of two or three mutexes there are at most two unlocks, a lock and
// two attempts; with a success in between there are more events.
constexpr std::uint32_t most_events_in_a_row = 6;

}  // namespace

bool backs_off_again(WaitingState& state, std::uint32_t events) {
  bool is_std_lock = false;
  {
    const OutsideProgram outside;
    is_std_lock = is_called_by_std_lock();
  }
  if (!is_std_lock) return false;
  const std::uint32_t last = std::exchange(state.backed_off_at, events);
  return last != 0 && events - last <= most_events_in_a_row;
}

}  // namespace mazurka::native
