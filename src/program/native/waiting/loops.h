// Recognises loops that only wait (spin loops), by their effects.
//
// `while (!flag.load());` ends when another task writes the flag. Suppose a task reaches the same
// read of the same cell again, finds the same value, has the same stack and registers, and has
// written nothing in between. Then its state is the same as before, so it would repeat this for
// ever. Its read becomes an await for another value; if the loop reads several cells, for another
// value of any of them. `while (lock.exchange(true));` writes the value that is already there and
// counts as a read. A loop that counts its iterations is not recognised, because its stack or its
// registers differ. What other tasks write to the stack does not count (foreign_writes.h).
//
// REQUIRES, for all functions: called in the fiber of the task whose state is given, from a hook.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.h"
#include "program/native/platform/layout.h"
#include "program/native/waiting/virtual_time.h"
#include "program/native/waiting/waiting_state.h"

namespace mazurka::native {

// Returns whether the task would repeat its next access for ever. REQUIRES: `period` is what
// IdleReads::period_of() returned for this access, and not 0.
[[nodiscard]] bool is_waiting_loop(WaitingState& state, TaskId task, std::uint32_t period);

// Returns whether this attempt to lock has failed before, and the task has since neither made
// another operation nor changed its stack and registers.
[[nodiscard]] bool repeats_attempt(WaitingState& state, TaskId task, Address object, Address place);
void attempt_failed(WaitingState& state, Address object, Address place);

// Records a read of a private cell. In a long sequence of equal reads it returns true from time to
// time; the caller should then call is_idle_loop().
[[nodiscard]] inline bool notice_private_read(WaitingState& state, Address place, Address address) {
  PrivateReads& reads = state.private_reads;
  if (reads.place == place && reads.address == address) {
    ++reads.count;
    return reads.count >= 1024 && reads.count % 1024 < 2;
  }
  reads = {place, address, 0, {}};  // the snapshot of another execution must not match
  return false;
}
// Returns whether the task is in the same state as at the previous call. If so, its loop reads a
// private cell and can only wait for a write by a task that has not touched the cell so far.
[[nodiscard]] bool is_idle_loop(WaitingState& state, TaskId task);

// Returns whether ending the wait at this place only leads to the same wait again. This happens in
// a loop such as `while (!done) condition.wait_for(lock, 10ms);` if waits end by timeout or
// spuriously and no task changes anything. Between two waits a task may lock, unlock and read. It
// is in the same state if its stack is the same and it has read the same values.
//
// Stacks that differ only in points in time count as equal: where a word differs, both values must
// be points in time that the task got from a clock, or passed to a wait as a deadline, in the
// respective iteration.
// REQUIRES: `repetition` is one of those in `state`.
[[nodiscard]] bool repeats(WaitingState& state, Repetition& repetition, TaskId task, Address place);
// Returns whether exploring the timeout of the wait at this place can lead to something new. A loop
// that reads the clock may be in the same state except for the time. So when it first repeats, it
// gets one more iteration in which an hour passes, and leaves if it was waiting for that.
[[nodiscard]] bool may_time_out(WaitingState& state, VirtualTime& time, TaskId task,
                                const timespec& deadline, Address place);

// For --unroll: records that the task reaches this place, and returns true if it has done so more
// than `limit` times. Visits with different call stacks are counted separately, so that a function
// that is called from many places is not taken for a loop. Loops without visible operations are not
// counted.
[[nodiscard]] bool visits_too_often(WaitingState& state, Address place, std::uint32_t limit);

// Clears the 128 bytes below the stack pointer. What the runtime's calls leave there depends on
// whether they had to wait. The program's next calls would contain it in their uninitialised
// variables, and equal stacks would look different.
// REQUIRES: the caller is compiled with -mno-red-zone, or its own variables might lie there.
[[gnu::always_inline]] inline void clean_stack() {
  asm volatile(
      "pxor %%xmm0, %%xmm0\n\t"
      "movups %%xmm0, -16(%%rsp)\n\t"
      "movups %%xmm0, -32(%%rsp)\n\t"
      "movups %%xmm0, -48(%%rsp)\n\t"
      "movups %%xmm0, -64(%%rsp)\n\t"
      "movups %%xmm0, -80(%%rsp)\n\t"
      "movups %%xmm0, -96(%%rsp)\n\t"
      "movups %%xmm0, -112(%%rsp)\n\t"
      "movups %%xmm0, -128(%%rsp)"
      :
      :
      : "xmm0", "memory");
}

}  // namespace mazurka::native
