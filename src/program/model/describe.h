// Tasks, events and pending operations of a model in words.
#pragma once

#include <string>

#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/model/conditions.h"
#include "program/model/image.h"
#include "program/model/state.h"

namespace mazurka::model {

// "main", "worker(1)", "ui/bid(2)".
[[nodiscard]] std::string text_of_task(const Image& image, const Registry& registry,
                                       const State& state, Slot slot);

// A view on a machine that runs.
class Words {
 public:
  Words(const Image& image, const Registry& registry, const State& state,
        const Conditions& conditions);

  // The same for all tasks of one name; in the texts of events they have numbers.
  [[nodiscard]] std::string task_without_number(TaskId task) const;
  [[nodiscard]] std::string event(const Event& event) const;
  [[nodiscard]] std::string pending(const Pending& pending) const;

 private:
  [[nodiscard]] std::string name(ObjectId object) const;
  [[nodiscard]] std::string task(TaskId task) const;
  [[nodiscard]] std::string created(TaskId task) const;    // without its handler
  [[nodiscard]] std::string number_of(TaskId task) const;  // " #2", among its namesakes
  [[nodiscard]] std::string update(const Event& event) const;
  [[nodiscard]] std::string lock_of_sleep(AccessListId accesses) const;
  [[nodiscard]] std::string condition(ConditionId condition) const;
  [[nodiscard]] std::uint32_t instruction_at(LocationId location) const;
  [[nodiscard]] std::string source_text(LocationId location) const;

  const Image& image_;
  const Registry& registry_;
  const State& state_;
  const Conditions& conditions_;
  std::vector<std::uint32_t> instructions_;  // by location
};

}  // namespace mazurka::model
