// Read-write locks: readers do not conflict with each other.
//
// A lock consists of a number, which is -1 if a writer holds it, and parts that count its readers.
// A reader waits until the number is not -1 and increments the part of its task: it reads the
// number and writes the part. A writer waits until the number and all parts are 0: it reads the
// parts and writes the number. So readers of different parts do not conflict, and every reader
// conflicts with every writer. The explorers need no special case for this: a lock operation is an
// ordinary await.
//
// For each writer, the explorers try all orders with respect to each part, and the number of
// combinations grows exponentially with the number of parts. So there are only a few parts. Tasks
// that share a part conflict, which costs additional executions but misses none.
//
// The functions are called in fibers. A lock is the number at its address (schedule/number.h).
#pragma once

#include <cstdint>

#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

void lock_to_read(Synchroniser& lock, const char* text, Address place);
void lock_to_write(Synchroniser& lock, const char* text, Address place);
[[nodiscard]] bool trylock_to_read(Synchroniser& lock, Address place);
[[nodiscard]] bool trylock_to_write(Synchroniser& lock, Address place);
// Unlocks the lock. REQUIRES: the running task holds it. Hence if a writer holds it, the writer is
// the running task.
void unlock_read_write(Synchroniser& lock, Address place);
// Initialises the lock if `resets` is true, and destroys it otherwise, in an event that conflicts
// with all of its uses. After a reset no task holds the lock.
void use_whole_lock(Synchroniser& lock, bool resets, Address place);

}  // namespace mazurka::native
