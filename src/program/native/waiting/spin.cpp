// Loops that only read wait in fact: `while (!flag.load());` goes on when somebody writes the flag.
//
// A task that comes to the same read of the same cell again, with the same value there, and with
// the same stack and registers, having written nothing in between, would do the same for ever. Its
// read becomes an await for another value; if it has read other cells since, of any of them. The
// same holds for `while (lock.exchange(true));`, which writes what is there. A loop that counts its
// turns is not of this kind: its stack or its registers differ.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/shadow.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {
namespace {

// Time begins in 2023 and does not get far (time_calls.cpp).
constexpr Address first_second = 1'700'000'000;
constexpr Address last_second = 1'800'000'000;
constexpr Address nanoseconds = 1'000'000'000;
bool is_second(Address word) { return word - first_second < last_second - first_second; }
bool is_nanosecond(Address word) {
  return word - first_second * nanoseconds < (last_second - first_second) * nanoseconds;
}

// Clears what looking at the stack leaves there: the next calls of the program would take it over,
// in places that they do not set, and never look the same.
[[gnu::noinline]] void clean_stack_deeply() {
  unsigned char below[8192];
  std::memset(below, 0, sizeof below);
  asm volatile("" : : "r"(below) : "memory");
}

// Compares with the last time, and remembers. Only what is the program's own counts.
[[gnu::noinline]] MAZURKA_READS_ALL_MEMORY bool compares_equal(const Task& task,
                                                               std::uint64_t& last) {
  const OutsideProgram outside;
  const ProgramFrame frame = frame_of_caller();
  if (frame.stack == 0) return false;
  std::uint64_t hash = 1;
  for (const Address word : frame.registers) hash = mix(hash, word);
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.id.value));
  for (const auto* word = reinterpret_cast<const Address*>(frame.stack); word < end; ++word)
    hash = mix(hash, *word);
  return std::exchange(last, hash) == hash;
}

bool has_same_stack(const Task& task, std::uint64_t& last) {
  const bool result = compares_equal(task, last);
  clean_stack_deeply();
  return result;
}

MAZURKA_READS_ALL_MEMORY std::vector<Address> stack_of_program(const Task& task) {
  const ProgramFrame frame = frame_in_program();
  std::vector<Address> result(std::begin(frame.registers), std::end(frame.registers));
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.id.value));
  if (frame.stack == 0) return result;
  const auto* word = reinterpret_cast<const Address*>(frame.stack);
  result.reserve(result.size() + static_cast<std::size_t>(end - word));
  for (; word < end; ++word) result.push_back(*word);
  return result;
}

// Is it the same, but for the time? `passed` nanoseconds have. Points in time are seconds or
// nanoseconds; the nanoseconds of the last second have grown by what has passed.
bool is_same_but_for_time(Address then, Address now, std::uint64_t passed) {
  if (then == now || (is_second(then) && is_second(now)) ||
      (is_nanosecond(then) && is_nanosecond(now)))
    return true;
  return then < nanoseconds && now < nanoseconds && (then + passed - now) % nanoseconds == 0;
}

}  // namespace

bool Runtime::waits_for_change(Task& task, const Cell& cell, std::uint32_t circle, Address place,
                               MemoryOrder order) {
  const UselessAccesses& accesses = task.useless;
  const bool went_round_twice = accesses.went_round_twice(circle);
  // To look at the stack takes as long as ten events. A loop over several variables has to go round
  // once more before that: most are no waits.
  if (circle > 1 && !went_round_twice) return false;
  task.stack_now = accesses.last(circle - 1).stack;
  if (!has_same_stack(task, task.stack_now) || !went_round_twice) return false;
  task.stack_now = 0;
  Condition condition{Condition::Kind::differs, cell.object, task.accesses,
                      accesses.last(circle - 1).value, "spins on"};
  if (circle > 1) add_others(condition, accesses, circle - 1);
  task.accesses = condition.accesses;
  stand_before_await(task, condition);
  announce(OperationKind::await, Standing::await, place, order);
  return true;
}

