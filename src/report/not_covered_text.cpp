#include "report/not_covered_text.h"

#include <algorithm>
#include <map>

#include "report/coverage.h"

namespace mazurka {

namespace {

constexpr std::size_t most_lines_of_a_kind = 8;

// Returns whether the coverage of the report, "explored up to the limit of --unroll: …", says this.
bool is_said_by_the_bound(NotCoveredKind kind, const Report& report) {
  if (is_explored(report)) return false;
  return (kind == NotCoveredKind::loop_cut && report.summary.bound == Bound::unroll) ||
         (kind == NotCoveredKind::call_cut && report.summary.bound == Bound::depth);
}

std::string prefix_of(NotCoveredKind kind, const CoveragePolicy& policy) {
  if (policy.is_error(kind) || policy.makes_incomplete(kind)) return "not covered: ";
  return policy.accepts(kind) ? "note: accepted: " : "note: ";
}

std::string in_brackets(NotCoveredKind kind) { return " [" + std::string(name_of(kind)) + "]"; }

// Entries that differ in their locations only.
struct Places {
  NotCoveredKind kind;
  std::string what;
  std::vector<std::string> locations;

  // Returns "a.c:7, a.c:9 and 3 more: fork is not supported".
  [[nodiscard]] std::string text() const {
    constexpr std::size_t most = 4;
    const std::size_t shown = locations.size() > most ? most - 1 : locations.size();
    std::string result;
    for (std::size_t i = 0; i < shown; ++i) result += (i == 0 ? "" : ", ") + locations[i];
    if (shown < locations.size())
      result += " and " + std::to_string(locations.size() - shown) + " more";
    return result.empty() ? what : result + ": " + what;
  }
};

std::vector<Places> grouped(std::span<const NotCovered> list) {
  std::vector<Places> result;
  std::map<std::pair<NotCoveredKind, std::string>, std::size_t> numbers;
  for (const NotCovered& entry : list) {
    const auto [known, is_new] = numbers.try_emplace({entry.kind, entry.what}, result.size());
    if (is_new) result.push_back({entry.kind, entry.what, {}});
    if (!entry.location.empty()) result[known->second].locations.push_back(entry.location);
  }
  return result;
}

}  // namespace

std::vector<CoverageLine> coverage_lines(std::span<const NotCovered> list,
                                         const CoveragePolicy& policy) {
  const std::vector<Places> all = grouped(list);
  std::map<NotCoveredKind, std::size_t> counts;
  for (const Places& each : all) ++counts[each.kind];
  std::vector<CoverageLine> lines;
  std::map<NotCoveredKind, std::size_t> shown;
  for (const Places& each : all) {
    const std::size_t number = ++shown[each.kind];
    if (number > most_lines_of_a_kind) continue;
    const std::size_t left = counts[each.kind] - number + 1;  // with this one
    const bool is_cut = number == most_lines_of_a_kind && left > 1;
    const std::string text =
        is_cut ? std::to_string(left) + " more, which --json lists" : each.text();
    lines.push_back({prefix_of(each.kind, policy) + text + in_brackets(each.kind),
                     !policy.makes_incomplete(each.kind)});
  }
  std::stable_partition(lines.begin(), lines.end(),
                        [](const CoverageLine& line) { return !line.is_note; });
  return lines;
}

std::vector<CoverageLine> coverage_lines(const Report& report) {
  std::vector<NotCovered> list = report.summary.not_covered;
  std::erase_if(list,
                [&](const NotCovered& entry) { return is_said_by_the_bound(entry.kind, report); });
  return coverage_lines(list, report.policy);
}

std::string_view effect_of(NotCoveredKind kind, const CoveragePolicy& policy) {
  if (policy.accepts(kind)) return "accepted";
  if (policy.is_error(kind)) return "error";
  return policy.makes_incomplete(kind) ? "incomplete" : "note";
}

std::string verdict_in_words(const Report& report) {
  const Summary& summary = report.summary;
  switch (verdict_of(report)) {
    case Verdict::safe:
      return "no errors";
    case Verdict::error:
      return summary.errors.empty() ? "possible data races (--strict)"
                                    : counted(summary.errors.size(), "error");
    case Verdict::incomplete:
      break;
  }
  return is_explored(report) ? "no errors in what was seen" : "no errors so far";
}

}  // namespace mazurka
