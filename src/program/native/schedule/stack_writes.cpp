#include "program/native/schedule/stack_writes.h"

#include <algorithm>

#include "program/native/process/fiber.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native::stack_writes {

// The slot also holds thread-local data, which are not part of a stack and are not compared.
void note(Address address, std::size_t size) {
  const AreaId owner = area_of_slot(address);
  Task* const task = runtime->tasks.in(owner);
  const Address top = top_of_stack(owner);
  if (task == nullptr || address >= top || is_stack_guard(owner, address)) return;
  const OutsideProgram outside;
  task->waiting.foreign_writes.add(address, std::min<std::size_t>(size, top - address));
}

}  // namespace mazurka::native::stack_writes
