// What fibers call: they say what they are about to do, and go on when they may.
#include <algorithm>
#include <cstring>

#include "program/native/heap.h"
#include "program/native/runtime.h"
#include "program/native/stack_walk.h"
#include "program/native/symbols.h"

namespace mazurka::native {

// --- Memory --------------------------------------------------------------------------------------

bool Runtime::access_slowly(Address address, std::size_t size, OperationKind operation,
                            Address place, MemoryOrder order) {
  if (size == 0) return false;
  Task& task = *running;
  const bool writes = operation != OperationKind::read;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    hit = cells_.touch(address, size, task.id, writes);
    if (task.early_write != 0 && !writes && place == task.early_read) {
      const Cells::Hit early = cells_.touch(task.early_write, task.early_size, task.id, true);
      if (early.visible) {
        std::vector<Access> both;
        for (const Cells::Hit& each : {hit, early})
          if (each.visible)
            for (const Access& access : registry_.accesses(each.accesses)) both.push_back(access);
        hit = {true, early.object, registry_.access_list(both)};
        operation = OperationKind::write;
        order = MemoryOrder::plain;
        address = task.early_write;
      }
    }
    task.early_write = 0;
  }
  if (!hit.visible) return false;
  task.object = hit.object;
  task.accesses = hit.accesses;
  task.address = address;
  task.size = static_cast<std::uint32_t>(size < 8 ? size : 8);
  task.value = nullptr;
  announce(operation, Standing::ready, place, order);
  return true;
}

void Runtime::access_known_cells(Address address, std::size_t size, Address place) {
  Task& task = *running;
  if ((is_quiet_ && section_ == nullptr) || size == 0) return;
  Cells::Hit hit;
  {
    const OutsideProgram outside;
    hit = cells_.touch_known(address, size, task.id);
    if (section_ != nullptr && hit.visible) add_to_section(*section_, hit, address, size);
  }
  if (section_ != nullptr) return;
  if (!hit.visible) return;
  task.object = hit.object;
  task.accesses = hit.accesses;
  task.address = address;
  task.size = 0;
  task.value = nullptr;
  announce(OperationKind::write, Standing::ready, place, MemoryOrder::freeing);
}

void Runtime::record_calls(Task& task) {
  const OutsideProgram outside;
  task.calls.clear();
  calls_in_program(task.calls);
}

void Runtime::note_weak_access(Address place) {
  const OutsideProgram outside;
  calls_in_program(weak_access_);
  if (weak_access_.empty()) weak_access_.push_back(place);
}

void Runtime::note_allocation(Address block) {
  if (block == 0) return;  // there was no memory
  const OutsideProgram outside;
  if (block == watched_block_) calls_in_program(calls_to_watched_block_);
  if (!shows_own_places_) return;
  std::vector<Address> calls;
  calls_in_program(calls);
  const Address own =
      own_places_.allocated(block, Heap::size_of(reinterpret_cast<void*>(block)), calls);
  if (own != 0) Heap::set_place_of_allocation(block, own);
}

void Runtime::note_release(Address block) {
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  const Address own = OwnPlaces::own_call(calls);
  if (own != 0) Heap::set_place_of_release(block, own);
}

void Runtime::check_use_of_heap(Address address, std::size_t size, OperationKind operation,
                                Address place) {
  const Heap::Use use = Heap::use_of(address, size);
  if (use == Heap::Use::valid) [[likely]]
    return;
  const OutsideProgram outside;
  // Whoever freed it may have found nothing there that anybody used: now it is known.
  if (use == Heap::Use::freed && !is_quiet_) cells_.learn_shared(address, size);
  const std::string verb = operation == OperationKind::read ? "read" : "write";
  const std::string amount = std::to_string(size) + (size == 1 ? " byte" : " bytes");
  if (use == Heap::Use::freed)
    fail(FailureKind::use_after_free, "use after free: " + verb + " of " + amount,
         block_in_words(address), place);
  fail(FailureKind::runtime_error, verb + " of " + amount + " outside of any heap block",
       block_in_words(address), place);
}

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
    return;
  }
  learn_awaited(known);
  stand_before_lock(task, mutex, known);
  announce(OperationKind::lock, Standing::lock, place);
}

bool Runtime::trylock(Mutex* mutex, Address place) {
  Task& task = *running;
  Synchroniser& known = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  if (touch(known)) {
    stand_before_lock(task, mutex, known);
    announce(OperationKind::trylock, Standing::ready, place);
    return task.succeeded;
  }
  if (mutex->owner != 0) return false;
  mutex->owner = task.id.value + 1;
  mutex->depth = 1;
  return true;
}

