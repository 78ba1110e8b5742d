#include "property/robust_judge.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "explore/robust/robustness.h"
#include "program/model/model.h"
#include "property/robust_brute_force.h"
#include "property/robust_program.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t most_interleavings = 5'000;

RobustSummary check(const std::string& source, RobustMethod method) {
  const auto program = model::load(source, "random.mzk");
  RobustOptions options;
  options.method = method;
  return check_robustness(*program, options);
}

bool holds_by_conflicts(RobustVerdict verdict) { return verdict == RobustVerdict::holds; }
bool holds_by_states(RobustVerdict verdict) { return verdict != RobustVerdict::violated; }

std::string compare(const RobustSummary& found, const RobustTruth& truth, const std::string& who) {
  const bool all_deterministic =
      std::ranges::all_of(truth.deterministic, [](const auto& each) { return each.second; });
  const bool examines = found.method == RobustMethod::explore || all_deterministic;
  if (examines && holds_by_conflicts(found.serialisability) != truth.serialisable)
    return fmt::format("{}: serialisable by conflicts should be {}", who, truth.serialisable);
  if (examines && holds_by_states(found.serialisability) != truth.serialisable_by_states)
    return fmt::format("{}: serialisable by states should be {}", who,
                       truth.serialisable_by_states);
  if (found.events.size() != truth.deterministic.size())
    return fmt::format("{}: {} events", who, found.events.size());
  // Events are in the order in which they are posted; there are fewer than ten.
  std::size_t i = 0;
  for (const auto& [event, is_deterministic] : truth.deterministic) {
    const RobustVerdict verdict = found.events[i++].determinism;
    if (holds_by_conflicts(verdict) != is_deterministic)
      return fmt::format("{}: {} deterministic by conflicts should be {}", who, event,
                         is_deterministic);
    if (holds_by_states(verdict) != truth.deterministic_by_states.at(event))
      return fmt::format("{}: {} deterministic by states should be {}", who, event,
                         truth.deterministic_by_states.at(event));
  }
  return "";
}

void add(RobustCount& count, const RobustTruth& truth) {
  const auto is_true = [](const auto& each) { return each.second; };
  const bool deterministic = std::ranges::all_of(truth.deterministic, is_true);
  if (!truth.serialisable) ++count.not_serialisable;
  if (!deterministic) ++count.not_deterministic;
  const bool by_states =
      truth.serialisable_by_states && std::ranges::all_of(truth.deterministic_by_states, is_true);
  if (by_states && (!truth.serialisable || !deterministic)) ++count.benign;
}

}  // namespace

std::string judge_robustness(const std::string& source, RobustCount& count) try {
  const RobustTruth truth = robust_truth(source, most_interleavings);
  ++count.programs;
  if (!truth.complete) {
    ++count.undecided;
    return "";
  }
  add(count, truth);
  const std::string complaint = compare(check(source, RobustMethod::explore), truth, "explore");
  if (!complaint.empty()) return complaint;
  return compare(check(source, RobustMethod::sequential), truth, "sequential");
} catch (const std::exception& error) {
  return error.what();
}

RobustCount run_robust_campaign(std::uint64_t first_seed, std::uint64_t programs, bool shrinks) {
  RobustCount count;
  for (std::uint64_t seed = first_seed; seed < first_seed + programs; ++seed) {
    const RobustProgram program = random_robust_program(seed);
    const std::string complaint = judge_robustness(to_source(program), count);
    if (complaint.empty()) continue;
    if (!shrinks) {
      count.failure = fmt::format("seed {}: {}", seed, complaint);
      break;
    }
    RobustCount ignored;
    const auto still_fails = [&](const RobustProgram& candidate) {
      return !judge_robustness(to_source(candidate), ignored).empty();
    };
    const std::string smaller = to_source(shrink(program, still_fails));
    count.failure = fmt::format("seed {}: {}\nshrunk program ({}):\n{}", seed, complaint,
                                judge_robustness(smaller, ignored), smaller);
    break;
  }
  return count;
}

}  // namespace mazurka::property
