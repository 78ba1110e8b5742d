#include "property/robust_judge.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/robust/robustness.h"
#include "program/model/model.h"
#include "program/model/sequential_model.h"
#include "property/robust_brute_force.h"
#include "property/robust_model.h"
#include "property/robust_program.h"
#include "property/robust_semantics.h"

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

std::string compare_verdicts(const RobustSummary& found, const RobustTruth& truth,
                             const std::string& who) {
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
  const std::string complaint =
      compare_verdicts(check(source, RobustMethod::explore), truth, "explore");
  if (!complaint.empty()) return complaint;
  return compare_verdicts(check(source, RobustMethod::sequential), truth, "sequential");
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

namespace {

constexpr std::size_t most_states = 15'000;

std::string_view expected(bool by_conflicts, bool by_states) {
  if (!by_states) return "violated";
  return by_conflicts ? "holds" : "benign";
}

// Returns the number of the event in its name, "h0/p2(1)".
int number_in(const std::string& name) { return std::stoi(name.substr(name.find('(') + 1)); }

std::string compare_verdicts(const RobustSummary& found, const robust::Truth& truth) {
  const auto wanted = expected(truth.serialisable, truth.serialisable_by_states);
  // The sequential method examines serialisability only if all events are deterministic.
  const bool examines =
      found.method == RobustMethod::explore || found.serialisability != RobustVerdict::unknown ||
      std::ranges::all_of(truth.events, [](const auto& each) { return each.second.deterministic; });
  if (examines && name_of(found.serialisability) != wanted)
    return fmt::format("serialisability is {}, should be {}", name_of(found.serialisability),
                       wanted);
  if (found.events.size() != truth.events.size())
    return fmt::format("{} events, should be {}", found.events.size(), truth.events.size());
  for (const EventVerdict& event : found.events) {
    if (!truth.events.contains(number_in(event.name)))
      return fmt::format("{} never starts", event.name);
    const robust::Truth::Event& right = truth.events.at(number_in(event.name));
    const auto verdict = expected(right.deterministic, right.deterministic_by_states);
    if (name_of(event.determinism) != verdict)
      return fmt::format("{} is {}, should be {}", event.name, name_of(event.determinism), verdict);
  }
  return "";
}

// The sequential model that `mazurka robust --emit-sequential` writes must fail iff there is a
// conflict.
std::string judge_emitted(const robust::Model& model, bool has_no_conflict, RobustCount& count) {
  constexpr std::uint64_t most_executions = 100'000;
  if (!robust::is_for_emission(model)) return "";
  const std::string emitted = model::sequential_model(to_source(model), "random.mzk", {}, "");
  const auto program = model::load(emitted, "sequential.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::optimal, {});
  ExploreOptions options;
  options.max_executions = most_executions;
  const Summary summary = explore(*program, *algorithm, options);
  if (summary.errors.empty() && summary.bound != Bound::none) return "";
  ++count.emitted;
  if (summary.errors.empty() == has_no_conflict) return "";
  return has_no_conflict ? "emitted: fails without a conflict" : "emitted: does not fail";
}

std::string judge_model(const robust::Model& model, RobustCount& count) try {
  const robust::Truth truth = robust::truth_of(model, most_states);
  ++count.programs;
  if (!truth.is_complete) {
    ++count.undecided;
    return "";
  }
  const auto all = [&](bool robust::Truth::Event::*property) {
    return std::ranges::all_of(truth.events,
                               [&](const auto& each) { return each.second.*property; });
  };
  const bool by_states =
      truth.serialisable_by_states && all(&robust::Truth::Event::deterministic_by_states);
  if (!truth.serialisable) ++count.not_serialisable;
  if (!all(&robust::Truth::Event::deterministic)) ++count.not_deterministic;
  if (by_states && !(truth.serialisable && all(&robust::Truth::Event::deterministic)))
    ++count.benign;
  const std::string complaint =
      compare_verdicts(check(to_source(model), RobustMethod::explore), truth);
  if (!complaint.empty() || !robust::is_for_sequential(model)) return complaint;
  const std::string other =
      compare_verdicts(check(to_source(model), RobustMethod::sequential), truth);
  if (!other.empty()) return "sequential: " + other;
  return judge_emitted(model, truth.serialisable && all(&robust::Truth::Event::deterministic),
                       count);
} catch (const std::exception& error) {
  return error.what();
}

}  // namespace

RobustCount run_shape_campaign(std::string_view shape, std::uint64_t first_seed,
                               std::uint64_t programs) {
  RobustCount count;
  const auto chosen = std::ranges::find(robust::shapes(), shape, &robust::Shape::name);
  if (chosen == robust::shapes().end()) {
    count.failure = fmt::format("there is no shape '{}'", shape);
    return count;
  }
  for (std::uint64_t seed = first_seed; seed < first_seed + programs; ++seed) {
    const robust::Model model = robust::random_model(*chosen, seed);
    const std::string complaint = judge_model(model, count);
    if (complaint.empty()) continue;
    RobustCount ignored;
    const robust::Model smaller = robust::shrink(model, [&](const robust::Model& candidate) {
      return !judge_model(candidate, ignored).empty();
    });
    count.failure = fmt::format("seed {}: {}\nshrunk program ({}):\n{}", seed, complaint,
                                judge_model(smaller, ignored), to_source(smaller));
    break;
  }
  return count;
}

}  // namespace mazurka::property
