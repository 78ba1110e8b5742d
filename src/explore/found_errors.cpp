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
  state_.summary.errors.push_back(std::move(error));
  if (!state_.options.keep_going) state_.summary.stopped_at_error = true;
}

void FoundErrors::report_all() {
  if (findings_.empty()) return;
  Summary& summary = state_.summary;
  ++summary.error_executions;
  const std::size_t known = summary.errors.size();
  for (Finding& finding : findings_)
    if (seen_.insert(finding.identity()).second)
      summary.errors.push_back(counterexample(std::move(finding)));
  if (state_.options.save && summary.errors.size() > known) {
    schedules_.emplace_back();
    for (const Event& event : state_.execution.events())
      schedules_.back().push_back(event.as_choice());
  }
  if (!state_.options.keep_going) summary.stopped_at_error = true;
}

Counterexample FoundErrors::counterexample(Finding finding) const {
  if (state_.algorithm.facts().given_up == AlgorithmFacts::GivenUp::at_error)
    return make_short_counterexample(state_.execution, state_.program, state_.pending,
                                     std::move(finding));
  return make_counterexample(state_.execution, state_.program, state_.pending, std::move(finding),
                             state_.departure);
}

}  // namespace mazurka
