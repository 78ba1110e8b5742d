#include "program/native/runtime.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

#include "core/hash.h"
#include "program/native/debugger.h"
#include "program/native/heap.h"
#include "program/native/process_calls.h"
#include "program/native/stack_walk.h"
#include "program/native/standard_input.h"
#include "program/native/warnings.h"

namespace mazurka::native {

constinit Task* running = nullptr;
constinit Runtime* runtime = nullptr;
constinit bool the_checker_has_started = false;

namespace {

constexpr std::uint32_t address_code(Address code) { return static_cast<std::uint32_t>(code); }

char* in_startup_heap(const std::string& text) {
  void* const copy = heap.allocate(Heap::startup_area, text.size() + 1, 1, 0);
  return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

}  // namespace

Runtime::Runtime(Registry& registry, ProgramToRun program)
    : registry_(registry),
      program_(std::move(program)),
      names_(registry),
      cells_(registry, names_),
      places_(registry),
      own_places_(registry) {
  runtime = this;
  const std::size_t count = program_.arguments.size();
  // Programs may write to their arguments: these belong to what is rewound.
  auto** const arguments =
      static_cast<char**>(heap.allocate(Heap::startup_area, (count + 1) * sizeof(char*), 1, 0));
  for (std::size_t i = 0; i < count; ++i) arguments[i] = in_startup_heap(program_.arguments[i]);
  arguments[count] = nullptr;
  argv_ = arguments;
  startup_keys_ = keys_before_main();
  heap.take_snapshot();
  if (!program_.once) image_.take_snapshot();
  prepare_fibers();
  remember_descriptors();
  if (!program_.once) remember_input();
}

// --- Tasks ---------------------------------------------------------------------------------------

Task& Runtime::begin_task(TaskId id) {
  if (id.value >= tasks_.size()) tasks_.resize(id.value + 1);
  std::unique_ptr<Task>& task = tasks_[id.value];
  if (task == nullptr) {
    task = std::make_unique<Task>();
    task->id = id;
  }
  task->begin();
  created_.push_back(task.get());
  add_live(*task);
  return *task;
}

void Runtime::add_live(Task& task) {
  live_.insert(std::ranges::upper_bound(live_, task.id, {}, &Task::id), &task);
}

Task& Runtime::create(Task& creator, Address code, HandlerId handler) {
  if (!has_initial_values_) remember_initial_values();
  is_quiet_ = false;
  const std::uint32_t ordinal = creator.created++;
  if (ordinal >= creator.children.size()) creator.children.resize(ordinal + 1);
  Task::Child& child = creator.children[ordinal];
  if (!child.id.exists() || child.code != code || child.handler != handler)
    child = {code, handler, registry_.task({creator.id, ordinal, address_code(code), handler})};
  return begin_task(child.id);
}

void Runtime::end_task(Task& task) {
  task.standing = Standing::ended;
  if (task.handler != nullptr) task.handler->state.end(task.id.value);
  live_.erase(std::ranges::lower_bound(live_, task.id, {}, &Task::id));
}

namespace {

// A C function that the first fiber begins with, and never returns from.
void run_main() { runtime->run_main_function(); }

}  // namespace

void Runtime::run_main_function() {
  const auto count = static_cast<int>(program_.arguments.size());
  const int status = program_.main(count, argv_, environ);
  if (program_.options.main_exits) exit_process(HowToExit::with_handlers, status, 0);
  if (!program_.once) check_status(status, 0);
  // As exit() does: data of pthread keys are left alone.
  run_thread_local_destructors(*running);
  if (exits_.at_once) {
    order_exits(0);
    if (exits_.begun_by == nullptr) run_exit_handlers();
  }
  finish_running_task(reinterpret_cast<void*>(std::intptr_t{status}));
}

void Runtime::restart() {
  if (!program_.once) rewind_input();
  heap.rewind();
  image_.rewind();
  for (Task* const task : created_) task->exists = false;
  created_.clear();
  calls_of_events_.clear();
  if (shows_caller_locations_) names_.forget_members();
  live_.clear();
  conditions_.clear();
  failures_.clear();
  own_places_.begin_execution();
  keys_ = startup_keys_;
  exits_.begin_execution();
  if (!program_.once) {
    forget_signals();
    close_descriptors();
    forget_outside_call();
  }
  ++execution_;
  events_ = 0;
  is_quiet_ = true;
  is_cut_ = false;
  enabled_known_ = false;
  Task& main = begin_task(registry_.task({TaskId::none(), 0, 0, HandlerId::none()}));
  main.is_main = true;
  const auto thread_exits = thread_exits_at_start();
  main.at_exit.assign(thread_exits.begin(), thread_exits.end());
  make_fiber(main.fiber, main.id.value, run_main, true);
  run(main);
  if (exits_.wait_for_all_tasks && live_.empty()) run_after_all_tasks();
}

// --- What can happen -----------------------------------------------------------------------------

bool Runtime::can_start(const Task& task) const {
  return task.handler->state.can_start(task.id.value);
}

bool Runtime::can_be_woken(const Task& signaller, std::uint32_t value) const {
  bool nobody = true;
  for (const Task* const task : live_)
    if (task->standing == Standing::asleep &&
        task->condition_variable == signaller.condition_variable) {
      if (task->id.value == value) return true;
      nobody = false;
    }
  return nobody && value == wakes_nobody;
}

std::int64_t Runtime::awaited_value(const Task& task) const {
  if (const Synchroniser* const lock = task.condition.lock; lock != nullptr)
    return task.condition.with_parts ? holders_of(*lock) : lock->value;
  return task.value != nullptr ? *task.value : value_in(task.address, task.size);
}

bool Runtime::has_other_change(const Task& task) {
  const Condition& condition = task.condition;
  return std::any_of(condition.others, condition.others + condition.other_count,
                     [](const UselessAccess& other) {
                       return value_in(other.address, other.size) != other.value;
                     });
}

bool Runtime::can_go_on(const Task& task, std::uint32_t value) const {
  switch (task.standing) {
    case Standing::ready:
      return value == 0;
    case Standing::lock:
      return value == 0 && (task.mutex == nullptr || task.mutex->owner == 0);
    case Standing::join:
      return value == 0 && task.joined->standing == Standing::ended;
    case Standing::await:
      return value == 0 && (task.condition.holds(awaited_value(task)) || has_other_change(task));
    case Standing::choose:
      return value < task.alternatives;
    case Standing::signal:
      return can_be_woken(task, value);
    case Standing::mailed:
      return value == 0 && can_start(task);
    case Standing::asleep:
    case Standing::stopped:
    case Standing::ended:
      break;
  }
  return false;
}

void Runtime::add_alternatives(const Task& task) {
  if (task.standing == Standing::choose) {
    for (std::uint32_t value = 0; value < task.alternatives; ++value)
      enabled_.push_back({task.id, value});
    return;
  }
  const std::size_t before = enabled_.size();
  for (const Task* const sleeper : live_)
    if (sleeper->standing == Standing::asleep &&
        sleeper->condition_variable == task.condition_variable)
      enabled_.push_back({task.id, sleeper->id.value});
  if (enabled_.size() == before) enabled_.push_back({task.id, wakes_nobody});
}

std::span<const Choice> Runtime::enabled() {
  if (enabled_known_) return enabled_;
  enabled_known_ = true;
  enabled_.clear();
  for (const Task* const task : live_) {
    if (task->standing == Standing::choose || task->standing == Standing::signal)
      add_alternatives(*task);
    else if (can_go_on(*task, 0))
      enabled_.push_back({task->id, 0});
  }
  return enabled_;
}

AccessListId Runtime::accesses_of_post(const Handler& handler) const {
  return handler.end->visible ? handler.end->read : Registry::no_accesses();
}

void Runtime::pending(std::vector<Pending>& result) {
  result.clear();
  for (Task* const task : live_) {
    Pending& pending = result.emplace_back();
    pending.task = task->id;
    pending.index = task->events;
    pending.accesses = Registry::no_accesses();
    pending.location = location_of(*task);
    pending.stopped = task->standing == Standing::stopped;
    if (pending.stopped) continue;
    pending.asleep = task->standing == Standing::asleep;
    pending.enabled = task->standing == Standing::signal || can_go_on(*task, 0);
    pending.operation = task->operation;
    pending.object = task->object;
    pending.accesses = task->accesses;
    if (task->standing == Standing::join) pending.other = task->joined->id;
    if (task->standing == Standing::await) pending.condition = task->condition_id;
    if (pending.asleep) {
      pending.condition_variable = task->condition_object;
    } else if (task->operation == OperationKind::relock) {
      pending.other = task->woken_by.task;
      pending.other_index = task->woken_by.index;
    }
  }
}

Ending Runtime::ending() {
  Ending result{.failures = failures_, .process_has_ended = exits_.process_has_ended};
  // Who waits with a deadline would go on by that; what follows then is another execution.
  const auto assumed = [](const Task* task) {
    const bool waits = task->standing == Standing::asleep || task->standing == Standing::await;
    return task->assumed || (task->has_deadline && waits);
  };
  if (!failures_.empty())
    result.kind = EndingKind::error;
  else if (std::ranges::any_of(live_, assumed))
    result.kind = EndingKind::blocked;
  else if (!live_.empty() && !result.process_has_ended)
    result.kind = EndingKind::deadlock;
  result.cut = is_cut_ && result.kind == EndingKind::blocked;
  result.given_up = result.kind == EndingKind::blocked && !result.cut &&
                    std::ranges::none_of(live_, &Task::meets_assume);
  if (result.kind == EndingKind::deadlock) learn_from_deadlock();
  if (result.kind == EndingKind::error || result.kind == EndingKind::deadlock) resolve_names();
  return result;
}

// --- Failures ------------------------------------------------------------------------------------

// What has overwritten its stack, or was interrupted in a loop, has no calls to look at.
LocationId Runtime::location_of_failure(Address place) {
  if (!shows_caller_locations_) return places_.location(place);
  Task& task = *current_;
  task.calls.clear();
  calls_in_program(task.calls);
  const LocationId own = own_places_.of_calls(task.calls);
  return own.exists() ? own : places_.location(place);
}

void Runtime::note_failure(FailureKind kind, std::string message, std::string note, Address place) {
  Task& task = *current_;
  task.standing = Standing::stopped;
  task.place = place;
  failures_.push_back(
      {kind, std::move(message), std::move(note), task.id, location_of_failure(place), events_});
  if (debugger_ != nullptr) debugger_->failed(failures_.back().message.c_str());
}

void Runtime::abandon() {
  while (true) leave_fiber(current_->fiber);
}

void Runtime::fail(FailureKind kind, std::string message, std::string note, Address place) {
  note_failure(kind, std::move(message), std::move(note), place);
  abandon();
}

void Runtime::stop_at_assume(Address place) {
  running->standing = Standing::stopped;
  running->assumed = true;
  running->place = place;
  abandon();
}

void Runtime::end_running_task(void* result) {
  run_thread_exits(*running);
  finish_running_task(result);
}

void Runtime::finish_running_task(void* result) {
  Task& task = *running;
  {
    const OutsideProgram outside;
    task.result = result;
    end_task(task);
  }
  if (task.is_main) end_main();
  abandon();
}

// --- Debugging -----------------------------------------------------------------------------------

void Runtime::show_step() {
  if (debugger_ != nullptr) debugger_->in_step();
}

std::vector<const Handler*> Runtime::handlers() const {
  std::vector<const Handler*> result;
  for (const auto& [address, handler] : handlers_)
    if (handler->execution == execution_) result.push_back(handler.get());
  std::ranges::sort(result, {}, [](const Handler* handler) { return handler->id.value; });
  return result;
}

// --- Knowledge -----------------------------------------------------------------------------------

void Runtime::commit() {
  cells_.commit();
  commit_sections();
  has_initial_values_ = false;
  synchronisers_have_news_ = false;
  exits_.at_once |= std::exchange(exits_.at_once_is_news, false);
  for (auto& of_kind : synchronisers_)
    for (auto& [address, synchroniser] : of_kind) {
      synchroniser->visible |= synchroniser->is_news;
      synchroniser->is_news = false;
    }
}

std::int64_t Runtime::initial_value(ObjectId object) const {
  if (const auto number = numbers_.find(object); number != numbers_.end())
    return number->second->initial;
  const auto cell = initial_values_.find(object);
  return cell == initial_values_.end() ? 0 : cell->second;
}

std::uint64_t Runtime::mailbox_fingerprint() const {
  std::uint64_t hash = 0;
  for (const auto& [address, handler] : handlers_) {
    if (handler->execution != execution_) continue;
    const std::uint64_t waiting = handler->state.fingerprint([](auto message) { return message; });
    if (waiting != 0) hash += mix(address, waiting);
  }
  return hash;
}

std::uint64_t Runtime::state_fingerprint() const {
  std::uint64_t hash = 0;
  for (const std::uint32_t index : cells_.visible()) {
    const Cell& cell = cells_.cell(index);
    const auto value = static_cast<std::uint64_t>(value_in(cell.address, cell.size));
    hash += mix(cell.address, value);
  }
  for (const Task* const task : live_)
    hash += mix(mix(task->id.value, task->events), mix(task->place, task->created));
  return hash;
}

}  // namespace mazurka::native
