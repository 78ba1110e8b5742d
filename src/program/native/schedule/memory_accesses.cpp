#include "program/native/schedule/memory_accesses.h"

#include <algorithm>
#include <string>
#include <vector>

#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/threads.h"

namespace mazurka::native {

namespace accesses {

bool access_slowly(Address address, std::size_t size, OperationKind operation, Address place,
                   MemoryOrder order) {
  if (watchdog_asks_to_stop) [[unlikely]]
    stop_looping_task();
  if (size == 0) return false;
  Task& task = *running;
  EarlyWrite& early = task.early_write;
  const bool writes = operation != OperationKind::read;
  std::size_t size_of_early_write = 0;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    if (!runtime->cells.can_touch(address, size)) return false;
    Registry& registry = runtime->registry;
    hit = runtime->cells.touch(address, size, task.id, writes);
    if (early.address != 0 && !writes && place == early.read) {
      const Cells::Hit written = runtime->cells.touch(early.address, early.size, task.id, true);
      if (written.visible) {
        std::vector<Access> both;
        for (const Cells::Hit& each : {hit, written})
          if (each.visible)
            for (const Access& access : registry.accesses(each.accesses)) both.push_back(access);
        hit = {true, written.object, registry.access_list(both)};
        operation = OperationKind::write;
        order = MemoryOrder::plain;
        address = early.address;
        size_of_early_write = early.size;
      }
    }
    early.address = 0;
  }
  if (!hit.visible) return false;
  task.pending.stand_before_memory(hit.object, hit.accesses, address,
                                   std::min<std::size_t>(size, 8));
  runtime->announce(operation, Standing::ready, place, order);
  if (size_of_early_write != 0) will_write(task.id, address, size_of_early_write);
  return true;
}

namespace {

// Makes the condition also hold if one of the variables of the last `count` idle reads changes.
// REQUIRES: these reads were made in the same iteration of the loop.
void add_others(Condition& condition, const IdleReads& reads, std::uint32_t count) {
  const OutsideProgram outside;
  const auto listed = runtime->registry.accesses(condition.accesses);
  std::vector<Access> all(listed.begin(), listed.end());
  for (std::uint32_t i = 0; i < count; ++i) {
    const IdleRead& other = reads.last(i);
    condition.others[condition.other_count++] = other;
    if (std::ranges::find(all, other.object, &Access::object) == all.end())
      all.push_back({other.object, AccessKind::read, detail_of(other.order)});
  }
  condition.accesses = runtime->registry.access_list(all);
}

}  // namespace

bool waits_for_change(Task& task, const Cell& cell, std::uint32_t period, Address place,
                      MemoryOrder order) {
  if (!is_waiting_loop(task.waiting, task.id, period)) return false;
  const IdleReads& reads = task.waiting.reads;
  Condition condition{Condition::Kind::differs, cell.object, task.pending.accesses,
                      reads.last(period - 1).value, "spins on"};
  if (period > 1) add_others(condition, reads, period - 1);
  task.pending.accesses = condition.accesses;
  runtime->announce_await(condition, place, order);
  return true;
}

// A loop that reads a private cell for ever can only wait for a task that has not touched the cell
// so far. So the cell becomes shared from the next exploration on, and this execution is given up.
void look_for_idle_loop(Task& task, Address address, std::size_t size) {
  const Address place = task.waiting.private_reads.place;
  if (runtime->program.once) return (void)choose_value(1, place);  // lets other tasks run
  if (!is_idle_loop(task.waiting, task.id)) return;
  {
    const OutsideProgram outside;
    runtime->cells.learn_shared(address, size);
  }
  runtime->stop_at_assume(place);
}

void check_use_of_heap(Address address, std::size_t size, OperationKind operation, Address place) {
  const Heap::Use use = Heap::use_of(address, size);
  if (use == Heap::Use::valid) [[likely]]
    return;
  const OutsideProgram outside;
  // The free was not an event if no task was known to use this memory. Now a use is known, so the
  // next exploration treats the memory as shared and explores both orders.
  if (use == Heap::Use::freed && !runtime->is_quiet()) runtime->cells.learn_shared(address, size);
  const std::string verb = operation == OperationKind::read ? "read" : "write";
  const std::string amount = std::to_string(size) + (size == 1 ? " byte" : " bytes");
  if (use == Heap::Use::freed)
    runtime->fail(FailureKind::use_after_free, "use after free: " + verb + " of " + amount,
                  block_in_words(address), place);
  runtime->fail(FailureKind::runtime_error, verb + " of " + amount + " outside of any heap block",
                block_in_words(address), place);
}

// The stack of main stays: the locals of main may be used until the process ends. A task that was
// stopped by a fault has left its fiber from another stack, so its frames are not known.
void check_use_of_slot(Address address, std::size_t size, OperationKind operation, Address place) {
  const std::uint32_t number = task_of_slot(address);
  const Task* const owner = runtime->task_of(number);
  if (owner == nullptr) return;
  const bool is_on_stack = address < owner->fiber.stack_top;
  const char* what = nullptr;
  if (owner->standing == Standing::ended && !owner->is_main)
    what = is_on_stack ? "a local variable of a task that has ended"
                       : "a thread-local variable of a task that has ended";
  else if (is_on_stack && owner->standing != Standing::stopped &&
           (owner == running ||
            address + size <= reinterpret_cast<Address>(owner->fiber.stack_pointer)))
    what = "a local variable of a function that has returned";
  if (what == nullptr) return;
  const OutsideProgram outside;
  const std::string verb = operation == OperationKind::read ? "read" : "write";
  const std::string amount = std::to_string(size) + (size == 1 ? " byte" : " bytes");
  runtime->fail(FailureKind::use_after_free, std::string("use of ") + what, verb + " of " + amount,
                place);
}

}  // namespace accesses

void access_before_free(Address address, std::size_t size, Address place) {
  const bool is_in_section = runtime->sections.is_running();
  if ((runtime->is_quiet() && !is_in_section) || size == 0) return;
  Task& task = *running;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    hit = runtime->cells.touch_known(address, size, task.id);
    if (is_in_section && hit.visible) runtime->sections.note(hit, address, size);
  }
  if (is_in_section || !hit.visible) return;
  task.pending.stand_before_memory(hit.object, hit.accesses, address, 0);
  runtime->announce(OperationKind::write, Standing::ready, place, MemoryOrder::freeing);
}

}  // namespace mazurka::native
