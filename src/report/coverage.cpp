#include "report/coverage.h"

#include <fmt/format.h>

namespace mazurka {

namespace {

std::string with_separators(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.2f} s", seconds);
  return fmt::format("{:.0f} s", seconds);
}

}  // namespace

std::string counted(std::uint64_t count, const std::string& noun) {
  return with_separators(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string coverage_of(const Summary& summary) {
  const std::string so_far = counted(summary.maximal_executions(), "execution");
  switch (summary.bound) {
    case Bound::executions:
      return "stopped after " + so_far + " (--max-executions); the rest is unexplored";
    case Bound::timeout:
      return "stopped after " + duration(summary.seconds) + " (--timeout) and " + so_far +
             "; the rest is unexplored";
    case Bound::interrupt:
      return "interrupted after " + duration(summary.seconds) + " and " + so_far +
             "; the rest is unexplored";
    case Bound::memory:
      return "stopped after " + so_far +
             " because of the memory they took (--max-memory); the rest is unexplored";
    case Bound::killed:
      return "the exploring process was killed after " + so_far + "; the rest is unexplored";
    case Bound::steps:
      return "stopped at an execution that is too long (--max-steps); the rest is unexplored";
    case Bound::unroll:
      return "explored up to the limit of --unroll: " + counted(summary.cut, "execution") + " of " +
             with_separators(summary.maximal_executions()) +
             " cut in a loop; what follows there is unexplored";
    case Bound::depth:
      return "explored up to the limit of --max-depth: " + counted(summary.too_deep, "execution") +
             " of " + with_separators(summary.maximal_executions()) +
             " stopped at a call that is too deep" +
             (summary.too_deep_at.empty() ? "" : " (" + summary.too_deep_at + ")") +
             "; what follows there is unexplored";
    case Bound::search:
      return "a search for messages that get stuck was abandoned (too many orders): " + so_far +
             ", deadlocks may be missing";
    case Bound::preemptions:
      return "explored all that --preemptions allows, " +
             counted(summary.maximal_executions(), "trace") +
             "; traces that need more are unexplored";
    case Bound::sample:
      return "a random sample of " + so_far + "; other executions are unexplored";
    case Bound::published:
      return so_far + " of the published algorithm, which can miss traces";
    case Bound::learned:
    case Bound::none:
      break;
  }
  if (summary.stopped_at_error)
    return std::string("stopped at the first ") +
           (summary.errors.size() > 1 ? "execution with errors" : "error") +
           "; use --keep-going to explore the rest";
  if (summary.algorithm == "em")
    return "explored all that 'em' guarantees: deadlock cycles and failing assertions, not every "
           "trace";
  const std::uint64_t traces = summary.distinct_traces.value_or(summary.maximal_executions());
  if (traces == 1) return "the only trace explored";
  if (traces == 2) return "both traces explored";
  return "all " + counted(traces, "trace") + " explored";
}

std::string counts_of(const Summary& summary) {
  std::string text = counted(summary.maximal_executions(), "execution");
  std::string of_them;
  if (summary.deadlocks > 0) of_them = counted(summary.deadlocks, "deadlock");
  if (summary.assume_blocked > 0)
    of_them += (of_them.empty() ? "" : ", ") + with_separators(summary.assume_blocked) +
               " blocked by an assume";
  if (summary.given_up > 0)
    of_them += (of_them.empty() ? "" : ", ") + with_separators(summary.given_up) +
               " abandoned where tasks only wait or retry";
  if (summary.cut > 0)
    of_them += (of_them.empty() ? "" : ", ") + with_separators(summary.cut) + " cut in a loop";
  if (summary.too_deep > 0)
    of_them += (of_them.empty() ? "" : ", ") + with_separators(summary.too_deep) +
               " stopped at a call that is too deep";
  if (!of_them.empty()) text += " (" + of_them + ")";
  if (summary.sleep_set_blocked > 0)
    text += ", " + with_separators(summary.sleep_set_blocked) + " redundant";
  if (summary.sampled > 0) text += ", sampled: " + counted(summary.sampled, "execution");
  if (summary.distinct_traces) text += ", " + counted(*summary.distinct_traces, "distinct trace");
  return text + ", " + counted(summary.events, "event") + ", " + duration(summary.seconds) + " (" +
         summary.algorithm + ")";
}

}  // namespace mazurka
