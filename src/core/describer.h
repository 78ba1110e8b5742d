// Puts tasks, events and pending operations into words. Only whoever made the program knows how.
#pragma once

#include <string>

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
};

}  // namespace mazurka
