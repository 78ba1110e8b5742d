// Describes events and pending operations. All front ends share the sentences; each provides the
// names of tasks and objects.
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
  [[nodiscard]] virtual std::string created(TaskId task) const = 0;  // the name without its handler
  [[nodiscard]] virtual std::string name(ObjectId object) const = 0;
  [[nodiscard]] virtual std::string value(std::int64_t value) const = 0;

  // Describes operations that differ between front ends.
  [[nodiscard]] virtual std::string write(const Event& event) const = 0;
  [[nodiscard]] virtual std::string update(const Event& event) const = 0;
  [[nodiscard]] virtual std::string await(ConditionId condition, ObjectId object) const = 0;
  [[nodiscard]] virtual std::string choice(LocationId location) const = 0;
  // Returns the message that a send sends or a receive takes: "m(3)".
  [[nodiscard]] virtual std::string message(const Event& event) const = 0;
  // Returns what a receive looks for: "m or stop".
  [[nodiscard]] virtual std::string wanted(const Pending& pending) const = 0;
};

[[nodiscard]] std::string event_in_words(const Event& event, const Registry& registry,
                                         const Vocabulary& words);
[[nodiscard]] std::string pending_in_words(const Pending& pending, const Registry& registry,
                                           const Vocabulary& words);

}  // namespace mazurka
