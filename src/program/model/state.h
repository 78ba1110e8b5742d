// The state of an execution: values, locks, sleepers, mailboxes, tasks and their registers.
//
// A task has a slot, counted from 0 in each execution in the order of creation; slots depend on the
// schedule, so they never leave the front end. restart() keeps all memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/handler_state.h"
#include "core/ids.h"
#include "core/registry.h"
#include "program/model/bytecode.h"

namespace mazurka::model {

using Slot = std::uint32_t;

// What a task does next, or waits for.
enum class Standing : std::uint8_t {
  ready,    // an operation that cannot be disabled and has no alternatives
  lock,     // lock `target` (lock or relock)
  asleep,   // on condition variable `second`, with lock `target`
  join,     // slot `target`
  begin,    // a thread that has not started, and never does if it is `cancelled`
  await,    // `condition`
  choose,   // a value below `target`
  signal,   // condition variable `target`
  send,     // message `second` to slot `target`
  leave,    // barrier `target`, when its round `second` is full
  receive,  // what filter `target` takes, or its `after`
  mailed,   // in the mailbox of `handler`
  stopped,  // never continues
  ended,
};

struct Task {
  TaskId id;
  std::uint32_t code = 0;         // into Image::tasks
  std::uint32_t pc = 0;           // the next instruction
  std::uint32_t registers = 0;    // where those of the present call begin
  std::uint32_t base = 0;         // where its own begin; the unchanged arguments come before them
  std::uint32_t frame = nothing;  // of the present call of a procedure
  std::uint32_t depth = 0;        // of calls
  std::uint32_t events = 0;       // so far
  std::uint32_t created = 0;      // tasks so far
  std::uint32_t handler = nothing;
  std::uint32_t target = nothing;
  std::uint32_t second = nothing;
  ConditionId condition;
  EventId woken_by;
  Standing standing = Standing::ready;
  bool assumed = false;    // stopped by an assume, not by a failure
  bool cancelled = false;  // has an effect only on a thread that has not started
};

// A message in the mailbox of a task.
struct Mail {
  MessageMatches::Message message = 0;
  EventId sent_by;
};

// Returns whether the task never starts.
[[nodiscard]] constexpr bool never_starts(const Task& task) {
  return task.standing == Standing::begin && task.cancelled;
}

class State {
 public:
  State(const Image& image, const Registry& registry);

  void restart();

  // The arguments are registers of the creator, from `arguments` on (an index into registers_).
  Slot add_task(TaskId id, std::uint32_t code, std::uint32_t handler, std::size_t arguments);
  void end_task(Slot slot);

  [[nodiscard]] Slot slot_of(TaskId task) const {
    return task.value < slot_of_.size() ? slot_of_[task.value] : nothing;
  }
  [[nodiscard]] std::int64_t* registers(const Task& task) {
    return registers_.data() + task.registers;
  }
  [[nodiscard]] const std::int64_t* registers(const Task& task) const {
    return registers_.data() + task.registers;
  }
  [[nodiscard]] const std::int64_t* arguments(const Task& task) const {
    return registers_.data() + task.base - image_.tasks[task.code].parameters;
  }

  // A call of a procedure that has not ended.
  struct Frame {
    std::uint32_t procedure = 0;
    std::uint32_t registers = 0;     // where they begin
    std::uint32_t caller = nothing;  // the frame of the caller; nothing: the task itself
    std::uint32_t call = 0;          // the instruction of the call
    std::uint32_t caller_registers = 0;
  };
  // Begins a call. Invalidates pointers to registers.
  void enter(Task& task, const Instruction& call, std::uint32_t pc);
  // Ends the present call of the task. Returns the instruction that made it.
  std::uint32_t leave(Task& task, std::int64_t value);
  [[nodiscard]] const Frame& frame(std::uint32_t number) const { return frames_[number]; }

  // A task that has not ended. live() returns all of them, sorted by id.
  struct Live {
    TaskId id;
    Slot slot;
  };
  [[nodiscard]] const std::vector<Live>& live() const { return live_; }

  void post(std::uint32_t handler, Slot message);
  void start(Slot message);
  [[nodiscard]] bool can_start(const Task& task, Slot slot) const {
    return handlers[task.handler].can_start(slot);
  }

  std::vector<std::int64_t> values;         // by cell
  std::vector<Slot> owners;                 // by lock
  std::vector<std::vector<Slot>> sleepers;  // by condition variable, ordered by task id
  std::vector<std::uint32_t> arrivals;      // by barrier, since the start
  std::vector<HandlerState> handlers;       // by handler; messages are slots
  std::vector<Task> tasks;                  // by slot
  // By slot; in the order of arrival. May be longer than `tasks`, to keep its memory.
  std::vector<std::vector<Mail>> mail;

 private:
  // Takes so many registers, all 0, into use. Returns the index of the first.
  std::uint32_t take_registers(std::size_t count);

  const Image& image_;
  std::vector<std::int64_t> initial_;  // values
  // Of all tasks; only the first `used_registers_` are in use. Never shrinks, because resizing it
  // for each task would cost more than all else that creates a task.
  std::vector<std::int64_t> registers_;
  std::size_t used_registers_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::uint32_t>> free_frames_;  // by procedure: frames to use again
  std::vector<Slot> slot_of_;                            // by task id
  std::vector<Live> live_;
};

}  // namespace mazurka::model
