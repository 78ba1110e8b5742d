#include "check/synchronisation.h"

#include <algorithm>

#include "check/held_locks.h"

namespace mazurka {

void Synchronisation::begin(const Execution& execution) {
  execution_ = &execution;
  ++run_;
  name_threads();
  rows_.assign(std::size_t{width_} * width_, 0);
  of_object_.resize(std::max<std::size_t>(of_object_.size(), execution.registry().object_count()));
  of_message_.assign(execution.registry().task_count(), none);
  of_send_.clear();
  of_round_.clear();
  read_by_relaxed_.assign(width_, none);
  at_release_fence_.assign(width_, none);
}

void Synchronisation::name_threads() {
  const Registry& registry = execution_->registry();
  thread_of_task_.assign(registry.task_count(), none);
  thread_of_handler_.assign(registry.handler_count(), none);
  width_ = 0;
  for (const Event& event : execution_->events()) {
    name_thread(event.task);
    if (event.operation == OperationKind::spawn) name_thread(event.other);
  }
}

void Synchronisation::name_thread(TaskId task) {
  Thread& thread = thread_of_task_[task.value];
  if (thread != none) return;
  const HandlerId handler = execution_->registry().handler_of(task);
  if (!handler.exists()) {
    thread = width_++;
    return;
  }
  Thread& of_handler = thread_of_handler_[handler.value];
  if (of_handler == none) of_handler = width_++;
  thread = of_handler;
}

// --- Rows ----------------------------------------------------------------------------------------

Synchronisation::Row Synchronisation::new_row() {
  rows_.resize(rows_.size() + width_, 0);
  return static_cast<Row>(rows_.size() / width_ - 1);
}

Synchronisation::Row Synchronisation::made(Row& row) {
  if (row == none) row = new_row();
  return row;
}

Synchronisation::Row Synchronisation::row_of(ObjectId object) {
  ObjectRow& known = of_object_[object.value];
  if (known.run != run_) known = {run_, new_row()};
  return known.row;
}

// Each round has its own row: a task that leaves does not learn from arrivals of later rounds.
Synchronisation::Row Synchronisation::row_of_round(const Event& event) {
  const std::uint64_t round = std::uint64_t{event.object.value} << 32 | round_of(event);
  return made(of_round_.try_emplace(round, none).first->second);
}

void Synchronisation::learn(Row to, Row from) {
  if (from == none) return;
  const std::span<std::uint32_t> target = at(to);
  const std::span<const std::uint32_t> source = at(from);
  for (std::size_t i = 0; i < width_; ++i) target[i] = std::max(target[i], source[i]);
}

void Synchronisation::replace(Row to, Row from) {
  if (from == none)
    std::ranges::fill(at(to), 0u);
  else
    std::ranges::copy(at(from), at(to).begin());
}

// --- Events --------------------------------------------------------------------------------------

void Synchronisation::advance(Position position) {
  const Event& event = (*execution_)[position];
  const Row thread = thread_of(event.task);
  if (event.fences.any()) pass_fences(event, thread);
  at(thread)[thread] = position + 1;
  switch (event.operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
    case OperationKind::await:
      access(event, thread);
      break;
    case OperationKind::lock:
    case OperationKind::trylock:
    case OperationKind::relock:
      // (Who sleeps on a futex has no lock.)
      if (acquires_lock(event) && event.object.exists()) learn(thread, row_of(event.object));
      break;
    case OperationKind::unlock:
    case OperationKind::sleep:
      if (const ObjectId lock = lock_of(execution_->registry(), event); lock.exists())
        replace(row_of(lock), thread);
      break;
    case OperationKind::post:
      replace(made(of_message_[event.other.value]), thread);
      break;
    case OperationKind::start:
      learn(thread, of_message_[event.task.value]);
      break;
    case OperationKind::spawn:
      learn(thread_of(event.other), thread);
      break;
    case OperationKind::join:
      // Joining a message learns all that its handler has done: only a join of the handler does
      // that.
      learn(thread, thread_of(event.other));
      break;
    case OperationKind::send:
      replace(made(of_send_.try_emplace(event.id(), none).first->second), thread);
      break;
    case OperationKind::receive:
    case OperationKind::try_receive:
      if (const auto send = of_send_.find(received_event(event)); send != of_send_.end())
        learn(thread, send->second);
      break;
    case OperationKind::arrive:
      learn(row_of_round(event), thread);
      break;
    case OperationKind::leave:
      learn(thread, row_of_round(event));
      break;
    case OperationKind::signal:
    case OperationKind::broadcast:
    case OperationKind::choose:
    case OperationKind::reach:  // of recorded traces only, whose accesses are no plain ones
      break;
  }
}

void Synchronisation::pass_fences(const Event& event, Row thread) {
  if (event.fences.acquires_first) learn(thread, read_by_relaxed_[thread]);
  if (event.fences.releases) replace(made(at_release_fence_[thread]), thread);
  if (event.fences.acquires_last) learn(thread, read_by_relaxed_[thread]);
}

MemoryOrder Synchronisation::counted(MemoryOrder order) const {
  const bool is_doubted = order == MemoryOrder::presumed && presumed_ == Presumed::orders_nothing;
  return is_doubted ? MemoryOrder::relaxed : order;
}

// A plain write ends what was released at an object, as an atomic one without a release does.
void Synchronisation::access(const Event& event, Row thread) {
  const bool reads = event.operation != OperationKind::write;
  for (const Access& access : execution_->registry().accesses(event.accesses)) {
    const bool writes = access.kind == AccessKind::write;
    const MemoryOrder order = counted(order_of(event, access));
    if (order == MemoryOrder::watched) continue;
    if (!is_atomic(order)) {
      if (writes && of_object_[access.object.value].run == run_)
        replace(row_of(access.object), none);
      continue;
    }
    if (access.kind > AccessKind::write) continue;
    const Row object = row_of(access.object);
    if (reads) read_atomically(order, thread, object);
    if (writes) write_atomically(event, order, thread, object);
  }
}

void Synchronisation::read_atomically(MemoryOrder order, Row thread, Row object) {
  if (acquires(order))
    learn(thread, object);
  else
    learn(made(read_by_relaxed_[thread]), object);
}

// A read-modify-write belongs to the release sequence of what it reads; another write begins anew.
void Synchronisation::write_atomically(const Event& event, MemoryOrder order, Row thread,
                                       Row object) {
  const bool is_write_only = event.operation == OperationKind::write;
  if (is_write_only) replace(object, none);
  if (!is_write_only && !event.succeeded) return;  // a compare-exchange that has only read
  learn(object, releases(order) ? thread : at_release_fence_[thread]);
}

}  // namespace mazurka
