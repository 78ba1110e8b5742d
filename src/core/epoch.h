// What an exploration starts with, besides the program: what is known about it, and whether
// predictions are used.
//
// A native program learns while it runs, for example which memory its tasks share, and that changes
// its events. So schedules and keys mean something only together with what was known: an *epoch*.
// When a process learns something, the exploration starts again, in an epoch that has the union of
// what all processes have learned. It also starts again, without predictions, if a prediction
// fails, because keys were noted then that no execution has.
//
// Facts are lines of text (program/learning.h) that mean the same in every process, and do not
// depend on the order in which they were learned. Hence epochs with the same facts are the same,
// whoever has learned them. Processes that use the facts in the order of facts() know the same.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/stable_name.h"

namespace mazurka {

class Epoch {
 public:
  // Adds a fact. Returns whether it is new, so that this is another epoch now. A hint, which begins
  // with '#', helps only those who read reports: it is kept, but never makes another epoch.
  bool add(std::string_view fact);
  // Adds everything that the other epoch has. Returns whether this is another epoch now.
  bool join(const Epoch& other);
  // Makes explorations in this epoch use no predictions. Returns whether this is another epoch now.
  bool stop_predicting();

  using Lines = std::set<std::string, std::less<>>;
  [[nodiscard]] const Lines& facts() const { return facts_; }
  [[nodiscard]] const Lines& hints() const { return hints_; }
  [[nodiscard]] bool predicts() const { return predicts_; }
  // Returns a name of the epoch, which is the same in every process.
  [[nodiscard]] StableName id() const;

  // The epoch as lines of text, for files and messages.
  [[nodiscard]] std::vector<std::string> lines() const;
  [[nodiscard]] static Epoch of_lines(const std::vector<std::string>& lines);

  // Hints do not matter.
  bool operator==(const Epoch& other) const {
    return predicts_ == other.predicts_ && facts_ == other.facts_;
  }

 private:
  Lines facts_;
  Lines hints_;
  bool predicts_ = true;
};

// Returns whether the line is a hint.
[[nodiscard]] inline bool is_hint(std::string_view fact) { return fact.starts_with('#'); }

}  // namespace mazurka
