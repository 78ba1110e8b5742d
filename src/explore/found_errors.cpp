#include "explore/found_errors.h"

#include <utility>

#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
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

void FoundErrors::report_all() {
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
