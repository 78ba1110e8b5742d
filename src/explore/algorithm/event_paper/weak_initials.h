// Is p ∈ WI_[E](w)? Can p make the first step of an execution after E that contains w?
//   Paper    [EventDpor] Definition 4; Appendix A.3 has the tests.
//
// The answer is that of the paper's tests, which need not be the true one: for branching programs
// the paper calls them conservative.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/execution.h"
#include "explore/algorithm.h"
#include "explore/algorithm/event_paper/event_order.h"

namespace mazurka::event_paper {

// How often each test decided.
struct TestCounts {
  std::uint64_t inspections = 0;        // p does not start a message
  std::uint64_t simple = 0;             // test 1, yes
  std::uint64_t happens_before = 0;     // test 2, no
  std::uint64_t witness_yes = 0;        // test 3
  std::uint64_t witness_no = 0;         // test 3
  std::uint64_t decision_yes = 0;       // test 4
  std::uint64_t decision_no = 0;        // test 4
  std::uint64_t without_known_run = 0;  // no: no completed run of p is known that fits w
};

class WeakInitials {
 public:
  // Messages that are not complete in w are completed by what they do in `execution`.
  explicit WeakInitials(const Execution& execution)
      : execution_(&execution), order_(execution.registry(), execution.conflicts()) {}

  // Sets the execution E.w, as happens-before. Both questions refer to it.
  void set(const Sequence& events);
  [[nodiscard]] const EventOrder& order() const { return order_; }

  // Returns whether p is a weak initial of the events from `from` on. `next` is next_[E](p), which
  // does not start a message.
  [[nodiscard]] bool holds_for(const Step& next, Position from);

  // Returns whether p is the first message on its handler in the events from `from` on, or if there
  // is none. `start` starts p.
  [[nodiscard]] bool starts_first(const Step& start, Position from) const;

  // Returns whether p, which `start` starts, is a weak initial of the events from `from` on,
  // where `runs` are the known completed runs of p without its start. If the answer is yes, `rest`
  // becomes what is left of an execution that contains w and starts with p.
  [[nodiscard]] bool holds_for_start(const Step& start, Position from,
                                     std::span<const Sequence> runs, Sequence& rest);

  void add_statistics(Statistics& statistics) const;
  [[nodiscard]] const TestCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] std::optional<EventOrder> extended(const Step& start, const Sequence* run) const;
  void complete_others(EventOrder& extended, TaskId message) const;
  void complete(EventOrder& extended, const MessagePart& message) const;
  [[nodiscard]] bool tests_2_to_4(const EventOrder& extended, const Step& start, Position from,
                                  Sequence& rest);
  static void order_after_prefix(EventOrder& order, Position from);
  [[nodiscard]] static std::vector<MessagePart> started_before(const EventOrder& order,
                                                               const MessagePart& p, Position from);
  [[nodiscard]] static bool is_execution(const EventOrder& order);
  [[nodiscard]] bool decide(const EventOrder& extended, const Step& start, Position from,
                            EventOrder& found) const;

  const Execution* execution_;
  EventOrder order_;
  TestCounts counts_;
};

}  // namespace mazurka::event_paper
