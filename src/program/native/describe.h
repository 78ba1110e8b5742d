// Describes tasks, events and pending operations of a native program as text.
#pragma once

#include <string>
#include <vector>

#include "core/namesakes.h"
#include "program/event_words.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

class Words final : public Vocabulary {
 public:
  explicit Words(Runtime& of) : runtime_(of) {}

  [[nodiscard]] std::string task(TaskId task) const override;
  // Returns the name of the task without the number that tells it from its namesakes.
  [[nodiscard]] std::string task_without_number(TaskId task) const;
  [[nodiscard]] std::string event(const Event& event) const;
  [[nodiscard]] std::string pending(const Pending& pending) const;

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
  [[nodiscard]] std::string name_of_its_code(TaskId task) const;
  [[nodiscard]] std::string name_of_function(TaskId task) const;
  [[nodiscard]] std::string number_of(TaskId task) const;  // " #2": among tasks of the same name
  [[nodiscard]] std::string block(ObjectId object) const;  // the heap block that contains it
  [[nodiscard]] std::string end_of_handler(const Event& event) const;
  [[nodiscard]] bool destroys(AccessListId accesses) const;

  Runtime& runtime_;
  // A cache, valid for this progress and number of tasks: later, there are more tasks, and tasks
  // may have got better names.
  mutable Namesakes namesakes_;
  mutable Runtime::Progress namesakes_at_;
  mutable std::size_t tasks_then_ = 0;
};

}  // namespace mazurka::native
