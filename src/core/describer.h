// Describes tasks, events and pending operations for reports. Each front end has its own describer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/owned_lock.h"
#include "core/pending.h"
#include "core/step.h"

namespace mazurka {

class Describer {
 public:
  virtual ~Describer() = default;

  // Returns the name of a task of the current execution: "main", "ui/bid(2)", "worker(1)".
  [[nodiscard]] virtual std::string describe(TaskId task) const = 0;
  // Describes an event of the current execution: "x = 3", "reads x: 3", "lock(l)".
  [[nodiscard]] virtual std::string describe(const Event& event) const = 0;
  // Describes a pending operation: "lock(l)", "await x == 1".
  [[nodiscard]] virtual std::string describe(const Pending& pending) const = 0;

  // Returns all locks that the task of this event held before it, including locks that only this
  // task uses, which make no events. Empty if the front end did not record them.
  [[nodiscard]] virtual std::optional<std::vector<OwnedLock>> locks_before(Position) const {
    return std::nullopt;
  }
};

}  // namespace mazurka
