// Runs a compiled model.
//
// After restart() and after every step, each task is before a visible operation, in a mailbox,
// asleep, stopped, or has ended. A step executes the visible operation of a task and then its local
// code up to the next one.
//
// Cost: a step takes some 20 to 40 ns and allocates nothing once memory has grown to what an
// execution needs. enabled() is a scan over the tasks that have not ended.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/model/access_lists.h"
#include "program/model/bytecode.h"
#include "program/model/conditions.h"
#include "program/model/messages.h"
#include "program/model/state.h"
#include "program/model/task_names.h"

namespace mazurka::model {

class Machine {
 public:
  // A task with more local steps without an event is reported as a livelock.
  static constexpr std::int64_t most_local_steps = 10'000'000;
  static constexpr std::int64_t most_alternatives = 1'000'000;  // of a choose

  // A task stops before a call that would be deeper than `most_calls`.
  Machine(const Image& image, Registry& registry, std::uint32_t most_calls);

  // The functions of Program.
  void restart();
  [[nodiscard]] std::span<const Choice> enabled();
  const Event* step(Choice choice);
  void pending(std::vector<Pending>& result);
  [[nodiscard]] Ending ending() const;

  [[nodiscard]] bool let_messages_overlap(HandlerId handler, bool overlap);
  [[nodiscard]] bool set_aside(TaskId message, bool aside);

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const TaskNames& names() const { return names_; }
  [[nodiscard]] Messages& messages() { return messages_; }
  [[nodiscard]] const Messages& messages() const { return messages_; }
  [[nodiscard]] Conditions& conditions() { return conditions_; }
  [[nodiscard]] const Conditions& conditions() const { return conditions_; }

 private:
  // machine.cpp: which tasks are enabled.
  [[nodiscard]] bool can_continue(Slot slot, std::uint32_t value);
  [[nodiscard]] bool can_be_woken(const Task& signaller, std::uint32_t value) const;
  void add_alternatives(const Task& task);
  void describe_operation(const Task& task, Pending& pending);

  // machine_run.cpp: local code.
  void run(Slot slot);
  void arrive(Slot slot, const Instruction& instruction);
  void arrive_at_lock_release(Slot slot, const Instruction& instruction);
  void arrive_at_choose(Slot slot, const Instruction& instruction);
  void arrive_at_join(Slot slot, const Instruction& instruction);
  void arrive_at_cancel(Slot slot, const Instruction& instruction);
  void arrive_at_send(Slot slot, const Instruction& instruction);
  void arrive_at_receive(Slot slot, const Instruction& instruction);
  [[nodiscard]] std::uint32_t target_b(const Task& task, const Instruction& instruction) const;
  [[nodiscard]] std::uint32_t target_c(const Task& task, const Instruction& instruction) const;

  // machine_step.cpp: visible operations. They fill event_ and return whether the task continues.
  void begin_event(Task& task, Choice choice);
  void touch(OperationKind operation, ObjectId object, AccessListId accesses);
  [[nodiscard]] bool execute(Slot slot);
  void start(Slot slot);
  void read(Task& task, const Instruction& instruction);
  void write(Task& task, const Instruction& instruction);
  void update(Task& task, const Instruction& instruction);
  void take_lock(Slot slot, OperationKind operation);
  void trylock(Slot slot, const Instruction& instruction);
  void unlock(Task& task);
  void sleep(Slot slot);
  void signal(Task& task);
  void broadcast(Task& task);
  void come_to_barrier(Task& task);
  void leave_barrier(const Task& task);
  // Returns the round that the next arrival at the barrier belongs to.
  [[nodiscard]] std::uint32_t round_at(std::uint32_t barrier) const {
    return state_.arrivals[barrier] / image_.barriers[barrier].parties;
  }
  void wake(Slot sleeper);
  [[nodiscard]] Slot create(Slot creator, const Instruction& instruction, std::uint32_t handler);
  void post(Slot slot, const Instruction& instruction);
  void spawn(Slot slot, const Instruction& instruction);
  void join(Task& task);
  void begin(const Task& task);
  void cancel(const Task& task);
  [[nodiscard]] AccessListId flag_access(TaskId task, AccessKind kind);
  [[nodiscard]] bool await(Slot slot, const Instruction& instruction);
  void send(const Task& task);
  void receive(Slot slot, const Instruction& instruction);
  // Returns the index in the mailbox of the message that the receive of the task would take;
  // nothing if there is none.
  [[nodiscard]] std::uint32_t first_match(Slot slot) const;
  [[nodiscard]] bool has_after(const Task& task) const;
  [[nodiscard]] AccessListId mailbox_access(TaskId owner, AccessKind kind, std::uint32_t detail);

  // machine_failures.cpp: failures. The task never continues.
  void fail(Slot slot, FailureKind kind, std::uint32_t pc, std::string message,
            std::string note = {});
  void fail_assertion(Slot slot, std::uint32_t pc);
  void fail_operation(Slot slot, std::uint32_t pc, std::int64_t index);
  void fail_release(Slot slot, std::uint32_t lock);
  void fail_choose(Slot slot, std::int64_t count);
  void fail_task_id(Slot slot, std::int64_t value);
  void fail_loop(Slot slot, std::uint32_t pc);
  void stop_at_assume(Slot slot, std::uint32_t pc);
  void stop_too_deep(Slot slot, std::uint32_t pc);

  const Image& image_;
  Registry& registry_;
  std::uint32_t most_calls_;
  State state_;
  TaskNames names_;
  AccessLists accesses_;
  Conditions conditions_;
  Messages messages_;
  Conditions::Outcome awaited_;  // of the await that is about to be executed
  Event event_;
  Position events_ = 0;  // executed so far
  std::vector<Failure> failures_;
  LocationId too_deep_;  // the first call of this execution that was too deep
  std::vector<Choice> enabled_;
  bool enabled_known_ = false;
};

}  // namespace mazurka::model
