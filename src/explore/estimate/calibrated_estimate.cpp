#include "explore/estimate/calibrated_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace mazurka {
namespace {

// Quantiles of the error of tree estimates: among measured programs whose log(estimate / explored)
// is `seems_left`, 10%, 50% and 90% have a log(truth / estimate) below `low`, `middle` and `high`.
struct Measured {
  double seems_left;
  double low;
  double middle;
  double high;
};

// bench/estimate_table --fit --seed 1 --programs 200
constexpr std::array one_exploration = {
    Measured{0.12, -0.07, 0.00, 0.33},  Measured{0.54, -0.36, -0.11, 0.62},
    Measured{0.95, -0.66, -0.08, 1.93}, Measured{1.63, -1.24, 0.01, 2.62},
    Measured{2.44, -1.61, 0.16, 3.02},  Measured{3.40, -2.19, 0.49, 2.67},
    Measured{4.71, -2.73, -0.34, 2.26},
};
constexpr std::array several_explorations = {
    Measured{1.75, -0.32, 0.42, 1.48},
    Measured{2.51, -0.57, 0.90, 2.37},
    Measured{3.43, -0.81, 0.94, 2.66},
    Measured{4.41, -0.95, 1.05, 2.12},
};

// With fewer explored executions nothing was measured, and the estimate is not corrected.
constexpr double least_explored = 32;

Measured between(const Measured& a, const Measured& b, double seems_left) {
  const double part = (seems_left - a.seems_left) / (b.seems_left - a.seems_left);
  return {seems_left, std::lerp(a.low, b.low, part), std::lerp(a.middle, b.middle, part),
          std::lerp(a.high, b.high, part)};
}

// Interpolates in the table. Outside of the measured range, returns the nearest entry.
Measured look_up(std::span<const Measured> table, double seems_left) {
  const auto next = std::ranges::lower_bound(table, seems_left, {}, &Measured::seems_left);
  if (next == table.begin()) return table.front();
  if (next == table.end()) return table.back();
  return between(*(next - 1), *next, seems_left);
}

Outlook outlook(std::span<const Measured> table, const Estimate& tree, double explored) {
  const double estimate = std::max({tree.executions, explored, 1.0});
  const Measured factors = look_up(table, std::log(estimate / std::max(explored, 1.0)));
  const double middle = explored < least_explored ? 0 : factors.middle;
  Outlook result{std::max(estimate * std::exp(middle), tree.least),
                 std::max(estimate * std::exp(factors.low), tree.least), 0};
  result.high = std::max(estimate * std::exp(factors.high), result.executions);
  return result;
}

}  // namespace

Outlook outlook_while_exploring(const Estimate& tree, double explored) {
  Outlook result = outlook(one_exploration, tree, explored);
  result.low = tree.least;
  return result;
}

Outlook outlook_of_sample(const Estimate& tree, double explored_by_each) {
  return outlook(several_explorations, tree, explored_by_each);
}

}  // namespace mazurka
