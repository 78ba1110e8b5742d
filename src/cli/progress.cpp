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
    const Outlook all = outlook(*summary.estimate, explored, summary.seconds);
    const double left = std::max(all.executions - explored, 0.0);
    out_ << "; about " << roughly(all.executions) << " in all (" << roughly(all.low) << " to "
         << roughly(all.high) << "), " << roughly_time(left / rate) << " left";
  }
  if (!summary.errors.empty()) out_ << ", " << counted(summary.errors.size(), "error");
  out_ << std::flush;
  is_shown_ = true;
}

// The more of it was explored, the less the sample counts.
ProgressLine::Outlook ProgressLine::outlook(const Estimate& now, double explored, double seconds) {
  if (sample_) sampled_ = std::exchange(sample_, {})();
  const auto [low, high] = range_of(now, seconds);
  if (sampled_.executions <= explored) return {now.executions, low, high};
  const double seen = std::clamp(explored / now.executions, 0.0, 1.0);
  const double both =
      std::exp((1 - seen) * std::log(sampled_.executions) + seen * std::log(now.executions));
  return {std::max(both, now.least), std::max(std::min(low, sampled_.low), now.least),
          std::max(high, sampled_.high)};
}

std::pair<double, double> ProgressLine::range_of(const Estimate& now, double seconds) {
  estimates_.emplace_back(seconds, now.executions);
  std::erase_if(estimates_, [&](const auto& each) { return each.first < seconds / 2; });
  const auto [low, high] =
      std::ranges::minmax(estimates_, {}, [](const auto& e) { return e.second; });
  return {std::max(low.second, now.least), std::max(high.second, now.least)};
}

std::function<void(const Summary&)> ProgressLine::as_wanted(Progress wanted) {
  const bool shows =
      wanted == Progress::on || (wanted == Progress::automatic && errors_go_to_terminal(out_));
  if (!shows) return {};
  return [this](const Summary& so_far) { show(so_far); };
}

void ProgressLine::erase() {
  if (is_shown_) out_ << back_and_clear << std::flush;
  is_shown_ = false;
}

}  // namespace mazurka::cli
