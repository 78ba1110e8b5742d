// Events and pending operations in words. Front ends share the sentences: a lock is taken in the
// same words whoever takes it. What things are called, each front end knows.
#pragma once

#include <string>

#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class Vocabulary {
 public:
  virtual ~Vocabulary() = default;

  [[nodiscard]] virtual std::string task(TaskId task) const = 0;
  [[nodiscard]] virtual std::string created(TaskId task) const = 0;  // without its handler
  [[nodiscard]] virtual std::string name(ObjectId object) const = 0;
  [[nodiscard]] virtual std::string value(std::int64_t value) const = 0;

  // Operations that are not the same everywhere.
  [[nodiscard]] virtual std::string write(const Event& event) const = 0;
  [[nodiscard]] virtual std::string update(const Event& event) const = 0;
  [[nodiscard]] virtual std::string await(ConditionId condition, ObjectId object) const = 0;
  [[nodiscard]] virtual std::string choice(LocationId location) const = 0;
};

[[nodiscard]] std::string event_in_words(const Event& event, const Registry& registry,
                                         const Vocabulary& words);
[[nodiscard]] std::string pending_in_words(const Pending& pending, const Registry& registry,
                                           const Vocabulary& words);

}  // namespace mazurka
