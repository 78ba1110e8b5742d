// A line on the terminal that says how far the exploration is; it is gone when the report comes.
#pragma once

#include <functional>
#include <ostream>

#include "cli/command_line.h"
#include "explore/summary.h"

namespace mazurka::cli {

class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& out) : out_(out) {}
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Not more often than the explorer calls it: a few times a second.
  void show(const Summary& summary);
  void erase();
  // What the explorer calls: shows, if the user wants that; empty if not.
  [[nodiscard]] std::function<void(const Summary&)> as_wanted(Progress wanted);

 private:
  std::ostream& out_;
  bool is_shown_ = false;
};

}  // namespace mazurka::cli
