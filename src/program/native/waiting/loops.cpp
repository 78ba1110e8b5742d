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

// Returns the present state of the task's stack and registers. Only frames of the program count,
// not those of the runtime.
[[gnu::noinline]] MAZURKA_READS_ALL_MEMORY StackSnapshot take_snapshot(const WaitingState& state,
                                                                       AreaId area) {
  const OutsideProgram outside;
  const ProgramFrame frame = frame_of_caller();
  // A program may run on a stack that it has made itself. What lies there is not known.
  if (!is_in_slot(frame.stack) || area_of_slot(frame.stack) != area) return {};
  StackSum sum;
  sum.add(frame.stack, position_of_stack_pointer);
  for (std::size_t i = 0; i < std::size(frame.registers); ++i)
    sum.add(frame.registers[i], position_of_register(i));
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(area));
  for (const auto* word = reinterpret_cast<const Address*>(frame.stack); word < end; ++word)
    sum.add(*word, reinterpret_cast<Address>(word));
  return {sum, state.foreign_writes.moment(), state.spin->own_writes.moment(), frame.stack, true};
}

// Returns whether the state `now`, which was just taken, equals `then`, except for what other tasks
// have written to the stack.
MAZURKA_READS_ALL_MEMORY bool is_same_state(WaitingState& state, AreaId area,
                                            const StackSnapshot& then, const StackSnapshot& now) {
  if (!then.is_known || !now.is_known) return false;
  if (!state.spin->own_writes.are_undone_since(then.own_moment)) return false;
  if (then.moment == now.moment) return now.sum == then.sum;
  const OutsideProgram outside;
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(area));
  StackSum now_without = now.sum;
  StackSum then_without = then.sum;
  for (const ForeignBytes& foreign : state.foreign_writes.bytes_since(then.moment)) {
    const auto position = reinterpret_cast<Address>(foreign.word);
    if (position < now.stack || foreign.word >= end) continue;
    now_without.remove(*foreign.word & foreign.mask, position);
    then_without.remove(foreign.old & foreign.mask, position);
  }
  return now_without == then_without;
}

// Replaces `last` by the present state, and returns whether both are equal.
bool has_same_state(WaitingState& state, AreaId area, StackSnapshot& last) {
  const StackSnapshot now = take_snapshot(state, area);
  const bool result = is_same_state(state, area, std::exchange(last, now), now);
  clean_stack_deeply();
  return result;
}

// Returns the registers, and then the words of the stack from the innermost frame of the program to
// the top.
MAZURKA_READS_ALL_MEMORY std::vector<Address> stack_of_program(AreaId area) {
  const ProgramFrame frame = frame_in_program();
  std::vector<Address> result(std::begin(frame.registers), std::end(frame.registers));
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(area));
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
bool is_same_stack(WaitingState& state, const Repetition& repetition, AreaId area,
                   const std::vector<Address>& stack) {
  if (stack.size() != repetition.stack.size()) return false;
  const auto* const top = reinterpret_cast<const Address*>(top_of_stack(area));
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

// --- Kinds of rounds -----------------------------------------------------------------------------

bool overlap(const RoundStep& a, const RoundStep& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

// Returns whether the last round only reads, and stores values that the task has read or stored
// there before. In equal rounds, this holds if all its accesses to a variable leave one value.
bool is_silent(const Rounds& rounds, std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i) {
    const RoundStep& step = rounds.last(i);
    if (!step.is_memory_access()) return false;
    if (step.operation == OperationKind::read) continue;
    if (step.operation == OperationKind::update && step.found != step.left) return false;
    for (std::uint32_t j = 0; j < length; ++j) {
      const RoundStep& other = rounds.last(j);
      if (!overlap(step, other)) continue;
      if (other.address != step.address || other.size != step.size || other.left != step.left)
        return false;
    }
  }
  return true;
}

// Returns whether each step of the last round reads. A store has no value that could be compared
// before it happens, so rounds with stores cannot be skipped.
bool always_reads(const Rounds& rounds, std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i)
    if (rounds.last(i).operation == OperationKind::write) return false;
  return true;
}

