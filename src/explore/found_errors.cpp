#include "explore/found_errors.h"

#include <utility>

#include "check/suppressions.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "explore/suppressible.h"
#include "program/presentation.h"

namespace mazurka {

void FoundErrors::look_at(const Ending& ending) {
  findings_.clear();
  checks_.look_at({state_.execution, state_.program.presentation(), ending, state_.pending},
                  findings_);
  report_all();
}

void FoundErrors::look_at_early_end() {
  findings_.clear();
  mazurka::look_at_early_end(checks_, state_.execution, state_.program, state_.pending, findings_);
  report_all();
}

void FoundErrors::report(Finding finding) {
  findings_.assign(1, std::move(finding));
  report_all();
}

void FoundErrors::report_and_stop(Finding finding) {
  report(std::move(finding));
  state_.summary.stopped_at_error = true;
}

void FoundErrors::add(Counterexample error) {
  if (!seen_.insert(error.finding.identity()).second) return;
  if (state_.options.save) schedules_.push_back(error.choices);
  std::vector<Counterexample>& errors = state_.summary.errors;
  if (error.finding.kind == FindingKind::data_race &&
      !races_.try_emplace(error.finding.message, errors.size()).second)
    return;
  errors.push_back(std::move(error));
  if (state_.options.found) state_.options.found(errors.size() - 1, errors.back());
  if (!state_.options.keep_going) state_.summary.stopped_at_error = true;
}

bool FoundErrors::is_suppressed(const Finding& finding) {
  const auto [known, is_new] = suppressed_.try_emplace(finding.identity(), false);
  if (!is_new) return known->second;
  const std::optional<std::size_t> rule = suppression_of(finding);
  known->second = rule.has_value();
  if (rule) ++suppressed_by_[*rule];
  return rule.has_value();
}

std::optional<std::size_t> FoundErrors::suppression_of(const Finding& finding) const {
  Program& program = state_.program;
  std::vector<Counterexample> told = {counterexample(finding)};
  show_caller_locations(told, program, [](std::size_t) {});
  const SuppressibleError error = suppressible(told.front(), program);
  // The run with caller locations must leave no traces: the algorithm may look at the program.
  program.restart();
  (void)program.replay(state_.execution.events());
  return state_.options.suppressions->match(error);
}

void FoundErrors::add_suppressed(std::vector<NotCovered>& list) const {
  for (const auto& [rule, count] : suppressed_by_)
    list.push_back({NotCoveredKind::suppressed,
                    std::to_string(count) + (count == 1 ? " error matches " : " errors match ") +
                        state_.options.suppressions->describe(rule),
                    ""});
}

void FoundErrors::report_all() {
  if (state_.options.suppressions != nullptr)
    std::erase_if(findings_, [&](const Finding& finding) { return is_suppressed(finding); });
  if (findings_.empty()) return;
  Summary& summary = state_.summary;
  ++summary.error_executions;
  const std::size_t known = summary.errors.size();
  other_execution_of_.clear();
  for (Finding& finding : findings_) {
    if (!seen_.insert(finding.identity()).second) continue;
    if (finding.kind == FindingKind::data_race) {
      // The message names the variable.
      const auto [race, is_new] = races_.try_emplace(finding.message, summary.errors.size());
      if (!is_new) add_place(race->second, finding);
      if (!is_new) continue;
    }
    summary.errors.push_back(counterexample(std::move(finding)));
    if (state_.options.found)
      state_.options.found(summary.errors.size() - 1, summary.errors.back());
  }
  if (state_.options.save && summary.errors.size() > known) {
    schedules_.emplace_back();
    for (const Event& event : state_.execution.events())
      schedules_.back().push_back(event.as_choice());
  }
  if (!state_.options.keep_going) summary.stopped_at_error = true;
}

void FoundErrors::add_place(std::size_t index, const Finding& finding) {
  Counterexample& error = state_.summary.errors[index];
  if (error.others.size() == Counterexample::most_others) {
    ++error.others_left_out;
    return;
  }
  const auto [execution, is_new] = other_execution_of_.try_emplace(
      index, static_cast<std::uint32_t>(error.other_executions.size()));
  if (is_new) {
    error.other_executions.emplace_back();
    for (const Event& event : state_.execution.events())
      error.other_executions.back().push_back(event.as_choice());
  }
  OtherPlace& other = error.others.emplace_back();
  other.execution = execution->second;
  other.events = finding.events;
  for (const Position position : finding.events)
    other.places.push_back(state_.program.registry().text_of(state_.execution[position].location));
  if (state_.options.found_place) state_.options.found_place(index, other);
}

Counterexample FoundErrors::counterexample(Finding finding) const {
  if (state_.algorithm.facts().given_up == AlgorithmFacts::GivenUp::at_error)
    return make_short_counterexample(state_.execution, state_.program, state_.pending,
                                     std::move(finding));
  return make_counterexample(state_.execution, state_.program, state_.pending, std::move(finding),
                             state_.departure);
}

}  // namespace mazurka
