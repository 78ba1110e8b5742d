// Runs the code of a task on intervals instead of values: all that it may do from some point on.
//
// Abstract interpretation (Cousot and Cousot, POPL 1977): where ways meet, each register gets the
// hull of what it may hold on them; a loop is run until nothing is new, and a bound that still
// moves after some rounds is given up. Branches whose condition is known are followed on one side
// only, and a comparison bounds what it compares, so `for i in a..b` has an `i` from a to b - 1.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/conflict.h"
#include "program/model/image.h"
#include "program/model/interval.h"

namespace mazurka::model {

// Cells (read, write), locks or condition variables, from the first to the last.
struct Reach {
  AccessKind kind = AccessKind::read;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  constexpr auto operator<=>(const Reach&) const = default;
};

struct Creation {
  std::uint32_t code = 0;  // into Image::tasks
  std::vector<Interval> arguments;
  auto operator<=>(const Creation&) const = default;
};

// Of one task, without what it creates.
struct Prospect {
  std::vector<Reach> reaches;
  std::vector<Creation> creations;
};

// Instructions to which others jump.
[[nodiscard]] std::vector<bool> jump_targets(const Image& image);

class AbstractRun {
 public:
  using Registers = std::vector<Interval>;

  // `targets` are the jump_targets() of the image.
  AbstractRun(const Image& image, const std::vector<bool>& targets)
      : image_(image), targets_(targets) {}

  // Of a task that stands before the instruction, or, for conditions, of code that ends with a
  // value.
  void run(std::uint32_t pc, Registers registers);
  [[nodiscard]] Prospect prospect() const;
  // The value of a condition or index; empty if there is none.
  [[nodiscard]] Interval value() const { return value_; }

 private:
  static constexpr int most_rounds = 8;  // of a loop, before moving bounds are given up

  // What is known where ways meet.
  struct Meeting {
    Registers registers;
    int rounds = 0;
  };

  [[nodiscard]] bool is_meeting(std::uint32_t pc) const { return targets_[pc] || pc == start_; }
  void flow_to(std::uint32_t pc, bool goes_back);
  void run_block(std::uint32_t pc);
  // These give the next instruction, or `nothing` if the block ends here.
  [[nodiscard]] std::uint32_t execute(std::uint32_t pc);
  [[nodiscard]] std::uint32_t branch(std::uint32_t pc);
  [[nodiscard]] std::uint32_t compute(std::uint32_t pc, Interval value);
  [[nodiscard]] std::uint32_t pick(std::uint32_t pc);
  [[nodiscard]] std::uint32_t execute_visible(std::uint32_t pc);
  [[nodiscard]] bool assume_outcome(std::uint32_t jump, bool holds);

  void touch(const Instruction& instruction, Prospect& result);
  void touch_b(const Instruction& instruction, AccessKind kind, Prospect& result);
  void touch_c(const Instruction& instruction, AccessKind kind, Prospect& result);
  void touch_all(Interval numbers, AccessKind kind, Prospect& result) const;
  void touch_scope(const ConditionCode& condition, Prospect& result) const;
  void create(const Instruction& instruction, Prospect& result) const;

  const Image& image_;
  const std::vector<bool>& targets_;
  std::uint32_t start_ = nothing;
  Registers r_;  // in the block that runs
  std::map<std::uint32_t, Meeting> meetings_;
  std::set<std::uint32_t> due_;             // meetings with news
  std::map<std::uint32_t, Prospect> done_;  // by instruction; a later round covers an earlier one
  Interval value_ = Interval::none();
};

}  // namespace mazurka::model
