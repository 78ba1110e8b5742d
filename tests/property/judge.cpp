#include "property/judge.h"

#include <fmt/format.h>

#include "property/seen.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t most_traces = 5'000;
// DPOR starts many redundant executions, and without sleep sets it runs most traces many times. A
// program that takes more runs is left undecided.
constexpr std::uint64_t most_runs_of_dpor = 50'000;
constexpr std::uint64_t most_runs_without_sleep_sets = 10'000;

std::string compare(const Seen& expected, const Seen& found, bool exact) {
  if (!found.failure.empty()) return found.failure;
  if (!found.complete) return "its prediction failed, or it has far more executions than traces";
  std::uint64_t missed = 0;
  for (const auto& [key, ending] : expected.traces) {
    const auto entry = found.traces.find(key);
    if (entry == found.traces.end()) {
      ++missed;
    } else if (entry->second != ending) {
      return "a trace ends differently";
    }
  }
  if (missed > 0) return fmt::format("misses {} of {} traces", missed, expected.traces.size());
  if (found.traces.size() != expected.traces.size()) return "has traces that brute force has not";
  if (exact && found.maximal_executions != expected.traces.size())
    return fmt::format("runs {} executions for {} traces", found.maximal_executions,
                       expected.traces.size());
  if (exact && found.redundant != 0)
    return fmt::format("has {} redundant executions", found.redundant);
  return {};
}

SeeOptions options_of(const Promise& promise, std::uint64_t order_seed) {
  SeeOptions options;
  options.order_seed = order_seed;
  options.sleep_sets = promise.sleep_sets;
  if (promise.algorithm == AlgorithmName::dpor)
    options.max_runs = promise.sleep_sets ? most_runs_of_dpor : most_runs_without_sleep_sets;
  return options;
}

}  // namespace

std::string_view name_of(const Promise& promise) {
  return promise.sleep_sets ? name_of(promise.algorithm) : "dpor-no-sleep-sets";
}

std::string missed_traces(const std::string& source, const Promise& promise,
                          std::uint64_t order_seed) {
  SeeOptions options;
  options.keep_examples = true;
  options.handlers_as_locks = promise.handlers_as_locks;
  options.max_executions = most_traces;
  const Seen expected = see(source, AlgorithmName::naive, options);
  options.order_seed = order_seed;
  options.sleep_sets = promise.sleep_sets;
  const Seen found = see(source, promise.algorithm, options);
  std::string text;
  for (const auto& [key, example] : expected.examples)
    if (!found.traces.contains(key)) text += "  missed: " + example + "\n";
  return text;
}

Verdict judge(const std::string& source, const Promise& promise, std::uint64_t order_seed,
              const ConflictTable& conflicts) {
  Verdict verdict;
  SeeOptions brute;
  brute.handlers_as_locks = promise.handlers_as_locks;
  brute.max_executions = most_traces;
  brute.conflicts = conflicts.with_all_rows();
  const Seen expected = see(source, AlgorithmName::naive, brute);
  if (!expected.failure.empty()) {
    verdict.complaint = "brute force: " + expected.failure;
    return verdict;
  }
  if (!expected.complete) {
    verdict.decided = false;
    return verdict;
  }
  verdict.traces = expected.traces.size();
  SeeOptions options = options_of(promise, order_seed);
  options.conflicts = conflicts;
  options.max_executions = 200 * most_traces;
  const Seen found = see(source, promise.algorithm, options);
  if (found.ran_too_often && !promise.exact) {
    verdict.decided = false;
    return verdict;
  }
  const std::string complaint = compare(expected, found, promise.exact);
  if (!complaint.empty())
    verdict.complaint = fmt::format("{} (order {}): {}", name_of(promise), order_seed, complaint);
  return verdict;
}

}  // namespace mazurka::property