// Returns whether the round depends on something that is seen: it reads a variable, or the program
// itself has found a mutex locked. A loop in a library that is not instrumented may depend on
// anything.
bool depends_on_others(const Rounds& rounds, std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i) {
    const RoundStep& step = rounds.last(i);
    if (step.operation == OperationKind::read || step.operation == OperationKind::update)
      return true;
    if (step.operation == OperationKind::trylock && step.found == 0 && is_in_executable(step.place))
      return true;
  }
  return false;
}

// Returns whether the task holds no mutex at the beginning of a round that it locks or unlocks in
// the round: the first operation on each mutex acquires it or fails.
bool begins_unlocked(const Rounds& rounds, std::uint32_t length) {
  for (std::uint32_t i = length; i-- > 0;) {
    const RoundStep& step = rounds.last(i);
    if (step.operation != OperationKind::unlock) continue;
    bool is_locked = false;
    for (std::uint32_t j = length - 1; j > i; --j) {
      const RoundStep& earlier = rounds.last(j);
      if (earlier.address != step.address || earlier.is_memory_access()) continue;
      is_locked = earlier.operation == OperationKind::lock ||
                  (earlier.operation == OperationKind::trylock && earlier.found != 0);
    }
    if (!is_locked) return false;
  }
  return true;
}

// --- Counted loops -------------------------------------------------------------------------------

// Returns whether `now` and the stacks at the beginning of the last two rounds differ only in a few
// words, each of which grew by the same amount twice. What other tasks have written does not count.
bool are_counted(WaitingState& state, AreaId area, const std::vector<Address>& now) {
  const std::vector<Address>& last = state.spin->counted.last;
  const std::vector<Address>& last_but_one = state.spin->counted.last_but_one;
  if (now.size() != last.size() || now.size() != last_but_one.size()) return false;
  constexpr int most_counters = 4;
  const auto* const top = reinterpret_cast<const Address*>(top_of_stack(area));
  const auto& foreign =
      state.foreign_writes.bytes_since(state.spin->counted.moment_of_last_but_one);
  auto next = foreign.begin();
  int counters = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    Address mask = 0;  // of the bytes that do not count
    if (const Address* const word = top - (now.size() - i); i >= registers_in_frame) {
      while (next != foreign.end() && next->word < word) ++next;
      if (next != foreign.end() && next->word == word) mask = next->mask;
    }
    if (((now[i] ^ last[i]) & ~mask) == 0 && ((now[i] ^ last_but_one[i]) & ~mask) == 0) continue;
    if (mask != 0 || now[i] - last[i] != last[i] - last_but_one[i] || ++counters > most_counters)
      return false;
  }
  return counters > 0;
}

// Returns whether the task has made enough rounds that are equal except for counters.
// REQUIRES: the last two rounds are equal and silent, and have no stores.
bool is_counted_loop(WaitingState& state, AreaId area, Address place, Address address,
                     std::uint32_t length) {
  CountedLoop& loop = state.spin->counted;
  if (loop.place != place || loop.address != address) {
    // Each step of a round could count as its beginning. The first one that is repeated does.
    if (loop.place != 0 && state.spin->rounds.length_of(loop.place, loop.address) - 1 < length)
      return false;
    loop.place = place;
    loop.address = address;
    loop.rounds = 0;
  }
  const StackSnapshot& then = state.spin->rounds.last(length - 1).stack;
  const bool is_next_round = state.spin->rounds.are_equal(length, 3) && then.is_known &&
                             state.spin->own_writes.are_undone_since(then.own_moment);
  loop.rounds = is_next_round ? loop.rounds + 1 : 0;
  if (loop.rounds + 4 < counted_rounds) return false;  // two stacks must be there in time
  const OutsideProgram outside;
  std::vector<Address> now = stack_of_program(area);
  const bool result = loop.rounds + 2 >= counted_rounds && are_counted(state, area, now);
  loop.last_but_one = std::exchange(loop.last, std::move(now));
  loop.moment_of_last_but_one = std::exchange(loop.moment_of_last, state.foreign_writes.moment());
  clean_stack_deeply();
  return result;
}

