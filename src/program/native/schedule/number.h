// Numbers that only the runtime touches: what semaphores, barriers, spin locks, once flags and the
// ends of handlers are made of. Called in fibers.
#pragma once

#include <cstdint>

#include "core/memory_order.h"
#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// Returns the number at this address, with its value in this execution: `at_first` if nobody has
// set it. All functions below require that it came from here.
[[nodiscard]] Synchroniser& number_at(const volatile void* address, std::int64_t at_first = 0);

using Change = std::int64_t (*)(std::int64_t value, std::int64_t operand);

// Replaces the value, in one event.
void update_number(Synchroniser& number, Change change, std::int64_t operand, Address place,
                   MemoryOrder order = MemoryOrder::sequential);
// Blocks until the condition holds for the value, and then replaces it.
void await_number(Synchroniser& number, Condition condition, Change change, std::int64_t operand,
                  Address place, MemoryOrder order = MemoryOrder::acquire);
// Replaces the value if the condition holds, and returns whether it did; never blocks. It
// synchronises only if it succeeds.
[[nodiscard]] bool try_number(Synchroniser& number, const Condition& condition, Change change,
                              std::int64_t operand, Address place);

// Does another task wait for the number, or for the read-write lock that it is?
[[nodiscard]] bool has_waiters(const Synchroniser& number);

// What happens before the first task is created is part of the initial state, not an event.
void keep_as_initial(Synchroniser& number);

}  // namespace mazurka::native
