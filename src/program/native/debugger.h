// The interface between a replay and a debugger (`mazurka replay --gdb`).
//
// The debugger sets a breakpoint at mazurka_gdb_stop(). The runtime calls this function before the
// step that stop_at names (on the stack of the task, so that the debugger shows its calls), where
// an error happens, and at the end of the execution. `mazurka_gdb` then describes the state. Both
// are plain C, for scripts that have no debug information of the checker. The layout of the structs
// is stable for each value of `version`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/pending.h"
#include "program/native/describe.h"
#include "program/native/schedule/step_observer.h"

extern "C" {

struct mazurka_gdb_task {
  const char* name;
  const char* text;   // "waits: lock(m)"
  const void* stack;  // the stack pointer that mazurka_switch_stack() saved; null: the task is
                      // running, or has not begun
  std::uint64_t runs;
};

struct mazurka_gdb_mailbox {
  const char* handler;
  const char* running;  // the running message; null: none
  std::uint64_t count;
  const char* const* messages;  // in the order of posts
};

struct mazurka_gdb_state {
  std::uint64_t version;  // 1
  std::uint64_t reason;   // why it stops: 0 a step, 1 an error, 2 the end
  std::uint64_t step;     // the number of the next or last step, counted from 1; 0: none yet
  std::uint64_t stop_at;  // stops before this step and at errors; 0: at errors only
  const char* text;       // the step, or the error
  std::uint64_t task_count;
  const mazurka_gdb_task* tasks;
  std::uint64_t mailbox_count;
  const mazurka_gdb_mailbox* mailboxes;
};

}  // extern "C"

namespace mazurka::native {

class Debugger final : public StepObserver {
 public:
  // The first stop is before the step that the environment variable MAZURKA_STOP_AT names, if set.
  Debugger(Runtime& of, const Words& words);

  void before_step(const Task& task) override;
  void in_step() override;
  void after_step() override;
  void failed(const char* message) override;
  // Must be called when the execution has ended.
  void ended();

 private:
  [[nodiscard]] bool is_watched() const;
  void describe_tasks(TaskId now);  // `now` is the running task
  void describe_mailboxes();
  [[nodiscard]] std::string state_of(const Pending& pending) const;
  void stop(std::uint64_t reason, const char* text);

  Runtime& runtime_;
  const Words& words_;
  bool has_stopped_ = true;  // has stopped at this step already
  std::string text_;
  std::vector<Pending> pending_;
  // The tables, and the texts that they point to.
  std::vector<mazurka_gdb_task> tasks_;
  std::vector<mazurka_gdb_mailbox> mailboxes_;
  std::vector<std::vector<const char*>> messages_;
  std::vector<std::string> texts_;
};

}  // namespace mazurka::native
