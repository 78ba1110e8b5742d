// Turns operations of loops that wait (waiting/loops.h) into awaits.
//
// REQUIRES, for all functions: called in the fiber of the running task `task`, which is about to
// announce the operation at `place` that begins a round of the loop.
#pragma once

#include "core/memory_order.h"
#include "program/native/schedule/task.h"
#include "program/native/waiting/loops.h"

namespace mazurka::native {

// Waits in silent rounds until one of their variables changes. The await stands for the operation
// of the task, which has then happened. Returns false if this is not possible.
[[nodiscard]] bool wait_silently(Task& task, const WaitingLoop& loop, Address place,
                                 MemoryOrder order);

// Waits, in rounds that others can see, until a variable changes that these rounds only read. If
// they have found a mutex locked, waits for ever: that the mutex was unlocked is not seen. The
// operation of the task is still to come, and must be set up again.
void wait_fairly(Task& task, const WaitingLoop& loop, Address place);

// Lets the rest of a counted loop belong to one event, which stands for the operation of the task.
// Returns false if this is not possible.
[[nodiscard]] bool skip_rounds(Task& task, const WaitingLoop& loop, Address place,
                               MemoryOrder order);
// Called when the task has skipped too many rounds: waits until a variable of the loop changes. The
// await stands for the operation of the task.
void end_skipping(Task& task, Address place, MemoryOrder order);

// Returns whether a task that waits fairly would repeat its rounds for ever: nothing that they
// depend on has changed, and no other task waits for what they change.
[[nodiscard]] bool spins_for_ever(const Task& task);

}  // namespace mazurka::native
