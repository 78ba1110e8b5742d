// What fibers call about threads and what synchronises them: they say what they are about to do,
// and go on when they may.
#include <algorithm>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// --- Synchronisation -----------------------------------------------------------------------------

Synchroniser& Runtime::synchroniser(Address address, Synchroniser::Kind kind) {
  auto& known = synchronisers_[static_cast<std::size_t>(kind)];
  const auto found = known.find(address);
  if (found != known.end()) return *found->second;
  const OutsideProgram outside;
  auto made = std::make_unique<Synchroniser>();
  made->kind = kind;
  made->address = address;
  made->object = names_.add_object(without_part(address), 0);
  cells_.note_shared(without_part(address));  // or may be, some day
  const AccessKind access = kind == Synchroniser::Kind::lock                 ? AccessKind::lock
                            : kind == Synchroniser::Kind::condition_variable ? AccessKind::condition
                                                                             : AccessKind::write;
  made->write = registry_.access_list(Access{made->object, access});
  made->read = kind == Synchroniser::Kind::number
                   ? registry_.access_list(Access{made->object, AccessKind::read})
                   : made->write;
  if (kind == Synchroniser::Kind::number) numbers_[made->object] = made.get();
  Synchroniser& result = *(known[address] = std::move(made));
  if (address != without_part(address)) add_part(result);
  return result;
}

bool Runtime::touch(Synchroniser& synchroniser) {
  if (section_ != nullptr) refuse_in_section(place_in_program());
  if (is_quiet_) return false;
  if (synchroniser.touch(running->id, true)) synchronisers_have_news_ = true;
  return synchroniser.visible;
}

// A task waits for something that so far one task alone has used. What that task did with it was no
// event, but without it nobody can tell who might end the wait: from the next exploration on it is.
void Runtime::learn_awaited(Synchroniser& synchroniser) {
  if (synchroniser.visible || synchroniser.is_news) return;
  synchroniser.is_news = synchronisers_have_news_ = true;
}

std::int64_t& Runtime::value_of(Synchroniser& number, std::int64_t at_first) {
  if (number.execution != execution_) {
    number.execution = execution_;
    number.value = number.initial = at_first;
  }
  return number.value;
}

void Runtime::stand_before_number(Task& task, Synchroniser& number) {
  task.object = number.object;
  task.accesses = number.write;
  task.value = &number.value;
}