void Runtime::unlock(Mutex* mutex, Address place) {
  Synchroniser& known = synchroniser(reinterpret_cast<Address>(mutex), Synchroniser::Kind::lock);
  if (!touch(known)) {
    mutex->owner = 0;
    return;
  }
  stand_before_lock(*running, mutex, known);
  announce(OperationKind::unlock, Standing::ready, place);
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
  Task& task = *running;
  Synchroniser& condition =
      synchroniser(condition_variable, Synchroniser::Kind::condition_variable);
  if (!touch(condition) && !has_sleepers(condition_variable)) return 0;
  task.condition_variable = condition_variable;
  task.object = condition.object;
  task.accesses = condition.write;
  announce(OperationKind::signal, Standing::signal, place);
  return task.choice;
}

std::uint32_t Runtime::broadcast(Address condition_variable, Address place) {
  Task& task = *running;
  Synchroniser& condition =
      synchroniser(condition_variable, Synchroniser::Kind::condition_variable);
  if (!touch(condition) && !has_sleepers(condition_variable)) return 0;
  task.condition_variable = condition_variable;
  task.object = condition.object;
  task.accesses = condition.write;
  announce(OperationKind::broadcast, Standing::ready, place);
  return task.choice;
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

// --- Handlers ------------------------------------------------------------------------------------

void Runtime::add_handler(Handler& handler, Address address, const char* name,
                          Discipline discipline) {
  synchronisers_have_news_ = true;  // an exploration must know all handlers from its start
  handler.discipline = discipline;
  handler.id = registry_.add_handler(name, discipline);
  handler.address = address;
  handler.end = &synchroniser(address, Synchroniser::Kind::number);
  handler.dropping = &synchroniser(address + 1, Synchroniser::Kind::number);
}

Handler& Runtime::handler_at(Address address, const char* name, Discipline discipline) {
  std::unique_ptr<Handler>* known = nullptr;
  {
    const OutsideProgram outside;
    known = &handlers_[address];
    if (*known == nullptr) {
      *known = std::make_unique<Handler>();
      add_handler(**known, address, name, discipline);
    }
    if ((*known)->execution != execution_) {
      (*known)->execution = execution_;
      (*known)->joined = false;
      (*known)->running = nullptr;
      (*known)->mailbox.clear();
      (*known)->posted.clear();
    }
  }
  return **known;
}

void Runtime::post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
                   Address place) {
  need_tasks("a message is posted", place);
  if (handler.joined) fail_post(handler, place);
  Task& task = *running;
  task.object = registry_.handler(handler.id).as_lock;
  task.accesses = accesses_of_post(handler);
  task.new_handler = &handler;
  task.new_message = code;
  task.new_drop = drop;
  task.new_argument = argument;
  announce(OperationKind::post, Standing::ready, place);
  // Meanwhile somebody may have joined it.
  if (handler.joined) fail_post(handler, place);
}

void Runtime::fail_post(const Handler& handler, Address place) {
  const OutsideProgram outside;
  fail(FailureKind::misuse,
       "post to handler '" + registry_.handler(handler.id).name + "', which was joined", "", place);
}

void Runtime::stand_before_change(Synchroniser& number, Address place) {
  if (exits_.is_after_all_tasks) return;
  learn_awaited(number);
  value_of(number);
  stand_before_number(*running, number);
  announce(OperationKind::update, Standing::ready, place);
}

// A message that is dropped still starts, finds that out, and ends: so none is lost from sight, and
// all orders of messages and quit are explored.
void Runtime::quit(Handler& handler, Address place) {
  stand_before_change(*handler.dropping, place);
  handler.dropping->value = 1;
}

bool Runtime::is_dropped() {
  Task& task = *running;
  Synchroniser& dropping = *task.handler->dropping;
  value_of(dropping);
  if (dropping.visible) {
    stand_before_number(task, dropping);
    task.accesses = dropping.read;
    announce(OperationKind::read, Standing::ready, task.place);
  }
  return dropping.value != 0;
}

void Runtime::join(Handler& handler, Address place) {
  if (handler.joined) {
    const OutsideProgram outside;
    fail(FailureKind::misuse,
         "handler '" + registry_.handler(handler.id).name + "' is joined twice", "", place);
  }
  // Which messages there are is known at an event that posts conflict with; that they have ended,
  // by joining them. Another post may have come in meanwhile.
  for (std::size_t seen = 0;;) {
    stand_before_change(*handler.end, place);
    if (handler.posted.size() == seen) break;
    for (; seen < handler.posted.size(); ++seen) join(*handler.posted[seen], place);
  }
  handler.end->value = 1;
  handler.joined = true;
}

}  // namespace mazurka::native
