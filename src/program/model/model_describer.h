// Describes tasks, events and pending operations of a model.
#pragma once

#include <string>

#include "core/registry.h"
#include "program/event_words.h"
#include "program/model/bytecode.h"
#include "program/model/conditions.h"
#include "program/model/messages.h"
#include "program/model/state.h"
#include "program/model/task_names.h"

namespace mazurka::model {

class Machine;

// Returns the name of a task: "main", "worker(1)", "ui/bid(2)".
[[nodiscard]] std::string text_of_task(const Image& image, const Registry& registry,
                                       const State& state, const TaskNames& names, Slot slot);
// Returns a value as text. The id of a task that the execution has created is shown by its name.
[[nodiscard]] std::string text_of_value(std::int64_t value, const Image& image, const State& state,
                                        const TaskNames& names);

// Describes the current execution of a machine.
class Words final : public Vocabulary {
 public:
  Words(const Image& image, const Registry& registry, const Machine& machine);

  [[nodiscard]] std::string task(TaskId task) const override;
  // Returns the name of a task. Tasks with the same name are only numbered in the texts of events.
  [[nodiscard]] std::string task_without_number(TaskId task) const;
  [[nodiscard]] std::string event(const Event& event) const {
    return event_in_words(event, registry_, *this);
  }
  [[nodiscard]] std::string pending(const Pending& pending) const {
    const TaskId cancelled = registry_.cancelled_by(pending.object);
    if (cancelled.exists()) return "cancel " + task(cancelled);
    return pending_in_words(pending, registry_, *this);
  }

 private:
  [[nodiscard]] std::string created(TaskId task) const override;
  [[nodiscard]] std::string name(ObjectId object) const override;
  [[nodiscard]] std::string value(std::int64_t value) const override;
  [[nodiscard]] std::string write(const Event& event) const override;
  [[nodiscard]] std::string update(const Event& event) const override;
  [[nodiscard]] std::string await(ConditionId condition, ObjectId object) const override;
  [[nodiscard]] std::string choice(LocationId location) const override;
  [[nodiscard]] std::string message(const Event& event) const override;
  [[nodiscard]] std::string wanted(const Pending& pending) const override;
  [[nodiscard]] std::string number_of(TaskId task) const;  // " #2" if several tasks have this name
  [[nodiscard]] std::uint32_t instruction_at(LocationId location) const;

  const Image& image_;
  const Registry& registry_;
  const State& state_;
  const Conditions& conditions_;
  const TaskNames& names_;
  const Messages& messages_;
  std::vector<std::uint32_t> instructions_;  // by location
};

}  // namespace mazurka::model
