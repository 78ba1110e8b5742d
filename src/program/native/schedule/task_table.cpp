#include "program/native/schedule/task_table.h"

#include <algorithm>

namespace mazurka::native {

void TaskTable::begin_execution() {
  for (Task* const task : created_) {
    task->exists = false;
    take_spin_history(*task);
  }
  created_.clear();
  live_.clear();
}

Task& TaskTable::begin(TaskId id, AreaId area) {
  if (id.value >= tasks_.size()) tasks_.resize(id.value + 1);
  if (area.value >= by_area_.size()) by_area_.resize(area.value + 1, nullptr);
  std::unique_ptr<Task>& task = tasks_[id.value];
  if (task == nullptr) {
    task = std::make_unique<Task>();
    task->id = id;
    task->area = area;
  }
  by_area_[area.value] = task.get();
  revive(*task);
  task->begin();
  created_.push_back(task.get());
  return *task;
}

void TaskTable::revive(Task& task) {
  give_spin_history(task);
  live_.insert(std::ranges::upper_bound(live_, task.id, {}, &Task::id), &task);
}

void TaskTable::end(Task& task) {
  take_spin_history(task);
  live_.erase(std::ranges::lower_bound(live_, task.id, {}, &Task::id));
}

void TaskTable::give_spin_history(Task& task) {
  if (task.waiting.spin != nullptr) return;
  if (spin_histories_.empty()) spin_histories_.push_back(std::make_unique<SpinHistory>());
  task.waiting.spin = std::move(spin_histories_.back());
  spin_histories_.pop_back();
}

void TaskTable::take_spin_history(Task& task) {
  if (task.waiting.spin != nullptr) spin_histories_.push_back(std::move(task.waiting.spin));
}

}  // namespace mazurka::native
