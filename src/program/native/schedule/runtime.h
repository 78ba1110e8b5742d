// Runs the tasks of the tested program, one visible operation after the other.
//
// The life of an execution:
//
//   restart()   rewinds memory, heap, descriptors and all parts below to what they were before
//               main, makes the first task, and runs it up to its first visible operation.
//   enabled()   says which tasks can continue: those whose pending operation is not blocked.
//   step()      lets one of them do its operation. execute() does what the operation means to other
//               tasks (a lock gets an owner, a sleeper is woken, a task is created); then run()
//               enters the fiber of the task.
//   fiber       The task's code runs, on its own stack, until it calls a hook. Code that is
//               compiled for Mazurka calls one before each access to memory, and the runtime
//               stands in for the calls of pthreads and of the C library (hooks/).
//   hook        asks whether the operation is visible: whether tasks share what it touches
//               (sharing/). If not, it happens at once and is not an event.
//   announce()  writes a visible operation into the Task and leaves the fiber: back in step(),
//               which returns the event that has happened.
//   ending()    says how the execution ended, when enabled() is empty. The next restart() rewinds.
//
// Which task's code runs is in `running` (process/running.h), which is null while the checker runs.
// In a replay of a known prefix, announce() does not leave the fiber as long as the task continues
// with what was recorded: see continues_in_replay().
//
// Invariant: tasks run one at a time. A task continues only in step(), in a replay, or to show the
// calls that it stands in. Hence nothing here needs a lock.
// Invariant: enabled() depends only on the schedule so far and on Knowledge, which does not change
// within one exploration.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/native/platform/expect.h"
#include "program/native/platform/memory_value.h"
#include "program/native/process/memory_snapshot.h"
#include "program/native/process/open_libraries.h"
#include "program/native/process/run_options.h"
#include "program/native/process/running.h"
#include "program/native/schedule/atomic_sections.h"
#include "program/native/schedule/exits.h"
#include "program/native/schedule/handlers.h"
#include "program/native/schedule/knowledge.h"
#include "program/native/schedule/mailboxes.h"
#include "program/native/schedule/observation.h"
#include "program/native/schedule/pending_operation.h"
#include "program/native/schedule/stack_writes.h"
#include "program/native/schedule/step_observer.h"
#include "program/native/schedule/task.h"
#include "program/native/schedule/task_table.h"
#include "program/native/schedule/thread_specifics.h"
#include "program/native/schedule/visible_state.h"
#include "program/native/sharing/cells.h"
#include "program/native/sharing/memory_names.h"
#include "program/native/sharing/synchronisers.h"
#include "program/native/waiting/clocks.h"

namespace mazurka::native {

struct ProgramToRun {
  int (*main)(int, char**, char**) = nullptr;
  std::vector<std::string> arguments;  // the name first
  RunOptions options = {};
  bool once = false;  // it runs once and is never rewound (plain_run.h)
};

class Runtime {
 public:
  // REQUIRES: it is the only one in the process, made after the program's static constructors.
  Runtime(Registry& registry, ProgramToRun program);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // --- The explorer's side ---

  void restart();
  // Sorted by task; empty if the execution has ended.
  [[nodiscard]] std::span<const Choice> enabled();
  // Returns the event, which is valid until the next step; null if the choice is not enabled.
  const Event* step(Choice choice);
  // Makes the step of the first of these events. If its task continues with the events that follow,
  // they happen at once, as far as no other task is needed. Sets `done` to the number of events.
  const Event* step_in_replay(std::span<const Event> expected, std::size_t& done);
  void pending(std::vector<Pending>& result);
  [[nodiscard]] Ending ending();

  // How far it has come.
  struct Progress {
    std::uint64_t execution = 0;
    Position events = 0;
    bool operator==(const Progress&) const = default;
  };
  [[nodiscard]] Progress progress() const { return {execution_, events_}; }
  // Sets a message that waits aside, or takes it back; see StateView.
  bool set_aside(TaskId message, bool aside);
  // The task whose fiber was entered last.
  [[nodiscard]] Task& current_task() const { return *current_; }
  // Makes the runtime call this observer at each step.
  void set_observer(StepObserver* observer) { observer_ = observer; }
  [[nodiscard]] StepObserver* observer() const { return observer_; }

