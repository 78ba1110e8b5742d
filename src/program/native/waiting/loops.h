// Recognises loops that only wait (spin loops), by their effects.
//
// `while (!flag.load());` ends when another task writes the flag. Suppose a task is back at the
// same operation with the same stack, registers and private memory, and its last rounds were equal:
// it made the same operations, and each read found the same value. Then it would repeat the round
// for ever, unless another task changes something that it reads. How it may be treated depends on
// what others can see of a round.
//
//   Silent rounds  consist of reads, of exchanges of a value for the same value, and of stores of
//     the value that the task itself has read or stored there before. Others can see such a store
//     only by conflict: it changes no value. The next operation becomes an await for another value
//     of any variable of the round. This loses nothing. An execution with one more round has the
//     same values everywhere, so the round can be taken out of it; and what other tasks can do in
//     the middle of a round, they can do in the middle of the last one that was explored. Nor is a
//     data race lost: if an access of a further round races, the same access of the last explored
//     round does, once the rounds between are taken out, because that removes no more than the
//     order that they brought.
//   Fair rounds  also lock and unlock mutexes, or change a variable and change it back, so that
//     others can see that the task is busy. A scheduler that is fair lets other tasks run in
//     between. After `fair_rounds` equal rounds, the task waits until a variable changes that it
//     only reads. If it has found a mutex locked, there may be no such variable; then the task is
//     stopped. Orders in which others see more rounds than that in a row are not explored, and
//     counted.
//   Counted rounds  are silent and have no stores, but the stack differs in numbers that grow by
//     the same amount in each round. After `counted_rounds` of them, the rest of the loop belongs
//     to one event, up to `most_skipped_rounds`; from then on, the loop counts as silent. An
//     exchange belongs to these rounds only as long as it leaves the value as it is, which is
//     known before it happens: `while (!x.compare_exchange_weak(i, 0)) ++i;` changes x when i has
//     the right value. Executions in which the loop ends in one of these rounds are not explored,
//     and counted.
//
// A look at the stack costs as much as ten events. A task that loads one variable again and again,
// and does not wait, would pay for it with each load. So after `patient_rounds` rounds of a single
// operation that found the same value, with another stack each time, the task is looked at twice in
// so many rounds. A loop that begins to wait after that is recognised later, by less than
// `patient_rounds` rounds.
//
// Invariant: the answer depends only on the task's own history (decision 0001, assumption b): on
// its stack without what others have written there (foreign_writes.h), on values that it has read,
// and on values that it has written.
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

enum class LoopKind : std::uint8_t { none, silent, fair, counted };

struct WaitingLoop {
  LoopKind kind = LoopKind::none;
  std::uint32_t length = 0;  // of a round, in steps
};

inline constexpr std::uint32_t fair_rounds = 3;
inline constexpr std::uint32_t counted_rounds = 8;
inline constexpr std::uint32_t patient_rounds = 64;  // more than it takes to see that rounds count
inline constexpr std::uint32_t most_skipped_rounds = 100'000;

// Returns whether the operation of the task at this place, which it is about to announce, begins a
// round of a loop that only waits. REQUIRES: state.settle() was called.
[[nodiscard]] WaitingLoop find_waiting_loop(WaitingState& state, AreaId area, Address place,
                                            Address address);

// Returns whether this attempt to lock has failed before, and the task has since neither made
// another operation nor changed its stack and registers.
[[nodiscard]] bool repeats_attempt(WaitingState& state, AreaId area, Address object, Address place);
void attempt_failed(WaitingState& state, Address object, Address place);

// Returns whether the task, which reads private memory at the anchor of its PrivateSpin, is in the
// same state as it was there before. Records the state if there is none.
[[nodiscard]] bool is_idle_loop(WaitingState& state, AreaId area);

// Returns whether ending the wait at this place only leads to the same wait again. This happens in
// a loop such as `while (!done) condition.wait_for(lock, 10ms);` if waits end by timeout or
// spuriously and no task changes anything. Between two waits a task may lock, unlock and read. It
// is in the same state if its stack is the same and it has read the same values.
//
// Stacks that differ only in points in time count as equal: where a word differs, both values must
// be points in time that the task got from a clock, or passed to a wait as a deadline, in the
// respective iteration.
// REQUIRES: `repetition` is one of those in `state`.
[[nodiscard]] bool repeats(WaitingState& state, Repetition& repetition, AreaId area, Address place);
// Returns whether exploring the timeout of the wait at this place can lead to something new. A loop
// that reads the clock may be in the same state except for the time. So when it first repeats, it
// gets one more iteration in which an hour passes, and leaves if it was waiting for that.
[[nodiscard]] bool may_time_out(WaitingState& state, VirtualTime& time, AreaId area,
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
