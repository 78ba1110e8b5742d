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

// Replaces `last` by a hash of the task's stack and registers, and returns whether both are equal.
// The hash covers only frames of the program, not those of the runtime.
[[gnu::noinline]] MAZURKA_READS_ALL_MEMORY bool compares_equal(TaskId task, std::uint64_t& last) {
  const OutsideProgram outside;
  const ProgramFrame frame = frame_of_caller();
  if (frame.stack == 0) return false;
  std::uint64_t hash = 1;
  for (const Address word : frame.registers) hash = mix(hash, word);
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.value));
  for (const auto* word = reinterpret_cast<const Address*>(frame.stack); word < end; ++word)
    hash = mix(hash, *word);
  return std::exchange(last, hash) == hash;
}

bool has_same_stack(TaskId task, std::uint64_t& last) {
  const bool result = compares_equal(task, last);
  clean_stack_deeply();
  return result;
}

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

}  // namespace

bool is_waiting_loop(WaitingState& state, TaskId task, std::uint32_t period) {
  const bool has_repeated = state.reads.has_repeated(period);
  // Comparing stacks takes as long as ten events. So a loop over several variables is checked one
  // iteration later: most such loops do not wait.
  if (period > 1 && !has_repeated) return false;
  state.stack_now = state.reads.last(period - 1).stack;
  if (!has_same_stack(task, state.stack_now) || !has_repeated) return false;
  state.stack_now = 0;
  return true;
}

bool repeats_attempt(WaitingState& state, TaskId task, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  if (attempt.place != place || attempt.object != object) {
    attempt.stack = 0;  // the first attempt: a hash from an earlier loop must not match
    return false;
  }
  return has_same_stack(task, attempt.stack);
}

void attempt_failed(WaitingState& state, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  attempt.place = place;  // WaitingState::announced() has set it to 0
  if (std::exchange(attempt.object, object) != object) attempt.stack = 0;
}

bool is_idle_loop(WaitingState& state, TaskId task) {
  return has_same_stack(task, state.private_reads.stack);
}

bool repeats(Repetition& repetition, TaskId task, Address place) {
  const OutsideProgram outside;
  std::vector<Address> stack = stack_of_program(task);
  if (repetition.place == 0) repetition.seen = 0;  // what was read before a change does not count
  const bool is_same = repetition.place == place && repetition.seen == repetition.seen_then &&
                       std::ranges::equal(stack, repetition.stack, [&](Address now, Address then) {
                         return then == now || are_moments(then, now, repetition);
                       });
  repetition.place = place;
  repetition.stack = std::move(stack);
  repetition.moments_then = repetition.moments;
  repetition.moments.clear();
  repetition.seen_then = std::exchange(repetition.seen, 0);
  repetition.count = is_same ? repetition.count + 1 : 0;
  return is_same;
}

bool may_time_out(WaitingState& state, VirtualTime& time, TaskId task, const timespec& deadline,
                  Address place) {
  state.note_moment(VirtualTime::nanoseconds_of(deadline));
  if (!repeats(state.time_outs, task, place)) return true;
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
