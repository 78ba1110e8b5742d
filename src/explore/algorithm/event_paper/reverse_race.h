// ReverseRace(E, e, e'): the executions that run e' without e. [EventDpor] Algorithm 2.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/execution.h"
#include "explore/algorithm/event_paper/event_order.h"

namespace mazurka::event_paper {

// A pair ⟨E', v⟩: v is to be run after the first `prefix` events of the execution.
struct WakeupSequence {
  Position prefix = 0;
  Sequence sequence;
};

class ReverseRace {
 public:
  // `returns_union`: return the union of the sets of events that can be kept, even if it cannot be
  // run ([EventDpor] Section 7), instead of one sequence for each set.
  ReverseRace(const Execution& execution, bool returns_union)
      : execution_(&execution), returns_union_(returns_union) {}

  // Replaces the contents of `found` by the reversals of the race between the events at `earlier`
  // and `later`.
  void find(Position earlier, Position later, std::vector<WakeupSequence>& found);

  // Returns the maximal sequences of events of `events` that can be run after the first `prefix` of
  // them, each with the last event of `events` as its last one. For a union that cannot be run.
  [[nodiscard]] std::vector<Sequence> runnable_parts(const Sequence& events, Position prefix);

  // How many kept sets were dropped because no order of their messages exists (l.29).
  [[nodiscard]] std::uint64_t without_order() const { return without_order_; }

 private:
  using Set = std::vector<bool>;  // of positions of the sequence in hand

  void begin(const Sequence& events);
  void find_kept_sets(Set all);
  void reduce(const Set& kept);
  [[nodiscard]] bool remove(Set& kept, TaskId message) const;
  [[nodiscard]] static bool is_subset(const Set& a, const Set& b);
  void drop_subsets();
  [[nodiscard]] EventOrder order_of(const Set& kept) const;
  [[nodiscard]] std::vector<Position> in_running_order(const Set& kept);

  const Execution* execution_;
  bool returns_union_;
  Sequence events_;        // E, or the events of a union
  Set needed_;             // the events that happen before e', with e'' the last of its task
  Position fixed_ = 0;     // how many events keep their place in front
  std::vector<Set> todo_;  // S: sets to reduce
  std::vector<Set> kept_;  // S after l.23: what can be run
  std::set<Set> tried_;    // every set that was reduced
  std::optional<EventOrder> happens_before_;
  std::uint64_t without_order_ = 0;
};

}  // namespace mazurka::event_paper