// Returns whether the stack is worth a look before the operation at this place, which the task has
// just made, too. Counts how often it has made it in a row and found the same value. REQUIRES: the
// last operation of the task was at this place.
bool is_worth_a_look(SpinHistory& spin, Address place, Address address) {
  Polling& polling = spin.polling;
  if (polling.place != place || polling.address != address || !spin.rounds.are_equal(1, 2)) {
    polling = {place, address, 0};
    return true;
  }
  const std::uint32_t round = polling.rounds++;
  return round < patient_rounds || round % patient_rounds < 2;  // two looks, to compare them
}

}  // namespace

WaitingLoop find_waiting_loop(WaitingState& state, AreaId area, Address place, Address address) {
  const Rounds& rounds = state.spin->rounds;
  if (rounds.length_of(place, address) == 1 && !is_worth_a_look(*state.spin, place, address))
    return {};
  StackSnapshot now;
  std::uint32_t counted = 0;  // the length of rounds that may be counted
  for (std::uint32_t length = rounds.length_of(place, address); length != 0;
       length = rounds.length_of(place, address, length)) {
    const bool are_equal = rounds.are_equal(length, 2);
    // Comparing stacks takes as long as ten events. So a loop of several operations is checked one
    // round later: most such loops do not wait.
    if (length > 1 && !are_equal) continue;
    if (!now.is_known) {
      now = take_snapshot(state, area);
      clean_stack_deeply();
    }
    if (!are_equal) continue;
    const bool is_same = is_same_state(state, area, rounds.last(length - 1).stack, now);
    if (is_silent(rounds, length)) {
      if (is_same) return {LoopKind::silent, length};
      if (counted == 0 && always_reads(rounds, length)) counted = length;
    } else if (is_same && rounds.are_equal(length, fair_rounds) &&
               depends_on_others(rounds, length) && begins_unlocked(rounds, length)) {
      return {LoopKind::fair, length};
    }
  }
  state.stack_now = now;
  if (counted != 0 && is_counted_loop(state, area, place, address, counted))
    return {LoopKind::counted, counted};
  return {};
}

bool repeats_attempt(WaitingState& state, AreaId area, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  if (attempt.place != place || attempt.object != object) {
    attempt.stack.is_known = false;  // the first attempt: that of an earlier loop must not match
    return false;
  }
  return has_same_state(state, area, attempt.stack);
}

void attempt_failed(WaitingState& state, Address object, Address place) {
  FailedAttempt& attempt = state.attempt;
  attempt.place = place;  // WaitingState::announced() has set it to 0
  if (std::exchange(attempt.object, object) != object) attempt.stack.is_known = false;
}

bool is_idle_loop(WaitingState& state, AreaId area) {
  StackSnapshot& then = state.spin->private_spin.stack;
  const StackSnapshot now = take_snapshot(state, area);
  const bool result = is_same_state(state, area, then, now);
  if (!then.is_known) then = now;
  clean_stack_deeply();
  return result;
}

bool repeats(WaitingState& state, Repetition& repetition, AreaId area, Address place) {
  const OutsideProgram outside;
  std::vector<Address> stack = stack_of_program(area);
  if (repetition.place == 0) repetition.seen = 0;  // what was read before a change does not count
  const bool is_same = repetition.place == place && repetition.seen == repetition.seen_then &&
                       is_same_stack(state, repetition, area, stack);
  repetition.place = place;
  repetition.stack = std::move(stack);
  repetition.moment = state.foreign_writes.moment();
  repetition.moments_then = repetition.moments;
  repetition.moments.clear();
  repetition.seen_then = std::exchange(repetition.seen, 0);
  repetition.count = is_same ? repetition.count + 1 : 0;
  return is_same;
}

bool may_time_out(WaitingState& state, VirtualTime& time, AreaId area, const timespec& deadline,
                  Address place) {
  state.note_moment(VirtualTime::nanoseconds_of(deadline));
  if (!repeats(state, state.time_outs, area, place)) return true;
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
