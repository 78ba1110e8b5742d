// Loops that only wait, told by what they do.
//
// `while (!flag.load());` goes on when somebody writes the flag. A task that comes to the same read
// of the same cell again, with the same value there and with the same stack and registers, having
// written nothing in between, would do the same for ever: its state is the same. So its read
// becomes an await for another value; if it has read other cells since, for another value of any of
// them. `while (lock.exchange(true));` writes what is there already and counts as a read. A loop
// that counts its turns is not of this kind: its stack or its registers differ.
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

// Would the access that comes next, and that was made `period` idle reads ago, be made for ever?
// REQUIRES: period is what IdleReads::period_of() returned for it, and not 0.
[[nodiscard]] bool is_waiting_loop(WaitingState& state, TaskId task, std::uint32_t period);

// Has this attempt to lock failed before, with nothing done since and nothing remembered?
[[nodiscard]] bool repeats_attempt(WaitingState& state, TaskId task, Address object, Address place);
void attempt_failed(WaitingState& state, Address object, Address place);

// Notes a read of a private cell. Returns true from time to time in a row of such reads: then
// is_idle_loop() should be asked.
[[nodiscard]] inline bool notice_private_read(WaitingState& state, Address place, Address address) {
  PrivateReads& reads = state.private_reads;
  if (reads.place == place && reads.address == address) {
    ++reads.count;
    return reads.count >= 1024 && reads.count % 1024 < 2;
  }
  reads = {place, address, 0, 0};  // a hash of another execution would look the same
  return false;
}
// Is the task in the same state as when it was asked last? Then the loop that reads a private cell
// can only wait for somebody who has not been seen so far.
[[nodiscard]] bool is_idle_loop(WaitingState& state, TaskId task);

// Does the wait at this place lead only to the same wait again? A wait in a loop, `while (!done)
// condition.wait_for(lock, 10ms);`, that ends by time or for no reason does so if nobody changes
// anything. Between two waits a task may lock and unlock, and read; then it is in the same state if
// its stack is the same and it has read the same.
//
// Stacks that hold different points in time count as the same: of a word that differs, both values
// must be what the task got from a clock, or gave to a wait as a deadline, in their round.
[[nodiscard]] bool repeats(Repetition& repetition, TaskId task, Address place);
// Is it worth trying that the wait at this place ends when its deadline has come? A loop that
// watches the clock is in the same state only as far as it looks: it gets one more round, with an
// hour passing, and leaves if that is what it waits for.
[[nodiscard]] bool may_time_out(WaitingState& state, VirtualTime& time, TaskId task,
                                const timespec& deadline, Address place);

// --unroll: notes that the task comes to this place. Returns true if it did so more often than
// `limit` times. The same place is the same call of the same calls: a function that is called from
// many places is not a loop. Loops without visible operations are not seen here.
[[nodiscard]] bool visits_too_often(WaitingState& state, Address place, std::uint32_t limit);

// Clears the 128 bytes below the stack pointer. What the runtime's calls leave below the program's
// frames depends on whether they had to wait. The program's next calls take it over, in variables
// that they do not set, and stacks that are the same would look different.
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
