// The ids of tasks. Caches them, so that only new tasks need the registry.
#pragma once

#include <cstdint>
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
  // REQUIRES: the current execution has created this task with created().
  [[nodiscard]] TaskId created(TaskId creator, std::uint32_t ordinal) const {
    return created_[creator.value][ordinal].id;
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

  void remember_path(TaskId id, const TaskName& name) {
    if (id.value >= paths_.size()) {
      paths_.resize(id.value + 1, 0);
      created_.resize(id.value + 1);
    }
    const std::uint64_t creator = name.creator.exists() ? paths_[name.creator.value] : 0;
    paths_[id.value] = mix(mix(creator, name.ordinal), mix(name.code, name.handler.value));
  }

  Registry& registry_;
  std::vector<Known> initial_;               // by ordinal
  std::vector<std::vector<Known>> created_;  // by creator, by ordinal
  std::vector<std::uint64_t> paths_;         // by task
};

}  // namespace mazurka::model
