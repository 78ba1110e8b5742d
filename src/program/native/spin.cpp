// Loops that only read wait in fact: `while (!flag.load());` goes on when somebody writes the flag.
//
// A task that comes to the same read of the same cell again, with the same value there, and with
// the same stack and registers, having written nothing in between, would do the same for ever. Its
// read becomes an await for another value. A loop that counts its turns is not of this kind: its
// stack or its registers differ.
#include <utility>

#include "core/hash.h"
#include "program/native/runtime.h"

namespace mazurka::native {
namespace {

// Compares with the last time, and remembers. Registers that a called function must keep are part
// of it: they are saved right below the frame. All else of this function lies further down and is
// not; it would differ each time.
[[gnu::noinline]] bool has_same_stack(const Task& task, std::uint64_t& last) {
  __builtin_unwind_init();
  constexpr std::size_t saved_registers = 5;
  const auto* word = static_cast<const Address*>(__builtin_frame_address(0)) - saved_registers;
  const auto* const end = reinterpret_cast<const Address*>(top_of_stack(task.id.value));
  std::uint64_t hash = 1;
  for (; word < end; ++word) hash = mix(hash, *word);
  return std::exchange(last, hash) == hash;
}

}  // namespace

bool Runtime::waits_for_change(Task& task, const Cell& cell, Address place, MemoryOrder order) {
  const std::int64_t value = value_in(cell.address, cell.size);
  const bool has_same_value = std::exchange(task.spin_value, value) == value;
  if (!has_same_stack(task, task.spin_hash) || !has_same_value) return false;
  stand_before_await(task, {Condition::Kind::differs, cell.object, cell.read, value, "spins on"});
  announce(OperationKind::await, Standing::await, place, order);
  return true;
}

// The same for `while (pthread_mutex_trylock(&m));`: see waits_for_change().
bool Runtime::repeats_attempt(Address object, Address place) {
  Task& task = *running;
  return task.spin_place == place && task.spin_address == object &&
         has_same_stack(task, task.spin_hash);
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
