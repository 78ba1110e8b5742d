// --unroll: a task that comes to the same place too often is stopped.
#include "core/hash.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// The same place is the same call of the same calls: a function that is called from many places is
// no loop. Loops without visible operations are not seen here; they end the execution in another
// way.
void Runtime::count_visit(Task& task, Address place) {
  bool is_too_often = false;
  {
    const OutsideProgram outside;
    std::vector<Address> calls;
    calls_in_program(calls);
    std::uint64_t hash = place;
    for (const Address call : calls) hash = mix(hash, call);
    is_too_often = ++task.visits[hash] > program_.options.unroll;
  }
  if (!is_too_often) return;
  is_cut_ = true;
  stop_at_assume(place);
}

}  // namespace mazurka::native
