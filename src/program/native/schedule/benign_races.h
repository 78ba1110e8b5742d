// Memory that the program itself declares free of harmful races (AnnotateBenignRace).
//
// Accesses to it stay events, in every order, but plain ones count as relaxed atomic accesses: they
// synchronise nothing, and no data race on this memory is reported.
#pragma once

#include <cstddef>

#include "core/memory_order.h"
#include "program/native/platform/layout.h"
#include "program/native/schedule/task.h"

namespace mazurka::native {

// Declares the memory benign until the end of the execution; for ever, before main.
void declare_benign(Address address, std::size_t size);
[[nodiscard]] bool is_declared_benign(Address address);
// Returns the memory order of the task's pending operation. Plain accesses to memory that is
// declared benign, and those that the program asks to ignore, are relaxed.
[[nodiscard]] MemoryOrder order_of_access(const Task& task);
// Forgets what the last execution declared.
void forget_benign_races();

}  // namespace mazurka::native
