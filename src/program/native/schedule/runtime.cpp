#include "program/native/schedule/runtime.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

#include "core/hash.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/kernel/descriptors.h"
#include "program/native/kernel/file_overlay.h"
#include "program/native/kernel/process_state.h"
#include "program/native/kernel/signals.h"
#include "program/native/kernel/standard_input.h"
#include "program/native/process/heap.h"
#include "program/native/process/libraries.h"
#include "program/native/process/task_areas.h"
#include "program/native/schedule/benign_races.h"
#include "program/native/schedule/file_uses.h"
#include "program/native/schedule/loop_waits.h"
#include "program/native/schedule/outside_call.h"
#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

constinit Runtime* runtime = nullptr;

namespace {

char* in_startup_heap(const std::string& text) {
  void* const copy = heap.allocate(Heap::startup_part, text.size() + 1, 1, 0);
  return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

}  // namespace

Runtime::Runtime(Registry& of, ProgramToRun to_run)
    : registry(of),
      program(std::move(to_run)),
      names(of),
      cells(of, names),
      synchronisers(of, names, cells),
      observation(*this, of, names),
      sections(*this),
      handlers(*this),
      mailboxes(*this),
      state(*this),
      knowledge(*this) {
  runtime = this;
  const std::size_t count = program.arguments.size();
  // Programs may write to their arguments, so these lie in memory that a restart rewinds.
  auto** const arguments =
      static_cast<char**>(heap.allocate(Heap::startup_part, (count + 1) * sizeof(char*), 1, 0));
  for (std::size_t i = 0; i < count; ++i) arguments[i] = in_startup_heap(program.arguments[i]);
  arguments[count] = nullptr;
  argv_ = arguments;
  heap.take_snapshot();
  if (!program.once) snapshot.take_snapshot();
  prepare_fibers();
  remember_descriptors();
  if (program.once) return;
  remember_input();
  libraries().trust(program.options.trusted);
  libraries().arm(program.options.debug);
}

// --- Tasks ---------------------------------------------------------------------------------------

namespace {

AreaId area_of_child(const Task& creator, std::uint32_t ordinal) {
  const AreaId area = task_areas().area_of(creator.area, ordinal);
  if (task_areas().is_new_exception(area)) record_area(task_areas().path_of(area), area);
  return area;
}

}  // namespace

Task& Runtime::create(Task& creator, Address code, HandlerId handler) {
  state.first_task_comes();
  is_quiet_ = false;
  const std::uint32_t ordinal = creator.created++;
  if (ordinal >= creator.children.size()) creator.children.resize(ordinal + 1);
  Task::Child& child = creator.children[ordinal];
  if (!child.id.exists() || child.code != code || child.handler != handler)
    child = {code, handler, registry.task({creator.id, ordinal, stable_code_of(code), handler}),
             area_of_child(creator, ordinal)};
  Task& created = tasks.begin(child.id, child.area);
  created.time.passed = creator.time.passed;
  return created;
}

void Runtime::end_task(Task& task) {
  task.standing = Standing::ended;
  if (task.code.handler != nullptr) task.code.handler->finish(task);
  tasks.end(task);
}

namespace {

// The entry function of the first fiber. It never returns.
void run_main() { runtime->run_main_function(); }

}  // namespace

void Runtime::run_main_function() {
  const auto count = static_cast<int>(program.arguments.size());
  const int status = program.main(count, argv_, environ);
  main_returns(status);
  finish_running_task(reinterpret_cast<void*>(std::intptr_t{status}));
}

void Runtime::restart() {
  if (!program.once) rewind_input();
  heap.rewind();
  snapshot.rewind();
  tasks.begin_execution();
  failures_.clear();
  conditions.clear();
  clocks.begin_execution();
  synchronisers.begin_execution();
  observation.begin_execution();
  specifics.begin_execution();
  exits.begin_execution();
  forget_benign_races();
  if (!program.once) {
    forget_signals();
    close_descriptors();
    forget_overlay();
    restore_process_state();
    forget_file_uses();
    forget_outside_call();
  }
  ++execution_;
  events_ = 0;
  is_quiet_ = true;
  is_cut_ = false;
  cut_by_fairness_ = 0;
  enabled_known_ = false;
  Task& main = tasks.begin(registry.task({TaskId::none(), 0, 0, HandlerId::none()}), area_of_main);
  main.is_main = true;
  const auto thread_exits = thread_exits_at_start();
  main.data.destructors.assign(thread_exits.begin(), thread_exits.end());
  make_fiber(main.fiber, main.area, run_main, true);
  run(main);
  if (can_run_exit_handlers()) run_after_all_tasks();
}

// --- What can happen -----------------------------------------------------------------------------

bool Runtime::can_be_woken(const Task& signaller, std::uint32_t value) const {
  bool nobody = true;
  for (const Task* const task : tasks.live())
    if (task->standing == Standing::asleep &&
        task->pending.condition_variable == signaller.pending.condition_variable) {
      if (value_waking(task->id) == value) return true;
      nobody = false;
    }
  return nobody && value == wakes_nobody;
}

std::int64_t Runtime::awaited_value(const Task& task) const {
  const PendingOperation& pending = task.pending;
  if (const Synchroniser* const lock = pending.condition.lock; lock != nullptr)
    return pending.condition.with_parts ? synchronisers.holders_of(*lock) : lock->value;
  return pending.value != nullptr ? *pending.value : value_in(pending.address, pending.size);
}

bool Runtime::can_continue(const Task& task, std::uint32_t value) const {
  switch (task.standing) {
    case Standing::ready:
      return value == 0;
    case Standing::lock:
      return value == 0 && (task.pending.mutex == nullptr || task.pending.mutex->owner == 0);
    case Standing::join:
      return value == 0 && task.pending.joined->standing == Standing::ended;
    case Standing::await:
      return value == 0 && (task.pending.condition.kind == Condition::Kind::changed
                                ? conditions.has_change(task.pending.condition)
                                : task.pending.condition.holds(awaited_value(task)));
    case Standing::choose:
      return value < task.pending.alternatives;
    case Standing::signal:
      return can_be_woken(task, value);
    case Standing::mailed:
      return value == 0 && task.code.handler->can_start(task);
    case Standing::receive:
      return value == 0 &&
             task.pending.mailbox->first_match() != task.pending.mailbox->messages.end();
    case Standing::asleep:
    case Standing::stopped:
    case Standing::ended:
      break;
  }
  return false;
}

void Runtime::add_alternatives(const Task& task) {
  if (task.standing == Standing::choose) {
    for (std::uint32_t value = 0; value < task.pending.alternatives; ++value)
      enabled_.push_back({task.id, value});
    return;
  }
  const std::size_t before = enabled_.size();
  for (const Task* const sleeper : tasks.live())
    if (sleeper->standing == Standing::asleep &&
        sleeper->pending.condition_variable == task.pending.condition_variable)
      enabled_.push_back({task.id, value_waking(sleeper->id)});
  if (enabled_.size() == before) enabled_.push_back({task.id, wakes_nobody});
}

bool Runtime::set_aside(TaskId message, bool aside) {
  const Task* const task = tasks.of(message);
  if (task == nullptr || task->code.handler == nullptr) return false;
  task->code.handler->state.set_aside(message.value, aside);
  enabled_known_ = false;
  return true;
}

std::span<const Choice> Runtime::enabled() {
  if (enabled_known_) return enabled_;
  enabled_known_ = true;
  enabled_.clear();
  for (const Task* const task : tasks.live()) {
    if (task->standing == Standing::choose || task->standing == Standing::signal)
      add_alternatives(*task);
    else if (can_continue(*task, 0))
      enabled_.push_back({task->id, 0});
  }
  return enabled_;
}

void Runtime::pending(std::vector<Pending>& result) {
  result.clear();
  for (Task* const task : tasks.live()) {
    Pending& pending = result.emplace_back();
    pending.task = task->id;
    pending.index = task->events;
    pending.accesses = Registry::no_accesses();
    pending.location = observation.location_of(*task);
    pending.stopped = task->standing == Standing::stopped;
    if (pending.stopped) continue;
    pending.asleep = task->standing == Standing::asleep;
    pending.enabled = task->standing == Standing::signal || can_continue(*task, 0);
    pending.operation = task->pending.operation;
    pending.object = task->pending.object;
    pending.accesses = task->pending.accesses;
    pending.order = order_of_access(*task);
    pending.fences = task->pending.fences;
    if (task->standing == Standing::join) pending.other = task->pending.joined->id;
    if (task->standing == Standing::await) pending.condition = task->pending.condition_id;
    if (receives(pending.operation)) {
      const Mailbox& mailbox = *task->pending.mailbox;
      pending.accesses =
          mailboxes.accesses_of_receive(mailbox, pending.operation == OperationKind::receive);
      const auto match = mailbox.first_match();
      if (match == mailbox.messages.end()) continue;
      pending.other = match->sent_by.task;
      pending.other_index = match->sent_by.index;
    }
    if (pending.asleep) {
      pending.condition_variable = task->pending.condition_object;
    } else if (task->pending.operation == OperationKind::relock) {
      pending.other = task->pending.woken_by.task;
      pending.other_index = task->pending.woken_by.index;
    }
  }
}

namespace {

// Returns whether the task is a thread that a library keeps for later, as libgomp and libtbb do: it
// was created by a library that is not instrumented, and no function of the program is on its
// stack (place_of_wait()).
bool is_worker_of_library(const Task& task) {
  return task.code.thread != nullptr &&
         libraries().contains(reinterpret_cast<Address>(task.code.thread)) &&
         !is_in_executable(task.pending.place);
}

}  // namespace

bool Runtime::only_idle_workers_are_left() const {
  return !tasks.live().empty() && std::ranges::all_of(tasks.live(), [&](const Task* task) {
    return is_worker_of_library(*task) && task->standing != Standing::stopped &&
           !can_continue(*task, 0);
  });
}

Ending Runtime::ending() {
  Ending result{.failures = failures_, .process_has_ended = exits.process_has_ended};
  // A task that waits with a deadline is not deadlocked: its timeout is explored in another
  // execution. Nor is one that would make further rounds of a loop, which were left out.
  const auto assumed = [](const Task* task) {
    const bool waits = task->standing == Standing::asleep || task->standing == Standing::await;
    return task->assumed || (task->pending.has_deadline && waits) ||
           (task->standing == Standing::await && task->pending.condition.is_fair &&
            !spins_for_ever(*task));
  };
  if (!failures_.empty())
    result.kind = EndingKind::error;
  else if (only_idle_workers_are_left())
    result.kind = EndingKind::complete;
  else if (std::ranges::any_of(tasks.live(), assumed))
    result.kind = EndingKind::blocked;
  else if (!tasks.live().empty() && !result.process_has_ended)
    result.kind = EndingKind::deadlock;
  result.cut = is_cut_ && result.kind == EndingKind::blocked;
  result.given_up = result.kind == EndingKind::blocked && !result.cut &&
                    std::ranges::none_of(tasks.live(), &Task::meets_assume);
  result.cut_by_fairness = observation.places().location(cut_by_fairness_);
  if (cut_by_fairness_ != 0 && !std::exchange(has_resolved_first_cut_, true))
    observation.places().resolve();
  if (result.kind == EndingKind::deadlock) learn_from_deadlock(exits);
  if (result.kind == EndingKind::error || result.kind == EndingKind::deadlock)
    observation.resolve_names();
  return result;
}

// --- Failures ------------------------------------------------------------------------------------

void Runtime::note_failure(FailureKind kind, std::string message, std::string note, Address place) {
  Task& task = *current_;
  task.standing = Standing::stopped;
  task.pending.place = place;
  failures_.push_back({kind, std::move(message), std::move(note), task.id,
                       observation.location_of_failure(place), events_});
  if (observer_ != nullptr) observer_->failed(failures_.back().message.c_str());
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
  running->pending.place = place;
  abandon();
}

void Runtime::end_running_task(void* result) {
  run_handlers(running->data.destructors);
  specifics.destroy_values(*running);
  finish_running_task(result);
}

void Runtime::finish_running_task(void* result) {
  Task& task = *running;
  {
    const OutsideProgram outside;
    task.code.result = result;
    end_task(task);
  }
  if (task.is_main) end_main();
  abandon();
}

// Called when main has ended. Exit handlers may have to wait until all tasks have ended.
void Runtime::end_main() {
  if (runs_plainly || exits.is_empty() || exits.begun_by != nullptr) return;
  exits.wait_for_all_tasks = true;
  leave_fiber(current_->fiber);  // continues in run_after_all_tasks()
  run_exit_handlers();
  const OutsideProgram outside;
  end_task(*current_);
}

void Runtime::run_after_all_tasks() {
  exits.wait_for_all_tasks = false;
  if (exits.begun_by != nullptr) return;
  exits.is_after_all_tasks = is_quiet_ = true;
  Task& main = *tasks.created().front();
  main.standing = Standing::ready;
  tasks.revive(main);
  main.waiting.forget_loops();
  run(main);
}

void misuse(const char* what, Address place) {
  const OutsideProgram outside;
  runtime->fail(FailureKind::misuse, what, "", place);
}

}  // namespace mazurka::native
