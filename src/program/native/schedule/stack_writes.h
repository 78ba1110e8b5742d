// Writes of a task to the stack of another one. They must not count when the other task looks for a
// loop that only waits (waiting/foreign_writes.h), so everything that writes to memory of the
// program on behalf of a task calls will_write() first: hooks of memory accesses, and changes of a
// mutex, which lies in the program's memory.
#pragma once

#include <cstddef>

#include "core/ids.h"
#include "program/native/platform/layout.h"
#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

namespace stack_writes {
void note(Address address, std::size_t size);
}

inline void will_write(AreaId writer, Address address, std::size_t size) {
  if (is_in_slot(address) && area_of_slot(address) != writer) [[unlikely]]
    stack_writes::note(address, size);
}

// Returns the mutex, for a change by the task.
inline Mutex& writable(Mutex& mutex, AreaId writer) {
  will_write(writer, reinterpret_cast<Address>(&mutex), sizeof mutex);
  return mutex;
}

}  // namespace mazurka::native
