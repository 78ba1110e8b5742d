#include "program/native/waiting/loops.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/shadow.h"
#include "program/native/process/fiber.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

// Clears the part of the stack that the stack walk has written to. The program's next calls would
// otherwise contain leftovers in their uninitialised variables, and equal states would look
// different.
[[gnu::noinline]] void clean_stack_deeply() {
  unsigned char below[8192];
  std::memset(below, 0, sizeof below);
  asm volatile("" : : "r"(below) : "memory");
}

// The position of a register in a StackSum. It differs from every address.
constexpr std::uint64_t position_of_register(std::size_t i) { return i + 1; }
constexpr std::uint64_t position_of_stack_pointer = 0;
constexpr std::size_t registers_in_frame = std::size(ProgramFrame{}.registers);

// Replaces `last` by the present state of the task's stack and registers, and returns whether both
// are equal, except for what other tasks have written. Only frames of the program count, not those
// of the runtime.
[[gnu::noinline]] MAZURKA_READS_ALL_MEMORY bool compares_equal(WaitingState& state, TaskId task,
                                                               StackSnapshot& last) {
  const OutsideProgram outside;
  const ProgramFrame frame = frame_of_caller();
  if (frame.stack == 0) return false;
  StackSum now;
  now.add(frame.stack, position_of_stack_pointer);
  for (std::size_t i = 0; i < std::size(frame.registers); ++i)
    now.add(frame.registers[i], position_of_register(i));
  const auto* const begin = reinterpret_cast<const Address*>(frame.stack);
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.value));
  for (const auto* word = begin; word < end; ++word)
    now.add(*word, reinterpret_cast<Address>(word));

  const std::uint32_t moment = state.foreign_writes.moment();
  const StackSnapshot then = std::exchange(last, {now, moment, true});
  if (!then.is_known) return false;
  if (then.moment == moment) return now == then.sum;
  StackSum now_without = now;
  StackSum then_without = then.sum;
  for (const ForeignBytes& foreign : state.foreign_writes.bytes_since(then.moment)) {
    if (foreign.word < begin || foreign.word >= end) continue;
    const auto position = reinterpret_cast<Address>(foreign.word);
    now_without.remove(*foreign.word & foreign.mask, position);
    then_without.remove(foreign.old & foreign.mask, position);
  }
  return now_without == then_without;
}

bool has_same_stack(WaitingState& state, TaskId task, StackSnapshot& last) {
  const bool result = compares_equal(state, task, last);
  clean_stack_deeply();
  return result;
}

// Returns the registers, and then the words of the stack from the innermost frame of the program to
// the top.
MAZURKA_READS_ALL_MEMORY std::vector<Address> stack_of_program(TaskId task) {
  const ProgramFrame frame = frame_in_program();
  std::vector<Address> result(std::begin(frame.registers), std::end(frame.registers));
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.value));
  if (frame.stack == 0) return result;
  const auto* word = reinterpret_cast<const Address*>(frame.stack);
  result.reserve(result.size() + static_cast<std::size_t>(end - word));
  for (; word < end; ++word) result.push_back(*word);
  return result;
}

// The representations of a point in time as a word in a program: nanoseconds, the two members of a
// timespec, the second member of a timeval.
constexpr Address (*views_of_moment[])(std::uint64_t) = {
    [](std::uint64_t moment) -> Address { return moment; },
    [](std::uint64_t moment) -> Address { return moment / VirtualTime::second; },
    [](std::uint64_t moment) -> Address { return moment % VirtualTime::second; },
    [](std::uint64_t moment) -> Address { return moment % VirtualTime::second / 1000; }};

// Returns whether both words are the same representation of points in time, `then` of one that the
// task got in the previous iteration of its loop, `now` of one from the current iteration.
bool are_moments(Address then, Address now, const Repetition& repetition) {
  for (const auto view : views_of_moment) {
    const auto is_then = [&](std::uint64_t moment) { return view(moment) == then; };
    const auto is_now = [&](std::uint64_t moment) { return view(moment) == now; };
    if (std::ranges::any_of(repetition.moments_then, is_then) &&
        std::ranges::any_of(repetition.moments, is_now))
      return true;
  }
  return false;
}

