// The happens-before relation of EM-DPOR.
//
//   Paper    [EmDpor18] Definition 3.1, with the dependence relation of Definition 2.2, changed
//            as in Appendix C: two reads are independent, and so are operations on a lock by
//            messages of one thread. Section 4 for the clocks, which count per task.
//   Words    happens_before(i, j) is i →_w j.
//   FIFO     Rule 2: if the posts of two messages of one thread are ordered, so are the messages.
//   Posts    Rule 3: an edge between reordered posts, which the caller passes to push().
//
// A *thread* of the paper is a task of ours that is not a message, or a handler with all its
// messages and with the task that runs its message loop, if there is one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/pending.h"
#include "explore/algorithm/em/em_dpor_choices.h"

namespace mazurka {

using ThreadIndex = std::uint32_t;

class EmThreads {
 public:
  // Returns the thread of the task. Threads that are handlers have the lowest numbers.
  [[nodiscard]] ThreadIndex of(const Registry& registry, TaskId task) const {
    const HandlerId handler = registry.handler_of(task);
    if (handler.exists()) return handler.value;
    if (task.value < opens_.size() && opens_[task.value].exists()) return opens_[task.value].value;
    return registry.handler_count() + task.value;
  }
  void note_opener(TaskId task, HandlerId handler) {
    if (task.value >= opens_.size()) opens_.resize(task.value + 1);
    opens_[task.value] = handler;
  }

 private:
  std::vector<HandlerId> opens_;  // by task
};

class EmOrder {
 public:
  EmOrder(const Execution& execution, const EmThreads& threads, const EmDporChoices& choices)
      : execution_(&execution), threads_(&threads), choices_(choices) {}

  using Clock = std::vector<std::uint32_t>;  // by task: how many of its events are in the past

  [[nodiscard]] Position size() const { return size_; }
  // Adds the next event of the execution. `reordered` is a post that it happens after (rule 3), or
  // nowhere.
  void push(Position reordered);
  void truncate(Position length);

  [[nodiscard]] bool happens_before(Position earlier, Position later) const {
    return knows(clock(later), earlier);
  }
  [[nodiscard]] bool knows(std::span<const std::uint32_t> clock, Position earlier) const {
    const Event& event = (*execution_)[earlier];
    return event.task.value < clock.size() && clock[event.task.value] > event.index;
  }
  [[nodiscard]] std::span<const std::uint32_t> clock(Position position) const {
    return {clocks_.data() + std::size_t{position} * stride_, stride_};
  }
  // Sets `result` to the clock of the next transition's task: the events i with i → task(next).
  void clock_of(const Pending& next, Clock& result) const;
  void learn(Clock& clock, Position position) const;

  // Returns whether two operations of these tasks are dependent that access a common object in
  // these ways.
  [[nodiscard]] bool depend(const Access& a, const Access& b, TaskId of_a, TaskId of_b) const;

  // Returns the positions of the posts to the handler, in order.
  [[nodiscard]] std::span<const Position> posts_to(HandlerId handler) const {
    if (handler.value >= posts_.size()) return {};
    return posts_[handler.value];
  }

 private:
  void join(Position position, Position earlier);
  void make_room();
  void add_fifo(const Event& event, Position position);
  void add_conflicts(const Event& event, Position position);

  const Execution* execution_;
  const EmThreads* threads_;
  EmDporChoices choices_;
  Position size_ = 0;
  std::uint32_t stride_ = 0;
  std::vector<std::uint32_t> clocks_;
  std::vector<std::vector<Position>> posts_;  // by handler
};

}  // namespace mazurka
