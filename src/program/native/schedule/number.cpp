#include "program/native/schedule/number.h"

#include "program/native/schedule/library_calls.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

Synchroniser& number_at(const volatile void* address, std::int64_t at_first) {
  Synchroniser& number =
      runtime->synchronisers.at(reinterpret_cast<Address>(address), Synchroniser::Kind::number);
  runtime->synchronisers.value_of(number, at_first);
  return number;
}

Synchroniser& number_at(RuntimeState state) {
  return number_at(reinterpret_cast<const void*>(address_of(state)));
}

void keep_as_initial(Synchroniser& number) {
  if (runtime->is_before_first_event()) number.initial = number.value;
}

void update_number(Synchroniser& number, Change change, std::int64_t operand, Address place,
                   MemoryOrder order) {
  if (runtime->touch(number)) {
    running->pending.stand_before_number(number);
    runtime->announce(OperationKind::update, Standing::ready, place, order);
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
}

bool try_number(Synchroniser& number, const Condition& condition, Change change,
                std::int64_t operand, Address place) {
  const bool is_event = runtime->touch(number);
  if (is_event) {
    running->pending.stand_before_number(number);
    runtime->announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (!condition.holds(number.value)) {
    if (is_event) runtime->event().order = MemoryOrder::relaxed;
    return false;
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
  return true;
}

void await_number(Synchroniser& number, Condition condition, Change change, std::int64_t operand,
                  Address place, MemoryOrder order) {
  const bool must_wait = !condition.holds(number.value);
  if (runtime->touch(number) || must_wait) {
    if (must_wait) runtime->synchronisers.learn_awaited(number);
    running->pending.stand_before_number(number);
    condition.object = number.object;
    condition.accesses = number.write;
    runtime->announce_await(condition, place_of_wait(place), order);
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
}

bool has_waiters(const Synchroniser& number) {
  for (const Task* const task : runtime->tasks.live())
    if (task->standing == Standing::await && task != running &&
        (task->pending.value == &number.value || task->pending.condition.lock == &number))
      return true;
  return false;
}

}  // namespace mazurka::native
