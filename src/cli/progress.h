// Shows the progress of the exploration in a line on the terminal, which is erased before the
// report.
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

  // Updates the line. The explorer calls it a few times a second.
  void show(const Summary& summary);
  // Updates the line for an exploration by several workers, of which some wait for jobs.
  void show(const Summary& summary, std::size_t workers, std::size_t waiting);
  // The same on one of several machines, which share the exploration.
  void show(const Summary& summary, std::size_t workers, std::size_t waiting, std::size_t machines);
  // Shows what happens after the exploration, if progress is enabled.
  void say(std::string_view text);
  void erase();
  // Sets how to take a sample for the first estimate. It is taken before the line is shown for the
  // first time, so not in short explorations, and is used until the exploration itself has run more
  // executions.
  void set_sampler(std::function<SampledEstimate()> sample) { sample_ = std::move(sample); }
  // Returns the function that the explorer calls; empty if progress is disabled.
  [[nodiscard]] std::function<void(const Summary&)> as_wanted(Progress wanted);

 private:
  [[nodiscard]] Outlook outlook(const Estimate& now, double explored);

  std::ostream& out_;
  std::function<SampledEstimate()> sample_;  // empty after the sample was taken
  SampledEstimate sampled_;
  bool is_wanted_ = false;
  bool is_shown_ = false;
};

}  // namespace mazurka::cli