// The last `count` accesses were made in the same round.
void Runtime::add_others(Condition& condition, const UselessAccesses& accesses,
                         std::uint32_t count) {
  const OutsideProgram outside;
  const auto listed = registry_.accesses(condition.accesses);
  std::vector<Access> all(listed.begin(), listed.end());
  for (std::uint32_t i = 0; i < count; ++i) {
    const UselessAccess& other = accesses.last(i);
    condition.others[condition.other_count++] = other;
    if (std::ranges::find(all, other.object, &Access::object) == all.end())
      all.push_back({other.object, AccessKind::read});
  }
  condition.accesses = registry_.access_list(all);
}

// The same for `while (pthread_mutex_trylock(&m));`: see waits_for_change().
bool Runtime::repeats_attempt(Address object, Address place) {
  Task& task = *running;
  if (task.spin_place != place || task.spin_address != object) {
    task.spin_hash = 0;  // the first attempt: what the stack was in an earlier loop is no matter
    return false;
  }
  return has_same_stack(task, task.spin_hash);
}

void Runtime::attempt_failed(Address object, Address place) {
  Task& task = *running;
  task.spin_place = place;  // what it announced has set it to 0
  if (std::exchange(task.spin_address, object) != object) task.spin_hash = 0;
}

// A loop that reads a private cell for ever can only wait for somebody who has not been seen so
// far: the cell counts as shared from the next exploration on, and this execution cannot go on.
void Runtime::notice_idle_loop(Task& task, Address address, std::size_t size) {
  if (program_.once) return (void)choose(1, task.idle_place);  // others get their turn
  if (!has_same_stack(task, task.idle_hash)) return;
  {
    const OutsideProgram outside;
    cells_.learn_shared(address, size);
  }
  stop_at_assume(task.idle_place);
}

// A wait in a loop, `while (!done) condition.wait_for(lock, 10ms);`, that ends by time (or for no
// reason) leads to the same wait again if nobody changes anything. What follows from one more round
// follows from this one. Between two waits a task may lock and unlock, and read; then it is in the
// same state if its stack is the same and it has read the same.
bool Runtime::repeats(Repetition& repetition, Address place) {
  Task& task = *running;
  const OutsideProgram outside;
  std::vector<Address> stack = stack_of_program(task);
  if (repetition.place == 0) repetition.seen = 0;  // nobody has looked since
  const std::uint64_t passed = task.clock - repetition.clock;
  const bool is_same = repetition.place == place && repetition.seen == repetition.seen_then &&
                       std::ranges::equal(stack, repetition.stack, [&](Address now, Address then) {
                         return is_same_but_for_time(then, now, passed);
                       });
  repetition.place = place;
  repetition.stack = std::move(stack);
  repetition.clock = task.clock;
  repetition.seen_then = std::exchange(repetition.seen, 0);
  repetition.count = is_same ? repetition.count + 1 : 0;
  return is_same;
}

// A loop that watches the clock is in the same state only as far as it looks: it gets one more
// round, with an hour passing, and leaves if that is what it waits for.
bool Runtime::may_time_out(Address place) {
  if (!repeats(running->time_outs, place)) return true;
  if (running->time_outs.count > 1) return false;
  constexpr std::uint64_t hour = 3'600'000'000'000;
  running->clock += hour;
  return true;
}

// The part of an execution before main creates its first task is always the same.
void Runtime::remember_initial_values() {
  has_initial_values_ = true;
  initial_values_.clear();
  for (const std::uint32_t index : cells_.visible()) {
    const Cell& cell = cells_.cell(index);
    const bool is_unused_slot =
        cell.address - slots_begin < slots_end - slots_begin &&
        task_of(static_cast<std::uint32_t>((cell.address - slots_begin) / slot_size)) == nullptr;
    if (!is_unused_slot) initial_values_[cell.object] = value_in(cell.address, cell.size);
  }
}

}  // namespace mazurka::native
