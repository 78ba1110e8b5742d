// A line on the terminal that says how far the exploration is; it is gone when the report comes.
#pragma once

#include <functional>
#include <ostream>
#include <string_view>

#include "cli/command_line.h"
#include "explore/estimate/sampled_estimate.h"
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
  // What is done now that nothing is explored any more, if the user wants the line at all.
  void say(std::string_view text);
  void erase();
  // Before it is shown for the first time, so only if the exploration is not short, a sample is
  // taken. It counts until more is explored.
  void set_sampler(std::function<SampledEstimate()> sample) { sample_ = std::move(sample); }
  // What the explorer calls: shows, if the user wants that; empty if not.
  [[nodiscard]] std::function<void(const Summary&)> as_wanted(Progress wanted);

 private:
  [[nodiscard]] Outlook outlook(const Estimate& now, double explored);

  std::ostream& out_;
  std::function<SampledEstimate()> sample_;  // empty as soon as it was taken
  SampledEstimate sampled_;
  bool is_wanted_ = false;
  bool is_shown_ = false;
};

}  // namespace mazurka::cli