  // --- Called in fibers ---

  // Returns whether operations are not events at present: main has not created a task yet, all
  // other tasks have ended, or an atomic section is running.
  [[nodiscard]] bool is_quiet() const { return is_quiet_; }
  void set_quiet(bool is_quiet) { is_quiet_ = is_quiet; }
  // Returns whether operations are part of the initial state, because no task was created so far.
  [[nodiscard]] bool is_before_first_event() const {
    return is_quiet_ && !exits.is_after_all_tasks;
  }

  // Notes that the running task uses this object. Returns true if the use is an event.
  [[nodiscard]] bool touch(Synchroniser& synchroniser, bool writes = true);

  // Announces the next operation of the running task, and returns when it may happen. Inlined, like
  // run(), because the processor mispredicts every return after a change of stacks. REQUIRES: a
  // task is running, and pending.object, pending.accesses and all else that the operation needs are
  // set.
  [[gnu::always_inline]] void announce(OperationKind operation, Standing standing, Address place,
                                       MemoryOrder order = MemoryOrder::sequential) {
    Task& task = *running;
    MAZURKA_EXPECT(&task == current_ && task.exists);
    close_libraries();
    if (sections.is_running()) [[unlikely]]
      sections.refuse(place);
    task.pending.operation = operation;
    task.standing = standing;
    task.pending.place = place;
    task.pending.order = order;
    if (observation.records_calls()) [[unlikely]]
      Observation::record_calls_of(task);
    if (program.options.unroll != 0) [[unlikely]]
      count_visit(task, place);
    task.waiting.announced(operation, place, reinterpret_cast<Address>(task.pending.mutex));
    if (!replayed_.empty() && continues_in_replay(task)) return;
    leave_fiber(task.fiber);
    observation.fiber_continues(task);
    if (observer_ != nullptr) [[unlikely]]
      observer_->in_step();
  }
  // Announces an await for the condition.
  [[gnu::always_inline]] void announce_await(const Condition& condition, Address place,
                                             MemoryOrder order) {
    running->pending.condition = condition;
    running->pending.condition_id = conditions.add(condition);
    announce(OperationKind::await, Standing::await, place, order);
  }
  // Returns the event that the running task is making, to add what is known only while it happens.
  [[nodiscard]] Event& event() { return event_; }

  // Reports a failure of the running task, which never continues. REQUIRES: an OutsideProgram is in
  // scope, because the texts must not lie in the program's heap.
  [[noreturn]] void fail(FailureKind kind, std::string message, std::string note, Address place);
  // Records a failure from a signal handler; the fiber continues in abandon(). REQUIRES: an
  // OutsideProgram is in scope.
  void note_failure(FailureKind kind, std::string message, std::string note, Address place);
  [[noreturn]] void abandon();
  // Stops the running task for good. The execution is not reported as a deadlock.
  [[noreturn]] void stop_at_assume(Address place);
  // Records that further rounds of a loop at this place are not explored (Ending::cut_by_fairness).
  void note_cut_by_fairness(Address place) {
    if (cut_by_fairness_ == 0) cut_by_fairness_ = observation.own_place_of(place);
  }
  [[noreturn]] void end_running_task(void* result);
  // What the first fiber runs.
  [[noreturn]] void run_main_function();

  // --- The parts. Each has its own contract; all live as long as the runtime ---

  Registry& registry;
  ProgramToRun program;
  TaskTable tasks;
  MemorySnapshot snapshot;
  MemoryNames names;
  Cells cells;
  Synchronisers synchronisers;
  Observation observation;
  AtomicSections sections;
  Handlers handlers;
  Mailboxes mailboxes;
  Exits exits;
  ThreadSpecifics specifics;
  Conditions conditions;  // of this execution
  Clocks clocks;
  VisibleState state;
  Knowledge knowledge;

