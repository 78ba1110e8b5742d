// A step: what a task stands before happens, and it goes on to what it does next.
#include <algorithm>
#include <utility>

#include "core/hash.h"
#include "program/native/debugger.h"
#include "program/native/own_frames.h"
#include "program/native/runtime.h"
#include "program/native/stack_walk.h"

namespace mazurka::native {

namespace {

// C functions that fibers begin with, and never return from.
void run_thread() {
  Task& task = *running;
  runtime->end_running_task(task.thread_code(task.argument));
}

void run_message() {
  Task& task = *running;
  runtime->show_step();
  if (!runtime->is_dropped())
    task.message_code(task.argument);
  else if (task.drop_code != nullptr)
    task.drop_code(task.argument);
  runtime->end_running_task(nullptr);
}

}  // namespace

// Which calls local variables belong to that are now known to be shared: whoever called still
// stands in them, as a rule.
void Runtime::find_frames() {
  for (const Address local : cells_.take_new_locals()) find_frame(local);
}

// REQUIRES: it stands in its fiber.
std::vector<CallFrame> Runtime::frames_of(Task& task) {
  std::vector<CallFrame> frames;
  wanted_frames_ = &frames;
  enter_fiber(task.fiber);
  wanted_frames_ = nullptr;
  return frames;
}

// What lies in the heap is a member of an object that one of the author's functions works on,
// mostly.
void Runtime::find_member(Task& task) {
  if (task.standing >= Standing::mailed || names_.has_member(task.object)) return;
  for (const CallFrame& frame : frames_of(task)) {
    if (!is_own_file(source_of(frame.code).file)) continue;
    const std::string name = name_of_member(task.address, task.size, frame);
    if (!name.empty()) return names_.set_member(task.object, task.address, task.size, name);
  }
}

void Runtime::find_frame(Address local, std::size_t size) {
  Task* const owner = task_of(static_cast<std::uint32_t>((local - slots_begin) / slot_size));
  if (owner == nullptr || owner->standing >= Standing::mailed) return;
  const std::vector<CallFrame> frames = frames_of(*owner);
  const auto frame =
      std::ranges::find_if(frames, [&](const CallFrame& each) { return local < each.end; });
  if (frame == frames.end()) return;
  for (std::size_t i = 0; i < size; ++i)
    names_.set_frame(local + i, *frame);  // parts are cells, too
}

// Locals whose task had ended when they turned out to be shared get their names now.
LocationId Runtime::own_location_of(Task& task) {
  const bool is_access = task.operation <= OperationKind::await && task.value == nullptr;
  const bool accesses_local = is_access && task.address - slots_begin < slots_end - slots_begin;
  if (is_access && is_heap(task.address) && task.order != MemoryOrder::freeing) find_member(task);
  const Address last = task.address + std::max(task.size, 1u) - 1;
  if (accesses_local && !(names_.frames().contains(task.address) && names_.frames().contains(last)))
    find_frame(task.address, std::max(task.size, 1u));
  return own_places_.of_step(task);
}

void Runtime::show_frames(Task& task) {
  frames_of_calls(*wanted_frames_);
  leave_fiber(task.fiber);
}

const Event* Runtime::step(Choice choice) {
  Task* const task = task_of(choice.task.value);
  if (task == nullptr || !can_go_on(*task, choice.value)) return nullptr;
  enabled_known_ = false;
  ++events_;
  event_ = Event{};
  event_.task = choice.task;
  event_.choice = choice.value;
  event_.index = task->events++;
  event_.operation = task->operation;
  event_.object = task->object;
  event_.accesses = task->accesses;
  event_.order = task->order;
  event_.fences = std::exchange(task->fences, {});
  event_.location = location_of(*task);
  const bool shows_value = task->operation <= OperationKind::await;  // read, write, update, await
  const Address address = task->address;
  const std::uint32_t size = task->size;
  const std::int64_t* const value = task->value;
  if (shows_value) event_.read_value = value != nullptr ? *value : value_in(address, size);
  task->succeeded = true;
  for (Repetition* const each : {&task->time_outs, &task->spurious})
    if (each->place != 0) [[unlikely]]
      each->seen = mix(each->seen, mix(task->place, static_cast<std::uint64_t>(event_.read_value)));
  if (debugger_ != nullptr) [[unlikely]]
    debugger_->before_step(*task);
  if (execute(*task)) run(*task);
  if (debugger_ != nullptr) [[unlikely]]
    debugger_->after_step();
  if (shows_value && event_.operation != OperationKind::read)
    event_.written_value = value != nullptr ? *value : value_in(address, size);
  if (event_.operation == OperationKind::write) event_.read_value = 0;
  event_.ends_task = task->standing == Standing::ended;
  if (cells_.has_new_locals()) [[unlikely]]
    find_frames();
  if (exits_.wait_for_all_tasks && live_.empty()) run_after_all_tasks();
  return &event_;
}

const Event* Runtime::step_in_replay(std::span<const Event> expected, std::size_t& done) {
  replayed_ = expected.subspan(1);
  const Event* const event = step(expected.front().as_choice());
  done = expected.size() - replayed_.size();
  replayed_ = {};
  return event;
}

// True: the task goes on behind the operation.
bool Runtime::execute(Task& task) {
  switch (task.operation) {
    case OperationKind::await:
      event_.condition = task.condition_id;
      break;
    case OperationKind::relock:
      event_.other = task.woken_by.task;
      event_.other_index = task.woken_by.index;
      if (task.mutex == nullptr) break;  // of a futex
      [[fallthrough]];
    case OperationKind::lock:
      task.mutex->owner = task.id.value + 1;
      task.mutex->depth = task.operation == OperationKind::relock ? task.depth : 1;
      break;
    case OperationKind::trylock:
      event_.succeeded = task.succeeded = task.mutex->owner == 0;
      if (!task.succeeded) break;
      task.mutex->owner = task.id.value + 1;
      task.mutex->depth = 1;
      break;
    case OperationKind::unlock:
      task.mutex->owner = 0;
      break;
    case OperationKind::sleep:
      if (finds_futex_changed(task)) break;
      fall_asleep(task);
      return false;
    case OperationKind::signal:
      task.choice = event_.choice == wakes_nobody ? 0 : 1;
      if (event_.choice == wakes_nobody) break;
      event_.other = TaskId{event_.choice};
      wake(*tasks_[event_.choice]);
      break;
    case OperationKind::broadcast:
      task.choice = 0;
      for (Task* const sleeper : live_)
        if (sleeper->standing == Standing::asleep &&
            sleeper->condition_variable == task.condition_variable) {
          wake(*sleeper);
          ++task.choice;
        }
      break;
    case OperationKind::post:
      deliver(task);
      break;
    case OperationKind::spawn:
      start_thread(task);
      break;
    case OperationKind::join:
      event_.other = task.joined->id;
      break;
    case OperationKind::start:
      start_message(task);
      break;
    case OperationKind::choose:
      task.choice = event_.choice;
      event_.read_value = event_.choice;
      break;
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
    case OperationKind::reach:  // no native task has it
      break;
  }
  return true;
}

bool Runtime::finds_futex_changed(Task& task) {
  if (task.futex == 0 || load_as<int>(task.futex) == task.futex_value) return false;
  event_.succeeded = task.succeeded = false;
  return true;
}

void Runtime::fall_asleep(Task& task) {
  task.standing = Standing::asleep;
  task.operation = OperationKind::relock;
  task.condition_object = task.object;
  if (task.mutex == nullptr) {
    task.object = {};
    task.accesses = Registry::no_accesses();
    return;
  }
  task.depth = task.mutex->depth;
  task.mutex->owner = 0;
  const Synchroniser& lock =
      synchroniser(reinterpret_cast<Address>(task.mutex), Synchroniser::Kind::lock);
  task.object = lock.object;
  task.accesses = lock.write;
}

void Runtime::wake(Task& sleeper) {
  sleeper.standing = Standing::lock;
  sleeper.woken_by = event_.id();
}

void Runtime::start_thread(Task& creator) {
  Task& thread = create(creator, reinterpret_cast<Address>(creator.new_thread), HandlerId::none());
  event_.other = thread.id;
  creator.new_task = &thread;
  thread.thread_code = creator.new_thread;
  thread.argument = creator.new_argument;
  if (shows_caller_locations_) own_places_.created(thread, event_.location);
  make_fiber(thread.fiber, thread.id.value, run_thread, false);
  run(thread);
}

void Runtime::deliver(Task& creator) {
  Handler& handler = *creator.new_handler;
  Task& message = create(creator, reinterpret_cast<Address>(creator.new_message), handler.id);
  event_.other = message.id;
  message.handler = &handler;
  message.message_code = creator.new_message;
  message.drop_code = creator.new_drop;
  message.argument = creator.new_argument;
  message.standing = Standing::mailed;
  message.operation = OperationKind::start;
  message.object = registry_.handler(handler.id).as_lock;
  message.accesses = Registry::no_accesses();
  message.place = reinterpret_cast<Address>(creator.new_message) + 1;
  if (shows_caller_locations_) own_places_.created(message, event_.location);
  handler.state.post(message.id.value);
  handler.posted.push_back(&message);
}

void Runtime::start_message(Task& message) {
  message.handler->state.start(message.id.value);
  make_fiber(message.fiber, message.id.value, run_message, false);
}

}  // namespace mazurka::native
