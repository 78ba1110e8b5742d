// Executions made by hand, for situations that no front end produces.
#pragma once

#include <string>
#include <vector>

#include "core/describer.h"
#include "core/execution.h"

namespace mazurka {

// Names tasks "t0", "t1" and so on.
class PlainDescriber : public Describer {
 public:
  [[nodiscard]] std::string describe(TaskId task) const override {
    return "t" + std::to_string(task.value);
  }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return std::string(name_of(event.operation));
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return std::string(name_of(pending.operation));
  }
};

class HandMadeExecution {
 public:
  HandMadeExecution() : execution_(registry_, Relation::events) {}

  Registry& registry() { return registry_; }
  const Execution& execution() const { return execution_; }

  TaskId add_task() { return registry_.task({.creator = {}, .ordinal = registry_.task_count()}); }

  // Prepares an operation on one object as the next event.
  Event& operate(TaskId task, OperationKind operation, ObjectId object, AccessKind kind) {
    Event event;
    event.task = task;
    event.index = static_cast<std::uint32_t>(execution_.events_of(task).size());
    event.operation = operation;
    event.object = object;
    event.accesses = registry_.access_list(Access{object, kind});
    next_ = event;
    return next_;
  }
  Event& next() { return next_; }
  // Appends the event prepared by operate(), including any changes that the test made to it.
  void push() { execution_.push(next_); }

  void on_lock(TaskId task, OperationKind operation, ObjectId lock, bool succeeds = true) {
    operate(task, operation, lock, AccessKind::lock).succeeded = succeeds;
    push();
  }

 private:
  Registry registry_;
  Execution execution_;
  Event next_;
};

}  // namespace mazurka
