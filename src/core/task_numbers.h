// Numbers of tasks and handlers that several processes share.
//
// A Registry numbers tasks in the order in which it meets them. Where the number of a task has an
// effect, as on the addresses of a native task's memory, processes that explore the same program
// must agree on the numbers. They do if each asks the same TaskNumbers, whatever stores them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/discipline.h"
#include "core/stable_name.h"
#include "core/task_name.h"

namespace mazurka {

// What all processes must know about a handler. Tasks refer to it by its number.
struct NumberedHandler {
  StableName name = 0;
  Discipline discipline = Discipline::multiset;
  bool operator==(const NumberedHandler&) const = default;
};

// Numbers are given out from 0 on, without gaps, and never change. Implementations throw UserError
// if there are too many names, or if the store cannot be reached.
class TaskNumbers {
 public:
  virtual ~TaskNumbers() = default;
  // Gives the task the next number, unless it has one. Returns the names of the tasks from number
  // `known` on, up to and including this task. REQUIRES: the number of the task is not below
  // `known`; its creator and its handler have numbers.
  [[nodiscard]] virtual std::vector<TaskName> number(const TaskName& task, std::uint32_t known) = 0;
  // Gives the handler the next number, unless it has one. Returns the handlers from number `known`
  // on, up to and including this handler. REQUIRES: the number of the handler is not below `known`.
  [[nodiscard]] virtual std::vector<NumberedHandler> number(const NumberedHandler& handler,
                                                            std::uint32_t known) = 0;
  // Returns all handlers from number `known` on.
  [[nodiscard]] virtual std::vector<NumberedHandler> handlers(std::uint32_t known) = 0;
};

}  // namespace mazurka
