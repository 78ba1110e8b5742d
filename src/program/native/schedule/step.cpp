// A step of the runtime: executes the pending operation of a task, and lets the task continue to
// its next visible operation.
#include <algorithm>
#include <utility>

#include "core/hash.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/schedule/benign_races.h"
#include "program/native/schedule/runtime.h"
#include "program/native/waiting/loops.h"

namespace mazurka::native {

namespace {

// Entry functions of fibers. They never return.
void run_thread() {
  Task& task = *running;
  runtime->end_running_task(task.code.thread(task.code.argument));
}

void run_delayed_post() {
  runtime->handlers.post_late();
  runtime->end_running_task(nullptr);
}

void run_message() {
  Task& task = *running;
  if (runtime->observer() != nullptr) runtime->observer()->in_step();
  if (!runtime->handlers.is_dropped() && !task.code.is_late)
    task.code.message(task.code.argument);
  else if (task.code.drop != nullptr)
    task.code.drop(task.code.argument);
  runtime->end_running_task(nullptr);
}

// Returns whether the signal or broadcast, pending with this choice, wakes a task.
bool wakes_somebody(const TaskTable& tasks, const PendingOperation& pending, std::uint32_t choice) {
  if (pending.operation == OperationKind::signal) return wakes_task(choice);
  return std::ranges::any_of(tasks.live(), [&](const Task* task) {
    return task->standing == Standing::asleep &&
           task->pending.condition_variable == pending.condition_variable;
  });
}

}  // namespace

bool Runtime::touch(Synchroniser& synchroniser, bool writes) {
  if (sections.is_running()) sections.refuse(place_in_program());
  if (is_quiet_) return false;
  if (synchroniser.touch(running->id, writes)) synchronisers.set_news(synchroniser);
  return synchroniser.visible;
}

void Runtime::count_visit(Task& task, Address place) {
  if (!visits_too_often(task.waiting, place, program.options.unroll)) return;
  is_cut_ = true;
  stop_at_assume(place);
}

const Event* Runtime::step(Choice choice) {
  Task* const task = tasks.of(choice.task);
  if (task == nullptr || !can_continue(*task, choice.value)) return nullptr;
  enabled_known_ = false;
  ++events_;
  event_ = Event{};
  event_.task = choice.task;
  event_.choice = choice.value;
  event_.index = task->events++;
  event_.operation = task->pending.operation;
  event_.object = task->pending.object;
  event_.accesses = task->pending.accesses;
  event_.order = order_of_access(*task);
  event_.fences = std::exchange(task->pending.fences, {});
  event_.location = observation.location_of(*task);
  const bool shows_value =
      task->pending.operation <= OperationKind::await;  // read, write, update, await
  const Address address = task->pending.address;
  const std::uint32_t size = task->pending.size;
  const std::int64_t* const value = task->pending.value;
  if (shows_value) event_.read_value = value != nullptr ? *value : value_in(address, size);
  if (task->pending.compares && event_.operation == OperationKind::update) {
    event_.update = UpdateKind::compare;
    event_.operand = task->pending.expected;
    event_.succeeded = event_.read_value == event_.operand;
  }
  if (wakes(event_.operation))
    event_.succeeded = wakes_somebody(tasks, task->pending, choice.value);
  task->pending.succeeded = true;
  for (Repetition* const each : {&task->waiting.time_outs, &task->waiting.spurious})
    if (each->place != 0) [[unlikely]]
      each->seen =
          mix(each->seen, mix(task->pending.place, static_cast<std::uint64_t>(event_.read_value)));
  if (task->time.passed != 0 || clocks.are_on()) [[unlikely]]
    clocks.carry(
        task->time,
        registry.accesses(event_.succeeded ? event_.accesses : registry.as_reads(event_.accesses)));
  if (observer_ != nullptr) [[unlikely]]
    observer_->before_step(*task);
  if (execute(*task)) run(*task);
  if (observer_ != nullptr) [[unlikely]]
    observer_->after_step();
  if (shows_value && event_.operation != OperationKind::read)
    event_.written_value = value != nullptr ? *value : value_in(address, size);
  if (event_.operation == OperationKind::write) event_.read_value = 0;
  event_.ends_task = task->standing == Standing::ended;
  if (cells.has_new_locals()) [[unlikely]]
    observation.find_frames(cells.take_new_locals());
  if (can_run_exit_handlers()) run_after_all_tasks();
  return &event_;
}

const Event* Runtime::step_in_replay(std::span<const Event> expected, std::size_t& done) {
  replayed_ = expected.subspan(1);
  const Event* const event = step(expected.front().as_choice());
  done = expected.size() - replayed_.size();
  replayed_ = {};
  return event;
}

// Executes the task's pending operation. Returns true if the task continues after it.
bool Runtime::execute(Task& task) {
  switch (task.pending.operation) {
    case OperationKind::await:
      event_.condition = task.pending.condition_id;
      break;
    case OperationKind::relock:
      event_.other = task.pending.woken_by.task;
      event_.other_index = task.pending.woken_by.index;
      if (task.pending.mutex == nullptr) break;  // of a futex
      [[fallthrough]];
    case OperationKind::lock:
      writable(*task.pending.mutex, task.area)
          .take(task.id, task.pending.operation == OperationKind::relock ? task.pending.depth : 1);
      break;
    case OperationKind::trylock:
      event_.succeeded = task.pending.succeeded = task.pending.mutex->owner == 0;
      if (!task.pending.succeeded) break;
      writable(*task.pending.mutex, task.area).take(task.id);
      break;
    case OperationKind::unlock:
      writable(*task.pending.mutex, task.area).owner = 0;
      break;
    case OperationKind::sleep:
      if (finds_futex_changed(task)) break;
      fall_asleep(task);
      return false;
    case OperationKind::signal:
      task.pending.choice = event_.succeeded ? 1 : 0;
      if (!event_.succeeded) break;
      event_.other = woken_task(event_.choice);
      wake(*tasks.of(event_.other));
      break;
    case OperationKind::broadcast:
      task.pending.choice = 0;
      for (Task* const sleeper : tasks.live())
        if (sleeper->standing == Standing::asleep &&
            sleeper->pending.condition_variable == task.pending.condition_variable) {
          wake(*sleeper);
          ++task.pending.choice;
        }
      break;
    case OperationKind::post:
      deliver(task);
      break;
    case OperationKind::spawn:
      start_thread(task);
      break;
    case OperationKind::join:
      event_.other = task.pending.joined->id;
      task.time.be_at_least(task.pending.joined->time.passed);
      break;
    case OperationKind::start:
      start_message(task);
      break;
    case OperationKind::choose:
      task.pending.choice = event_.choice;
      event_.read_value = event_.choice;
      break;
    case OperationKind::send:
      event_.message = static_cast<std::uint32_t>(task.pending.tag);
      mailboxes.deliver(task, event_.id());
      break;
    case OperationKind::receive:
    case OperationKind::try_receive:
      take_message(task);
      break;
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
    case OperationKind::arrive:  // only of models: barriers are numbers here
    case OperationKind::leave:
    case OperationKind::reach:  // no native task has it
      break;
  }
  return true;
}

// Sets what the event shows. The task takes the message out of its mailbox when it continues.
void Runtime::take_message(Task& task) {
  const Mailbox& mailbox = *task.pending.mailbox;
  event_.accesses =
      mailboxes.accesses_of_receive(mailbox, task.pending.operation == OperationKind::receive);
  const auto match = mailbox.first_match();
  event_.succeeded = match != mailbox.messages.end();
  if (!event_.succeeded) return;
  event_.other = match->sent_by.task;
  event_.other_index = match->sent_by.index;
  event_.message = static_cast<std::uint32_t>(match->tag);
  task.time.be_at_least(match->sent_at);
}

bool Runtime::finds_futex_changed(Task& task) {
  if (task.pending.futex == 0 || load_as<int>(task.pending.futex) == task.pending.futex_value)
    return false;
  event_.succeeded = task.pending.succeeded = false;
  return true;
}

void Runtime::fall_asleep(Task& task) {
  PendingOperation& pending = task.pending;
  task.standing = Standing::asleep;
  pending.operation = OperationKind::relock;
  pending.condition_object = pending.object;
  pending.object = pending.relock_object;
  pending.accesses = pending.relock_accesses;
  if (pending.mutex == nullptr) return;  // of a futex
  pending.depth = pending.mutex->depth;
  writable(*pending.mutex, task.area).owner = 0;
}

void Runtime::wake(Task& sleeper) {
  sleeper.standing = Standing::lock;
  sleeper.pending.woken_by = event_.id();
  sleeper.time.be_at_least(tasks.of(event_.task)->time.passed);
}

void Runtime::start_delayed_post(Task& creator) {
  const Creation& wanted = creator.creation;
  Task& thread = create(creator, reinterpret_cast<Address>(wanted.message), HandlerId::none());
  event_.other = thread.id;
  thread.code = {.drop = wanted.drop,
                 .argument = wanted.argument,
                 .posted = wanted.message,
                 .posted_to = wanted.handler,
                 .posted_at = creator.pending.place};
  observation.created(thread, event_.location);
  make_fiber(thread.fiber, thread.area, run_delayed_post, false);
  run(thread);
}

void Runtime::start_thread(Task& creator) {
  if (creator.creation.is_delayed) return start_delayed_post(creator);
  const Creation& wanted = creator.creation;
  Task& thread = create(creator, reinterpret_cast<Address>(wanted.thread), HandlerId::none());
  event_.other = thread.id;
  creator.creation.task = &thread;
  thread.code.thread = wanted.thread;
  thread.code.argument = wanted.argument;
  observation.created(thread, event_.location);
  make_fiber(thread.fiber, thread.area, run_thread, false);
  run(thread);
}

void Runtime::deliver(Task& creator) {
  const Creation& wanted = creator.creation;
  Handler& handler = *wanted.handler;
  Task& message = create(creator, reinterpret_cast<Address>(wanted.message), handler.id);
  event_.other = message.id;
  message.code = {.message = wanted.message,
                  .drop = wanted.drop,
                  .argument = wanted.argument,
                  .handler = &handler,
                  .is_late = handler.joined};
  message.standing = Standing::mailed;
  message.pending.operation = OperationKind::start;
  message.pending.object = registry.handler(handler.id).as_lock;
  message.pending.accesses = Registry::no_accesses();
  message.pending.place = reinterpret_cast<Address>(wanted.message) + 1;
  observation.created(message, event_.location);
  handler.deliver(message);
}

void Runtime::start_message(Task& message) {
  message.code.handler->start(message);
  make_fiber(message.fiber, message.area, run_message, false);
}

}  // namespace mazurka::native
