#include "cli/progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "report/coverage.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

constexpr const char* back_and_clear = "\r\x1b[K";

}  // namespace

void ProgressLine::show(const Summary& summary) {
  const std::uint64_t runs = summary.maximal_executions() + summary.sleep_set_blocked;
  const double rate = summary.seconds > 0 ? static_cast<double>(runs) / summary.seconds : 0;
  out_ << back_and_clear << counted(summary.maximal_executions(), "execution")
       << fmt::format(", {:.0f}/s, {:.0f} s", rate, summary.seconds);
  if (summary.estimate && rate > 0) {
    const auto explored = static_cast<double>(summary.maximal_executions());
    const Outlook all = outlook(*summary.estimate, explored);
    const double left = std::max(all.executions - explored, 0.0);
    out_ << "; about " << roughly(all.executions) << " in all (" << roughly(all.low) << " to "
         << roughly(all.high) << "), " << roughly_time(left / rate) << " left";
  }
  if (!summary.errors.empty()) out_ << ", " << counted(summary.errors.size(), "error");
  out_ << std::flush;
  is_shown_ = true;
}

void ProgressLine::show(const Summary& summary, std::size_t workers, std::size_t waiting) {
  show(summary);
  out_ << ", " << workers << " workers";
  if (waiting > 0) out_ << " (" << waiting << " idle)";
  out_ << std::flush;
}

void ProgressLine::show(const Summary& summary, std::size_t workers, std::size_t waiting,
                        std::size_t machines) {
  show(summary, workers, waiting);
  if (machines > 1) out_ << " here, " << counted(machines, "machine") << std::flush;
}

// Returns the estimate that is based on more executions.
Outlook ProgressLine::outlook(const Estimate& now, double explored) {
  if (sample_) sampled_ = std::exchange(sample_, {})();
  Outlook result = outlook_while_exploring(now, explored);
  if (explored < static_cast<double>(sampled_.explored)) result = sampled_.outlook;
  result.low = std::max(result.low, now.least);
  result.executions = std::max(result.executions, result.low);
  result.high = std::max(result.high, result.executions);
  return result;
}

std::function<void(const Summary&)> ProgressLine::as_wanted(Progress wanted) {
  is_wanted_ =
      wanted == Progress::on || (wanted == Progress::automatic && errors_go_to_terminal(out_));
  if (!is_wanted_) return {};
  return [this](const Summary& so_far) { show(so_far); };
}

void ProgressLine::say(std::string_view text) {
  if (!is_wanted_) return;
  out_ << back_and_clear << text << std::flush;
  is_shown_ = true;
}

void ProgressLine::erase() {
  if (is_shown_) out_ << back_and_clear << std::flush;
  is_shown_ = false;
}

}  // namespace mazurka::cli
