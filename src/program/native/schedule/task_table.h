// The tasks of an execution, found by id, by area, or in the order of creation.
//
// Task objects outlive executions: a task that is created again gets the memory that it had, so
// that restarts allocate nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/ids.h"
#include "program/native/schedule/task.h"

namespace mazurka::native {

class TaskTable {
 public:
  // Forgets all tasks of the last execution.
  void begin_execution();
  // Begins a task of this execution.
  Task& begin(TaskId id, AreaId area);
  // Call when the task has ended: it is no longer alive.
  void end(Task& task);
  // Takes back end(): main runs again for the exit handlers.
  void revive(Task& task);

  // Returns the task, which may belong to an earlier execution; null if there never was one.
  [[nodiscard]] const Task* ever(TaskId id) const {
    return id.value < tasks_.size() ? tasks_[id.value].get() : nullptr;
  }
  // Returns the task with this id in this execution; null if there is none.
  [[nodiscard]] Task* of(TaskId id) const {
    return id.value < tasks_.size() && tasks_[id.value] != nullptr && tasks_[id.value]->exists
               ? tasks_[id.value].get()
               : nullptr;
  }
  // Returns the task with this area in this execution; null if there is none.
  [[nodiscard]] Task* in(AreaId area) const {
    Task* const task = area.value < by_area_.size() ? by_area_[area.value] : nullptr;
    return task != nullptr && task->exists && task->area == area ? task : nullptr;
  }
  // Returns the tasks of this execution in the order in which they were created.
  [[nodiscard]] const std::vector<Task*>& created() const { return created_; }
  // Returns the tasks that have not ended, sorted by id.
  [[nodiscard]] const std::vector<Task*>& live() const { return live_; }

 private:
  void give_spin_history(Task& task);
  void take_spin_history(Task& task);

  std::vector<std::unique_ptr<Task>> tasks_;                  // by id
  std::vector<Task*> by_area_;                                // the last task with that area
  std::vector<Task*> created_;                                // in this execution
  std::vector<Task*> live_;                                   // sorted by id
  std::vector<std::unique_ptr<SpinHistory>> spin_histories_;  // not in use
};

}  // namespace mazurka::native
