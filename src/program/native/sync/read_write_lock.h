// Read-write locks: readers do not conflict with each other.
//
// A lock is a number, -1 if a writer holds it, and parts that count its readers. A reader waits
// until the number is not -1, and adds to the part of its task: it reads the number and writes the
// part. A writer waits until the number and all parts are 0: it reads the parts and writes the
// number. So readers of different parts have no access in common that conflicts, and each of them
// conflicts with each writer. Nothing but the variables of awaits is needed for that.
//
// The explorers try, for each writer and each part, all places where the part may have been: a
// number that grows exponentially with the parts. So there are few of them. Tasks that share one
// conflict; that costs executions, but misses nothing.
//
// Called in fibers. A lock is the number at its address (schedule/number.h).
#pragma once

#include <cstdint>

#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

void lock_to_read(Synchroniser& lock, const char* text, Address place);
void lock_to_write(Synchroniser& lock, const char* text, Address place);
[[nodiscard]] bool trylock_to_read(Synchroniser& lock, Address place);
[[nodiscard]] bool trylock_to_write(Synchroniser& lock, Address place);
// REQUIRES: the running task holds it. So if a writer does, that is this task.
void unlock_read_write(Synchroniser& lock, Address place);
// An event that conflicts with all uses of the lock; `resets`: afterwards nobody holds it.
void use_whole_lock(Synchroniser& lock, bool resets, Address place);

}  // namespace mazurka::native
