// Writes checkpoints of an exploration, and resumes from one.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/checkpoint.h"
#include "explore/exploration_state.h"
#include "explore/found_errors.h"
#include "explore/limits.h"

namespace mazurka {

// Returns the counts of a checkpoint that one process has written. Throws UserError if they are
// damaged.
[[nodiscard]] Summary counts_in(const Checkpoint& checkpoint);

class CheckpointKeeper {
 public:
  CheckpointKeeper(ExplorationState& state, FoundErrors& errors, Limits& limits)
      : state_(state), errors_(errors), limits_(limits), next_save_(state.options.save_seconds) {}

  // Saves a checkpoint if a bound stops the exploration, or if the last checkpoint is old enough;
  // saving takes at most about a twentieth of the time. Called between two runs; the next run keeps
  // `kept` events.
  void save_now_and_then(Position kept);

  // Restores the state of the exploration. Returns how many events the first run keeps. REQUIRES:
  // the program knows what it knew (use_facts_of). Throws UserError if the checkpoint does not fit
  // the program.
  [[nodiscard]] Position resume(const Checkpoint& checkpoint);

 private:
  [[nodiscard]] bool is_time();
  [[nodiscard]] Checkpoint checkpoint(Position kept, const Resumable& algorithm);
  [[nodiscard]] std::vector<std::uint64_t*> saved_counts();
  void run_again(const std::vector<Choice>& schedule);
  void find_again(const std::vector<Choice>& schedule);

  ExplorationState& state_;
  FoundErrors& errors_;
  Limits& limits_;
  double next_save_;
  std::uint64_t checks_ = 0;
};

}  // namespace mazurka
