// Values and fingerprints of the program's state, for explorers that compare states.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/ids.h"

namespace mazurka::native {

class Runtime;

class VisibleState {
 public:
  explicit VisibleState(const Runtime& runtime) : runtime_(runtime) {}
  VisibleState(const VisibleState&) = delete;
  VisibleState& operator=(const VisibleState&) = delete;

  // Returns the value of a visible object before the first event.
  [[nodiscard]] std::int64_t initial_value(ObjectId object) const;
  // Must be called before main creates its first task. All executions are equal up to this point,
  // so initial values are recorded once per exploration.
  void first_task_comes() {
    if (!has_initial_values_) remember_initial_values();
  }
  void forget_initial_values() { has_initial_values_ = false; }

  // Returns a hash of all visible memory and of the positions of all tasks.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  void remember_initial_values();

  const Runtime& runtime_;
  std::unordered_map<ObjectId, std::int64_t> initial_values_;  // of visible cells
  bool has_initial_values_ = false;
};

}  // namespace mazurka::native
