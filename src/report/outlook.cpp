#include "report/outlook.h"

#include <cmath>

#include <fmt/format.h>

#include "report/coverage.h"

namespace mazurka {

namespace {

// Rounds to two significant digits.
double with_two_digits(double number) {
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / unit) * unit;
}

std::string digits(double number) {
  std::string text = counted(static_cast<std::uint64_t>(std::round(number)), "");
  return text.substr(0, text.find(' '));
}

// "4.5", "45", "450"
std::string of_unit(double number) {
  return number < 9.95 ? fmt::format("{:.2g}", number) : digits(number);
}

}  // namespace

std::string roughly(double number) {
  if (number < 100) return digits(number);
  number = with_two_digits(number);
  if (number >= 1e15) return fmt::format("{:.0e}", number);
  if (number >= 1e12) return of_unit(number / 1e12) + " trillion";
  if (number >= 1e9) return of_unit(number / 1e9) + " billion";
  if (number >= 1e6) return of_unit(number / 1e6) + " million";
  return digits(number);
}

std::string roughly_time(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600.0) return fmt::format("{:.0f} hours", seconds / 3600);
  if (seconds < 365 * 86400.0) return fmt::format("{:.0f} days", seconds / 86400);
  return "longer than a year";
}

std::string covered_part(const Summary& summary) {
  if (!summary.estimate) return {};
  const auto explored = static_cast<double>(summary.maximal_executions());
  const double part = explored / summary.estimate->executions;
  const std::string share = part >= 0.01  ? fmt::format("about {:.0f}%", part * 100)
                            : part > 1e-4 ? fmt::format("about {:.2g}%", part * 100)
                                          : std::string("a tiny part");
  return share + " of some " + roughly(summary.estimate->executions) +
         " executions (an estimate; at least " + roughly(summary.estimate->least) + ")";
}

}  // namespace mazurka
