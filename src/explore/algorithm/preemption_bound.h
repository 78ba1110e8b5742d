// Skips executions with too many preemptions (`--preemptions`).
//
// A preemption is a switch to another task although the task that ran last could continue. With a
// bound, the possible continuations depend on which task ran last and on how many preemptions there
// were, so both are part of a state.
//
// Invariant: the vectors have an entry for each depth up to that of the last leave_out().
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "explore/checkpoint_io.h"

namespace mazurka {

class PreemptionBound {
 public:
  explicit PreemptionBound(std::uint32_t most) : most_(most) {}
  void begin(const Execution& execution) { execution_ = &execution; }

  // Returns a hash of what the bound adds to the state after the current execution.
  [[nodiscard]] std::uint64_t fingerprint() const;
  // Removes the choices that would exceed the bound after the current execution.
  void leave_out(std::vector<Choice>& choices);
  [[nodiscard]] bool left_out_some() const { return left_out_some_; }

  void save(Position depth, CheckpointWriter& to) const;
  void load(Position depth, CheckpointReader& from);
  void set_left_out_some(bool some) { left_out_some_ = some; }

 private:
  [[nodiscard]] TaskId last_task() const;
  [[nodiscard]] std::uint32_t used_so_far() const;

  std::uint32_t most_;
  const Execution* execution_ = nullptr;
  std::vector<std::uint32_t> used_;   // by depth: how many preemptions came before it
  std::vector<bool> could_continue_;  // by depth: whether the task that ran last was enabled
  bool left_out_some_ = false;
};

}  // namespace mazurka
