// The ids of tasks. Caches them, so that only new tasks need the registry.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/hash.h"
#include "core/registry.h"

namespace mazurka::model {

class TaskNames {
 public:
  explicit TaskNames(Registry& registry) : registry_(registry) {}

  // Returns the id of a thread that starts with the program. Ordinals are those of the
  // declarations.
  TaskId initial(std::uint32_t ordinal, std::uint32_t code) {
    return task({TaskId::none(), ordinal, code, HandlerId::none()}, initial_);
  }
  TaskId created(TaskId creator, std::uint32_t ordinal, std::uint32_t code, HandlerId handler) {
    return task({creator, ordinal, code, handler}, created_[creator.value]);
  }
  // Returns the id of a task as a value of the program: the same in every exploration, and far from
  // the numbers that models compute with.
  [[nodiscard]] std::int64_t value_of(TaskId task) const { return value_of_path(path(task)); }
  // Returns value_of() of a thread that starts with the program.
  [[nodiscard]] static std::int64_t value_of_initial(std::uint32_t ordinal, std::uint32_t code) {
    return value_of_path(path_of(0, {TaskId::none(), ordinal, code, HandlerId::none()}));
  }
  // Returns the task with this id; none if there is none.
  [[nodiscard]] TaskId with_value(std::int64_t value) const {
    const auto found = by_value_.find(value);
    return found != by_value_.end() ? found->second : TaskId::none();
  }
  // Returns a hash of the path, which is the same in every exploration of the program.
  [[nodiscard]] std::uint64_t path(TaskId task) const { return paths_[task.value]; }

 private:
  struct Known {
    TaskId id;
    std::uint32_t code = 0;
    HandlerId handler;
  };

  TaskId task(const TaskName& name, std::vector<Known>& known) {
    if (name.ordinal >= known.size()) known.resize(name.ordinal + 1);
    Known& last = known[name.ordinal];
    if (last.id.exists() && last.code == name.code && last.handler == name.handler) return last.id;
    const TaskId id = registry_.task(name);
    last = {id, name.code, name.handler};
    remember_path(id, name);
    return id;
  }

  [[nodiscard]] static std::uint64_t path_of(std::uint64_t creator, const TaskName& name) {
    return mix(mix(creator, name.ordinal), mix(name.code, name.handler.value));
  }
  [[nodiscard]] static std::int64_t value_of_path(std::uint64_t path) {
    return static_cast<std::int64_t>((path >> 2) | (std::uint64_t{1} << 61));
  }

  void remember_path(TaskId id, const TaskName& name) {
    if (id.value >= paths_.size()) {
      paths_.resize(id.value + 1, 0);
      created_.resize(id.value + 1);
    }
    const std::uint64_t creator = name.creator.exists() ? paths_[name.creator.value] : 0;
    paths_[id.value] = path_of(creator, name);
    by_value_[value_of(id)] = id;
  }

  Registry& registry_;
  std::vector<Known> initial_;               // by ordinal
  std::vector<std::vector<Known>> created_;  // by creator, by ordinal
  std::vector<std::uint64_t> paths_;         // by task
  std::unordered_map<std::int64_t, TaskId> by_value_;
};

}  // namespace mazurka::model