 private:
  // In a replay, the next event is mostly one of the task that is running. If so, makes it without
  // leaving the fiber and returns true. Returns false, which leaves the operation to step(), unless
  // the operation equals the recorded event and changes nothing but memory.
  [[nodiscard]] bool continues_in_replay(Task& task) {
    const PendingOperation& pending = task.pending;
    const Event& next = replayed_.front();
    if (next.task != task.id || next.operation != pending.operation ||
        next.object != pending.object ||
        !observation.places().is_recent(pending.place, next.location))
      return false;
    // Only step() records what was read between two waits.
    if (task.waiting.time_outs.place != 0 || task.waiting.spurious.place != 0) return false;
    // And only step() carries the time from task to task.
    if (task.time.passed != 0 || clocks.are_on()) return false;
    switch (pending.operation) {
      case OperationKind::read:
      case OperationKind::update:
        if ((pending.value != nullptr ? *pending.value : value_in(pending.address, pending.size)) !=
            next.read_value)
          return false;
        break;
      case OperationKind::write:
        break;
      case OperationKind::lock:
        if (pending.mutex->owner != 0) return false;
        writable(*pending.mutex, task.area).take(task.id);
        break;
      case OperationKind::unlock:
        writable(*pending.mutex, task.area).owner = 0;
        break;
      default:
        return false;
    }
    replayed_ = replayed_.subspan(1);
    ++events_;
    ++task.events;
    task.pending.fences = {};
    task.pending.succeeded = true;
    return true;
  }
  [[gnu::always_inline]] void run(Task& task) {
    MAZURKA_EXPECT(running == nullptr && task.standing < Standing::stopped);
    close_libraries();
    running = current_ = &task;
    enter_fiber(task.fiber);
    running = nullptr;
    if (sections.is_running()) [[unlikely]]
      sections.leave();  // the task was stopped in a section
  }

  [[nodiscard]] Task& create(Task& creator, Address code, HandlerId handler);
  void end_task(Task& task);
  [[nodiscard]] bool can_continue(const Task& task, std::uint32_t value) const;
  [[nodiscard]] bool can_be_woken(const Task& signaller, std::uint32_t value) const;
  [[nodiscard]] std::int64_t awaited_value(const Task& task) const;
  void add_alternatives(const Task& task);
  [[nodiscard]] bool execute(Task& task);
  void fall_asleep(Task& task);
  [[nodiscard]] bool finds_futex_changed(Task& task);
  void wake(Task& sleeper);
  void start_thread(Task& creator);
  void start_delayed_post(Task& creator);
  void deliver(Task& creator);
  void start_message(Task& message);
  void take_message(Task& task);
  void count_visit(Task& task, Address place);
  [[noreturn]] void finish_running_task(void* result);
  void end_main();
  // Returns whether all tasks that are left are threads which libraries keep for later.
  [[nodiscard]] bool only_idle_workers_are_left() const;
  [[nodiscard]] bool can_run_exit_handlers() const {
    return exits.wait_for_all_tasks && (tasks.live().empty() || only_idle_workers_are_left());
  }
  void run_after_all_tasks();

  Task* current_ = nullptr;          // the task whose fiber was entered
  std::span<const Event> replayed_;  // what comes next, in a replay
  std::vector<Failure> failures_;
  std::vector<Choice> enabled_;
  Event event_;
  std::uint64_t execution_ = 0;  // number of restarts
  Position events_ = 0;
  bool enabled_known_ = false;
  bool is_quiet_ = true;
  bool is_cut_ = false;                  // a task of this execution was stopped in a loop
  Address cut_by_fairness_ = 0;          // where rounds of this execution were first left out
  bool has_resolved_first_cut_ = false;  // the location of one such place was looked up
  char** argv_ = nullptr;
  StepObserver* observer_ = nullptr;
};

// The one runtime of this process; null before the checker has started.
extern constinit Runtime* runtime;

// Reports a misuse, such as unlocking a mutex that is not held, as a failure of the running task.
[[noreturn]] void misuse(const char* what, Address place);

}  // namespace mazurka::native