// Returns whether the stack is that of the last wait, except for what other tasks have written
// since then and for points in time.
bool is_same_stack(WaitingState& state, const Repetition& repetition, TaskId task,
                   const std::vector<Address>& stack) {
  if (stack.size() != repetition.stack.size()) return false;
  const auto* const top = reinterpret_cast<const Address*>(top_of_stack(task.value));
  const auto& foreign = state.foreign_writes.bytes_since(repetition.moment);
  auto next = foreign.begin();
  for (std::size_t i = 0; i < stack.size(); ++i) {
    Address mask = 0;  // of the bytes that do not count
    if (const Address* const word = top - (stack.size() - i); i >= registers_in_frame) {
      while (next != foreign.end() && next->word < word) ++next;
      if (next != foreign.end() && next->word == word) mask = next->mask;
    }
    const Address then = repetition.stack[i];
    const Address now = stack[i];
    if ((then & ~mask) != (now & ~mask) && !are_moments(then, now, repetition)) return false;
  }
  return true;
}

}  // namespace

bool is_waiting_loop(WaitingState& state, TaskId task, std::uint32_t period) {
  const bool has_repeated = state.reads.has_repeated(period);
  // Comparing stacks takes as long as ten events. So a loop over several variables is checked one
  // iteration later: most such loops do not wait.
  if (period > 1 && !has_repeated) return false;
  state.stack_now = state.reads.last(period - 1).stack;
  if (!has_same_stack(state, task, state.stack_now) || !has_repeated) return false;
  state.stack_now.is_known = false;
  return true;
}

bool repeats_attempt(WaitingState& state, TaskId task, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  if (attempt.place != place || attempt.object != object) {
    attempt.stack.is_known = false;  // the first attempt: that of an earlier loop must not match
    return false;
  }
  return has_same_stack(state, task, attempt.stack);
}

void attempt_failed(WaitingState& state, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  attempt.place = place;  // WaitingState::announced() has set it to 0
  if (std::exchange(attempt.object, object) != object) attempt.stack.is_known = false;
}

bool is_idle_loop(WaitingState& state, TaskId task) {
  return has_same_stack(state, task, state.private_reads.stack);
}

bool repeats(WaitingState& state, Repetition& repetition, TaskId task, Address place) {
  const OutsideProgram outside;
  std::vector<Address> stack = stack_of_program(task);
  if (repetition.place == 0) repetition.seen = 0;  // what was read before a change does not count
  const bool is_same = repetition.place == place && repetition.seen == repetition.seen_then &&
                       is_same_stack(state, repetition, task, stack);
  repetition.place = place;
  repetition.stack = std::move(stack);
  repetition.moment = state.foreign_writes.moment();
  repetition.moments_then = repetition.moments;
  repetition.moments.clear();
  repetition.seen_then = std::exchange(repetition.seen, 0);
  repetition.count = is_same ? repetition.count + 1 : 0;
  return is_same;
}

bool may_time_out(WaitingState& state, VirtualTime& time, TaskId task, const timespec& deadline,
                  Address place) {
  state.note_moment(VirtualTime::nanoseconds_of(deadline));
  if (!repeats(state, state.time_outs, task, place)) return true;
  if (state.time_outs.count > 1) return false;
  constexpr std::uint64_t hour = 3600 * VirtualTime::second;
  time.passed += hour;
  return true;
}

bool visits_too_often(WaitingState& state, Address place, std::uint32_t limit) {
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  std::uint64_t hash = place;
  for (const Address call : calls) hash = mix(hash, call);
  return ++state.visits[hash] > limit;
}

}  // namespace mazurka::native
