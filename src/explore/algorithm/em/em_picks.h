// What EM-DPOR picks where the paper says "any": as em_dpor_choices.h says, or at random.
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

  // To be told of every task that is enabled somewhere.
  void note(TaskId task);

  // Which enabled thread goes first in a new state. `pending` is what tasks would do there.
  [[nodiscard]] Choice first(std::span<const Choice> enabled,
                             std::span<const Pending> pending) const;
  // Which of a state's backtracking choices comes next. REQUIRES: frame.has_more().
  [[nodiscard]] ThreadIndex next(const EmFrame& frame) const;
  // Adds one of several threads that would do, or all. `own` is the one that they are to help.
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
  // Threads that were enabled somewhere have a rank: the number in their name, then their index.
  // (A recorded trace numbers its threads; elsewhere one order is as good as another.)
  std::vector<std::uint64_t> ranks_;
  bool is_first_execution_ = true;
};

}  // namespace mazurka
