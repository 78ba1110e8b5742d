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

  // Returns what a visible object holds before the first event.
  [[nodiscard]] std::int64_t initial_value(ObjectId object) const;
  // Main is about to create its first task. The part of an execution before that is always the
  // same, so initial values are looked up once for each exploration.
  void first_task_comes() {
    if (!has_initial_values_) remember_initial_values();
  }
  void forget_initial_values() { has_initial_values_ = false; }

  // A hash of all visible memory and of where each task stands.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  void remember_initial_values();

  const Runtime& runtime_;
  std::unordered_map<ObjectId, std::int64_t> initial_values_;  // of visible cells
  bool has_initial_values_ = false;
};

}  // namespace mazurka::native