void Runtime::update_number(Synchroniser& number, Change change, std::int64_t operand,
                            Address place, MemoryOrder order) {
  if (touch(number)) {
    stand_before_number(*running, number);
    announce(OperationKind::update, Standing::ready, place, order);
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
}

bool Runtime::try_number(Synchroniser& number, const Condition& condition, Change change,
                         std::int64_t operand, Address place) {
  const bool is_event = touch(number);
  if (is_event) {
    stand_before_number(*running, number);
    announce(OperationKind::update, Standing::ready, place, MemoryOrder::acquire);
  }
  if (!condition.holds(number.value)) {
    if (is_event) event_.order = MemoryOrder::relaxed;
    return false;
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
  return true;
}

void Runtime::await_number(Synchroniser& number, Condition condition, Change change,
                           std::int64_t operand, Address place, MemoryOrder order) {
  Task& task = *running;
  const bool must_wait = !condition.holds(number.value);
  if (touch(number) || must_wait) {
    if (must_wait) learn_awaited(number);
    stand_before_number(task, number);
    condition.object = number.object;
    condition.accesses = number.write;
    stand_before_await(task, condition);
    announce(OperationKind::await, Standing::await, place, order);
  }
  number.value = change(number.value, operand);
  keep_as_initial(number);
}

void Runtime::stand_before_await(Task& task, const Condition& condition) {
  task.condition = condition;
  task.condition_id = ConditionId{static_cast<std::uint32_t>(conditions_.size())};
  const OutsideProgram outside;
  conditions_.push_back(condition);
}

bool Runtime::sleep_on_futex(Address word, int expected, Address place) {
  Task& task = *running;
  Synchroniser& condition = synchroniser(word, Synchroniser::Kind::condition_variable);
  const bool is_visible = touch(condition);
  Cells::Hit hit;
  if (!is_quiet_) {
    const OutsideProgram outside;
    hit = cells_.touch(word, sizeof(int), task.id, false);
  }
  const bool has_changed = *reinterpret_cast<const volatile int*>(word) != expected;
  if (has_changed && !is_visible && !hit.visible) return false;
  learn_awaited(condition);
  task.mutex = nullptr;
  task.futex = word;
  task.futex_value = expected;
  task.condition_variable = word;
  task.object = condition.object;
  task.accesses = condition.write;
  if (hit.visible) {
    const OutsideProgram outside;
    const auto of_word = registry_.accesses(hit.accesses);
    std::vector<Access> both(of_word.begin(), of_word.end());
    both.push_back({condition.object, AccessKind::condition});
    task.accesses = registry_.access_list(both);
  }
  announce(OperationKind::sleep, Standing::ready, place);
  return task.succeeded;
}

void Runtime::stand_before_lock(Task& task, Mutex* mutex, const Synchroniser& lock) {
  task.mutex = mutex;
  task.object = lock.object;
  task.accesses = lock.write;
}

void Runtime::lock(Mutex* mutex, Address place) {
  Task& task = *running;
  Synchroniser& known = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  if (!touch(known) && mutex->owner == 0) {
    mutex->owner = task.id.value + 1;
    mutex->depth = 1;
  } else {
    learn_awaited(known);
    stand_before_lock(task, mutex, known);
    announce(OperationKind::lock, Standing::lock, place);
  }
  took(known, false, place);
}

bool Runtime::trylock(Mutex* mutex, Address place) {
  Task& task = *running;
  Synchroniser& known = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  if (touch(known)) {
    stand_before_lock(task, mutex, known);
    announce(OperationKind::trylock, Standing::ready, place);
    if (!task.succeeded) return false;
  } else {
    if (mutex->owner != 0) return false;
    mutex->owner = task.id.value + 1;
    mutex->depth = 1;
  }
  took(known, false, place);
  return true;
}

void Runtime::unlock(Mutex* mutex, Address place) {
  Synchroniser& known = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  if (!touch(known)) {
    mutex->owner = 0;
  } else {
    stand_before_lock(*running, mutex, known);
    announce(OperationKind::unlock, Standing::ready, place);
  }
  gives_back(known);
}

void Runtime::wait(Address condition_variable, Mutex* mutex, Address place) {
  Task& task = *running;
  Synchroniser& condition =
      synchroniser(condition_variable, Synchroniser::Kind::condition_variable);
  Synchroniser& lock = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  // Also if nobody else has used them so far: the task sleeps.
  (void)touch(condition);
  (void)touch(lock);
  learn_awaited(condition);
  learn_awaited(lock);
  task.mutex = mutex;
  task.futex = 0;
  task.condition_variable = condition_variable;
  task.object = condition.object;
  {
    const OutsideProgram outside;
    const Access both[] = {{condition.object, AccessKind::condition},
                           {lock.object, AccessKind::lock}};
    task.accesses = registry_.access_list(both);
  }
  announce(OperationKind::sleep, Standing::ready, place);
  gives_back(lock);
  took(lock, false, place);
}

bool Runtime::has_sleepers(Address condition_variable) const {
  for (const Task* const task : live_)
    if (task->standing == Standing::asleep && task->condition_variable == condition_variable)
      return true;
  return false;
}

bool Runtime::has_waiters(const Synchroniser& number) const {
  for (const Task* const task : live_)
    if (task->standing == Standing::await && task != running &&
        (task->value == &number.value || task->condition.lock == &number))
      return true;
  return false;
}

void Runtime::destroy(Synchroniser& synchroniser, Address place) {
  if (!touch(synchroniser)) return;
  Task& task = *running;
  task.object = synchroniser.object;
  task.accesses = synchroniser.write;
  task.value = nullptr;
  task.size = 0;
  announce(OperationKind::update, Standing::ready, place, MemoryOrder::relaxed);
}

std::uint32_t Runtime::signal(Address condition_variable, Address place) {
  return notify(OperationKind::signal, Standing::signal, condition_variable, place);
}

std::uint32_t Runtime::broadcast(Address condition_variable, Address place) {
  return notify(OperationKind::broadcast, Standing::ready, condition_variable, place);
}

std::uint32_t Runtime::notify(OperationKind operation, Standing standing,
                              Address condition_variable, Address place) {
  Task& task = *running;
  Synchroniser& condition =
      synchroniser(condition_variable, Synchroniser::Kind::condition_variable);
  if (!touch(condition) && !has_sleepers(condition_variable)) return 0;
  task.condition_variable = condition_variable;
  task.object = condition.object;
  task.accesses = condition.write;
  announce(operation, standing, place);
  return task.choice;
}

// What one task alone uses makes no events, but it is a lock.
void Runtime::note_taken(const Synchroniser& lock, bool is_shared, Address place) {
  Task& task = *running;
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  const LocationId own = own_places_.of_calls(calls);
  task.owned.push_back({lock.object, own.exists() ? own : places_.location(place), is_shared});
}

void Runtime::note_given_back(const Synchroniser& lock) {
  std::vector<OwnedLock>& owned = running->owned;
  const auto last = std::ranges::find(owned.rbegin(), owned.rend(), lock.object, &OwnedLock::lock);
  if (last != owned.rend()) owned.erase(std::next(last).base());
}

// --- Tasks ---------------------------------------------------------------------------------------

Task* Runtime::spawn(void* (*code)(void*), void* argument, Address place) {
  need_tasks("a thread is created", place);
  Task& task = *running;
  task.object = {};
  task.accesses = Registry::no_accesses();
  task.new_thread = code;
  task.new_argument = argument;
  announce(OperationKind::spawn, Standing::ready, place);
  return task.new_task;
}

void Runtime::join(Task& other, Address place) {
  if (exits_.is_after_all_tasks) return;
  Task& task = *running;
  task.object = {};
  task.accesses = Registry::no_accesses();
  task.joined = &other;
  announce(OperationKind::join, Standing::join, place);
}

std::uint32_t Runtime::choose(std::uint32_t count, Address place) {
  need_tasks("a choice", place);
  Task& task = *running;
  task.object = {};
  task.accesses = Registry::no_accesses();
  task.alternatives = count;
  announce(OperationKind::choose, Standing::choose, place);
  return task.choice;
}

// In a loop around the wait, as it should be, this goes on as long as the loop finds something new.
bool Runtime::wakes_spuriously(Address place) {
  if (!program_.options.spurious) return false;
  return !repeats(running->spurious, place) && choose(2, place) == 1;
}

void Runtime::run_thread_local_destructors(Task& task) { run_handlers(task.at_exit); }

void Runtime::run_thread_exits(Task& task) {
  run_thread_local_destructors(task);
  constexpr int most_rounds = 4;  // as PTHREAD_DESTRUCTOR_ITERATIONS
  bool found = true;
  for (int round = 0; round < most_rounds && found; ++round) {
    found = false;
    for (std::size_t key = 0; key < task.specifics.size(); ++key) {
      void* const value = std::exchange(task.specifics[key], nullptr);
      if (value == nullptr || key >= keys_.in_use.size() || !keys_.in_use[key] ||
          keys_.destructors[key] == nullptr)
        continue;
      found = true;
      keys_.destructors[key](value);
    }
  }
}

}  // namespace mazurka::native
