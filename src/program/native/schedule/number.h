// Numbers that only the runtime accesses. They implement semaphores, barriers, spin locks, once
// flags, and quit and join of handlers. All functions are called in fibers.
#pragma once

#include <cstdint>

#include "core/memory_order.h"
#include "program/native/schedule/pending_operation.h"

namespace mazurka::native {

// Returns the number at this address, with its value in this execution, which is `at_first` if the
// number has not been used. The functions below require numbers that this function has returned.
[[nodiscard]] Synchroniser& number_at(const volatile void* address, std::int64_t at_first = 0);
// Returns the number that stands for state of the runtime: how often it has changed.
[[nodiscard]] Synchroniser& number_at(RuntimeState state);

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

// Returns whether another task waits for the number or, if it is a read-write lock, for the lock.
[[nodiscard]] bool has_waiters(const Synchroniser& number);

// Makes the present value the initial value, if no task was created so far: changes before that are
// part of the initial state, not events.
void keep_as_initial(Synchroniser& number);

}  // namespace mazurka::native
