// Decides what EM-DPOR picks where the paper says "any": by the options in em_dpor_choices.h, or at
// random if there is a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/describer.h"
#include "core/pending.h"
#include "explore/algorithm/em/em_dpor_choices.h"
#include "explore/algorithm/em/em_frame.h"
#include "explore/free_choice.h"

namespace mazurka {

class EmPicks {
 public:
  EmPicks(const EmDporChoices& choices, std::uint64_t order_seed)
      : choices_(choices), free_choice_(order_seed) {}

  void begin(const Describer& words, const Execution& execution, const EmThreads& threads) {
    words_ = &words;
    execution_ = &execution;
    threads_ = &threads;
  }
  void first_execution_is_over() { is_first_execution_ = false; }

  // Gives the task's thread a rank. Must be called for every task that is enabled in some state.
  void note(TaskId task);

  // Returns the choice to run first in a new state. `pending` holds the next operations of the
  // tasks there.
  [[nodiscard]] Choice first(std::span<const Choice> enabled,
                             std::span<const Pending> pending) const;
  // Returns the backtracking choice of the state to explore next. REQUIRES: some thread in
  // frame.backtrack is not done.
  [[nodiscard]] ThreadIndex next(const EmFrame& frame) const;
  // Adds one of the possible threads, or all, to the backtrack set. `own` is the thread of r'.
  void add_any(EmFrame& frame, const EmFrame::Threads& threads, ThreadIndex own) const;

 private:
  [[nodiscard]] ThreadIndex thread_of(TaskId task) const {
    return threads_->of(execution_->registry(), task);
  }
  [[nodiscard]] std::uint64_t rank_of(ThreadIndex thread) const { return ranks_[thread]; }
  [[nodiscard]] std::uint32_t line_of(TaskId task, std::span<const Pending> pending) const;
  [[nodiscard]] std::optional<Choice> same_operation(std::span<const Choice> enabled,
                                                     std::span<const Pending> pending) const;

  EmDporChoices choices_;
  FreeChoice free_choice_;
  const Describer* words_ = nullptr;
  const Execution* execution_ = nullptr;
  const EmThreads* threads_ = nullptr;
  // By thread, for those that note() was called for: the number in its name, then its index.
  // Recorded traces number their threads; in other programs the order does not matter.
  std::vector<std::uint64_t> ranks_;
  bool is_first_execution_ = true;
};

}  // namespace mazurka
