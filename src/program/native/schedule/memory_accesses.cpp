#include "program/native/schedule/memory_accesses.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/loop_waits.h"
#include "program/native/schedule/threads.h"

namespace mazurka::native {

namespace accesses {

namespace {

// Adds the write of a struct copy, which was announced before, to the accesses of its read `hit`.
// Returns whether that write is visible.
bool add_early_write(const Task& task, Cells::Hit& hit) {
  const EarlyWrite& early = task.early_write;
  const Cells::Hit written = runtime->cells.touch(early.address, early.size, task.id, true);
  if (!written.visible) return false;
  std::vector<Access> both;
  for (const Cells::Hit& each : {hit, written})
    if (each.visible)
      for (const Access& access : runtime->registry.accesses(each.accesses)) both.push_back(access);
  hit = {true, written.object, runtime->registry.access_list(both)};
  return true;
}

}  // namespace

bool access_slowly(Address address, std::size_t size, OperationKind operation, Address place,
                   MemoryOrder order) {
  if (watchdog_asks_to_stop) [[unlikely]]
    stop_looping_task();
  if (size == 0) return false;
  Task& task = *running;
  const bool writes = operation != OperationKind::read;
  const bool ends_copy = task.early_write.address != 0 && !writes && place == task.early_write.read;
  std::size_t size_of_early_write = 0;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    if (!runtime->cells.can_touch(address, size)) return false;
    hit = runtime->cells.touch(address, size, task.id, writes);
    if (ends_copy && add_early_write(task, hit)) {
      operation = OperationKind::write;
      order = MemoryOrder::plain;
      address = task.early_write.address;
      size_of_early_write = task.early_write.size;
    }
    task.early_write.address = 0;
  }
  if (!hit.visible) {
    if (operation != OperationKind::write) read_private(task, place, address, size, order);
    return false;
  }
  task.pending.stand_before_memory(hit.object, hit.accesses, address,
                                   std::min<std::size_t>(size, 8));
  if (size <= 8 && size_of_early_write == 0) return wait_for_event(task, operation, place, order);
  task.waiting.forget_spinning();
  runtime->announce(operation, Standing::ready, place, order);
  task.waiting.forget_spinning();
  if (size_of_early_write != 0) will_write(task.area, address, size_of_early_write);
  return true;
}

namespace {

// Makes the memory visible that an idle loop reads: the atomic variables, or, if there are none,
// what is neither local nor written by the loop, which are mostly constants, caches and
// temporaries, or, if that is nothing, everything. It suffices that the loop has an event: if
// another task uses more of what the loop reads, that becomes shared as usual.
void learn_what_is_awaited(const Task& task, const PrivateSpin& reads) {
  const bool has_atomic = std::ranges::any_of(reads, &PrivateSpin::Read::is_atomic);
  const auto is_likely = [&](const PrivateSpin::Read& read) {
    if (has_atomic) return read.is_atomic;
    return !is_on_own_stack(task, read.address) &&
           !task.waiting.spin->own_writes.overlap(read.address, read.size);
  };
  const bool all = std::ranges::none_of(reads, is_likely);
  for (const PrivateSpin::Read& read : reads)
    if (all || is_likely(read)) runtime->cells.learn_shared(read.address, read.size);
}

}  // namespace

InLoop wait_in_loop(Task& task, Address place, MemoryOrder order) {
  const PendingOperation& pending = task.pending;
  const WaitingLoop loop = find_waiting_loop(task.waiting, task.area, place, pending.address);
  switch (loop.kind) {
    case LoopKind::none:
      return InLoop::not_waiting;
    case LoopKind::silent:
      return wait_silently(task, loop, place, order) ? InLoop::has_waited : InLoop::not_waiting;
    case LoopKind::counted:
      return skip_rounds(task, loop, place, order) ? InLoop::has_waited : InLoop::not_waiting;
    case LoopKind::fair:
      break;
  }
  const ObjectId object = pending.object;
  const AccessListId accesses = pending.accesses;
  const Address address = pending.address;
  const std::uint32_t size = pending.size;
  wait_fairly(task, loop, place);
  task.pending.stand_before_memory(object, accesses, address, size);
  return InLoop::not_waiting;
}

InLoop skip_in_loop(Task& task, OperationKind operation, Address place, MemoryOrder order) {
  SkippedRounds& skipped = task.waiting.spin->skipped;
  const RoundStep& step = skipped.steps[skipped.next];
  const PendingOperation& pending = task.pending;
  const bool is_idle =
      operation == OperationKind::read || std::exchange(skipped.is_idle_update, false);
  const bool is_next = is_idle && operation == step.operation && place == step.place &&
                       pending.address == step.address && pending.size == step.size &&
                       value_in(step.address, step.size) == step.found;
  if (!is_next) {
    skipped.length = 0;
    return InLoop::not_waiting;
  }
  if (skipped.next == 0 && ++skipped.count >= most_skipped_rounds) {
    end_skipping(task, place, order);
    return InLoop::has_waited;
  }
  skipped.next = (skipped.next + 1) % skipped.length;
  return InLoop::is_skipped;
}

// A loop that reads private memory for ever can only wait for a task that has not touched this
// memory so far. So it becomes shared from the next exploration on, and this execution is given up.
void look_at_private_read(Task& task, Address place, PrivateSpin::Read read) {
  PrivateSpin& spin = task.waiting.spin->private_spin;
  if (spin.is_collecting()) spin.add(read);
  const bool is_at_anchor = spin.is_at_anchor(place, read.address);
  if (!is_at_anchor && !spin.is_time_for_anchor()) return;
  if (runtime->program.once) {
    spin.reset();
    return (void)choose_value(1, place);  // lets other tasks run
  }
  if (!is_at_anchor) spin.set_anchor(place, read.address);
  const bool is_first = !spin.stack.is_known;
  if (!is_idle_loop(task.waiting, task.area)) return is_first ? void() : spin.differs();
  if (!spin.is_collecting()) return spin.collect();
  {
    const OutsideProgram outside;
    learn_what_is_awaited(task, spin);
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
  const Task* const owner = runtime->tasks.in(area_of_slot(address));
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
