// Puts tasks, events and pending operations into words. Only whoever made the program knows how.
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

  // A task of the current execution: "main", "ui/bid(2)", "worker(1)".
  [[nodiscard]] virtual std::string describe(TaskId task) const = 0;
  // An event of the current execution: "x = 3", "reads x: 3", "lock(l)".
  [[nodiscard]] virtual std::string describe(const Event& event) const = 0;
  // A pending operation: "lock(l)", "await x == 1".
  [[nodiscard]] virtual std::string describe(const Pending& pending) const = 0;

  // All locks that the task of this event of the current execution had before it, those included
  // that nobody else uses and that make no events. Nothing: nobody took notes.
  [[nodiscard]] virtual std::optional<std::vector<OwnedLock>> locks_before(Position) const {
    return std::nullopt;
  }
};

}  // namespace mazurka
