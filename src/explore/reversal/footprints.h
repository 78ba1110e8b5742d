// What each task has been seen to touch, over all executions so far.
//
//   Use     A probe asks whether a message can do something else than it did. It can only if
//           somebody writes what it reads; all other tasks need not be tried. For a step whose
//           subtree has been explored completely, everything that can happen after it has been
//           seen, so what was learned is all there is.
//   Cost    One look-up per event that is new in an execution; memory per task and object.
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.h"

namespace mazurka {

class Footprints {
 public:
  // Learns from the events at `from` and later.
  void learn(const Execution& execution, Position from);

  // Which tasks can, after the first `length` events of the execution, have an influence on what
  // `message` does? `result` is indexed by task. Messages of its own
  // handler cannot, if that is a multiset: it is busy.
  void find_influences(TaskId message, const Execution& execution, Position length,
                       std::vector<bool>& result) const;

 private:
  // An object that a task touches, and in which event (counted from 1) at the latest.
  struct Touch {
    ObjectId object;
    std::uint32_t last_write = 0;  // that others can see
    std::uint32_t last_use = 0;    // that depends on what others did
  };
  struct Writer {
    TaskId task;
    std::uint32_t last_write = 0;
  };

  void learn(const Event& event, const Access& access);
  void note_writer(ObjectId object, TaskId task, std::uint32_t index);

  std::vector<std::vector<Touch>> touches_;   // by task
  std::vector<std::vector<Writer>> writers_;  // by object
  std::vector<std::vector<TaskId>> joined_;   // by task
};

}  // namespace mazurka
