#include "program/native/debugger.h"

#include <cstdlib>

#include "program/native/platform/export.h"
#include "program/native/schedule/runtime.h"

MAZURKA_EXPORT mazurka_gdb_state mazurka_gdb;
mazurka_gdb_state mazurka_gdb = {.version = 1};

// Neither inlined nor empty, so that a breakpoint can be set.
MAZURKA_EXPORT __attribute__((noinline)) void mazurka_gdb_stop() {
  asm volatile("" : : "r"(&mazurka_gdb) : "memory");
}

namespace mazurka::native {

namespace {

enum Reason : std::uint64_t { a_step, an_error, the_end };

}  // namespace

Debugger::Debugger(Runtime& of, const Words& words) : runtime_(of), words_(words) {
  if (const char* const step = std::getenv("MAZURKA_STOP_AT"))
    mazurka_gdb.stop_at = std::strtoull(step, nullptr, 10);
}

// Only the first execution is the replay. Later ones are run to collect information for reports.
bool Debugger::is_watched() const { return runtime_.progress().execution == 1; }

void Debugger::before_step(const Task& task) {
  if (!is_watched()) return;
  mazurka_gdb.step = runtime_.progress().events;
  has_stopped_ = false;
  describe_tasks(task.id);
  describe_mailboxes();
  text_ = words_.task(task.id);
  for (const Pending& pending : pending_)
    if (pending.task == task.id) text_ += ": " + words_.pending(pending);
}

void Debugger::in_step() {
  const bool is_wanted = mazurka_gdb.stop_at != 0 && mazurka_gdb.step >= mazurka_gdb.stop_at;
  if (!has_stopped_ && is_wanted) stop(a_step, text_.c_str());
  has_stopped_ = true;
}

// Stops here if in_step() was not called, because the task does not continue after its operation.
void Debugger::after_step() { in_step(); }

void Debugger::failed(const char* message) {
  if (is_watched()) stop(an_error, message);
}

void Debugger::ended() {
  if (!is_watched()) return;
  describe_tasks(TaskId::none());
  describe_mailboxes();
  stop(the_end, "");
}

void Debugger::stop(std::uint64_t reason, const char* text) {
  mazurka_gdb.reason = reason;
  mazurka_gdb.text = text;
  mazurka_gdb_stop();
}

void Debugger::describe_tasks(TaskId now) {
  runtime_.pending(pending_);
  tasks_.clear();
  texts_.clear();
  texts_.reserve(4 * pending_.size());  // the tables point into it
  for (const Pending& pending : pending_) {
    const Task& task = *runtime_.tasks.ever(pending.task);
    const bool runs = pending.task == now;
    const bool has_begun = !(pending.operation == OperationKind::start && pending.index == 0);
    texts_.push_back(words_.task(pending.task));
    const char* const name = texts_.back().c_str();
    texts_.push_back(runs ? "runs: " + words_.pending(pending) : state_of(pending));
    tasks_.push_back({name, texts_.back().c_str(),
                      runs || !has_begun ? nullptr : task.fiber.stack_pointer, runs ? 1u : 0u});
  }
  mazurka_gdb.task_count = tasks_.size();
  mazurka_gdb.tasks = tasks_.data();
}

std::string Debugger::state_of(const Pending& pending) const {
  if (pending.stopped) return "stopped";
  if (pending.asleep) return "sleeps: " + words_.pending(pending);
  if (pending.operation == OperationKind::start && pending.index == 0) return "in the mailbox";
  return (pending.enabled ? "could continue: " : "waits: ") + words_.pending(pending);
}

// REQUIRES: describe_tasks() was called.
void Debugger::describe_mailboxes() {
  const auto name_of = [&](TaskId task) -> const char* {
    for (std::size_t i = 0; i < pending_.size(); ++i)
      if (pending_[i].task == task) return tasks_[i].name;
    return nullptr;
  };
  mailboxes_.clear();
  messages_.clear();
  for (const Handler* const handler : runtime_.handlers.of_this_execution()) {
    std::vector<const char*>& messages = messages_.emplace_back();
    for (const Task* const message : handler->posted)
      if (message->standing == Standing::mailed) messages.push_back(name_of(message->id));
    mailboxes_.push_back({runtime_.registry.handler(handler->id).name.c_str(),
                          name_of(TaskId{handler->state.running()}), messages.size(),
                          messages.data()});
  }
  mazurka_gdb.mailbox_count = mailboxes_.size();
  mazurka_gdb.mailboxes = mailboxes_.data();
}

}  // namespace mazurka::native
