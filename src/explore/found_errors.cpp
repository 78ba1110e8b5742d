#include "explore/found_errors.h"

#include <algorithm>
#include <utility>

#include "check/suppressions.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "explore/counterexample/trace_order.h"
#include "explore/suppressible.h"
#include "program/presentation.h"

namespace mazurka {

void FoundErrors::look_at(const Ending& ending) {
  findings_.clear();
  const FinishedExecution finished{state_.execution, state_.program.presentation(), ending,
                                   state_.pending};
  checks_.look_at(finished, findings_);
  possible_races_.look_at(finished, findings_);
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
  std::vector<Counterexample>& errors = state_.summary.errors;
  if (!seen_.try_emplace(error.finding.identity(), errors.size()).second) return;
  if (state_.options.save) schedules_.push_back(error.choices);
  if (error.finding.kind == FindingKind::data_race &&
      !races_.try_emplace(error.finding.message, errors.size()).second)
    return;
  errors.push_back(std::move(error));
  if (state_.options.found) state_.options.found(errors.size() - 1, errors.back());
  if (!state_.options.keep_going) state_.summary.stopped_at_error = true;
}

// Rules that look at more than the kind of an error need its description with caller locations, for
// which the program runs again: once for all errors of an execution.
void FoundErrors::find_suppressed() {
  const Suppressions& suppressions = *state_.options.suppressions;
  std::vector<Finding> undecided;
  for (const Finding& finding : findings_) {
    const auto [known, is_new] = suppressed_.try_emplace(finding.identity(), false);
    if (!is_new) continue;
    const Suppressions::ByKind by_kind = suppressions.match_kind(finding.kind);
    if (!by_kind.is_certain) undecided.push_back(finding);
    if (by_kind.is_certain && by_kind.rule) suppress(finding, *by_kind.rule);
  }
  if (undecided.empty()) return;
  Program& program = state_.program;
  std::vector<Counterexample> told = counterexamples(undecided);
  show_caller_locations(told, program, [](std::size_t) {});
  const std::vector<SuppressibleError> errors = suppressible(told, program);
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (const auto rule = suppressions.match(errors[i])) suppress(undecided[i], *rule);
  // The run with caller locations must leave no traces: the algorithm may look at the program.
  program.restart();
  (void)program.replay(state_.execution.events());
}

void FoundErrors::suppress(const Finding& finding, std::size_t rule) {
  suppressed_[finding.identity()] = true;
  ++suppressed_by_[rule];
}

void FoundErrors::add_not_covered(std::vector<NotCovered>& list) const {
  for (const auto& [rule, count] : suppressed_by_)
    list.push_back({NotCoveredKind::suppressed,
                    std::to_string(count) + (count == 1 ? " error matches " : " errors match ") +
                        state_.options.suppressions->describe(rule),
                    ""});
  possible_races_.add(list);
  for (const Counterexample& error : state_.summary.errors)
    leave_out_possible_races(list, error.finding);
}

void FoundErrors::report_all() {
  if (state_.options.suppressions != nullptr) {
    find_suppressed();
    std::erase_if(findings_,
                  [&](const Finding& finding) { return suppressed_.at(finding.identity()); });
  }
  if (findings_.empty()) return;
  Summary& summary = state_.summary;
  ++summary.error_executions;
  order_.reset();
  if (state_.options.keep_going) find_smaller_examples();
  const std::size_t known = summary.errors.size();
  for (Counterexample& error : counterexamples(take_new_errors())) {
    summary.errors.push_back(std::move(error));
    if (state_.options.found)
      state_.options.found(summary.errors.size() - 1, summary.errors.back());
  }
  other_execution_of_.clear();
  for (const auto& [index, finding] : other_places_) add_place(index, finding);
  if (summary.errors.size() > known || !smaller_.empty()) remember_schedule();
  if (!smaller_.empty()) use_smaller_examples();
  if (!state_.options.keep_going) summary.stopped_at_error = true;
}

void FoundErrors::remember_schedule() {
  if (!state_.options.save) return;
  schedules_.emplace_back();
  for (const Event& event : state_.execution.events())
    schedules_.back().push_back(event.as_choice());
}

// --- Smaller examples of known errors ------------------------------------------------------------

bool FoundErrors::is_smaller_than(std::size_t index) {
  const Counterexample& error = state_.summary.errors[index];
  if (error.choices.size() != state_.execution.size())
    return state_.execution.size() < error.choices.size();
  if (!order_) order_ = order_of_trace(state_.execution);
  return *order_ < error.order;
}

// Of several data races on one variable, the one with the first places is shown.
void FoundErrors::find_smaller_examples() {
  smaller_.clear();
  std::vector<std::string> first_places;  // of each entry
  for (const Finding& finding : findings_) {
    std::optional<std::size_t> index;
    if (const auto known = seen_.find(finding.identity()); known != seen_.end()) {
      index = known->second;
    } else if (finding.kind == FindingKind::data_race) {
      const auto race = races_.find(finding.message);
      if (race != races_.end()) index = race->second;
    }
    if (!index || !is_smaller_than(*index)) continue;
    const std::string places = places_of(finding);
    const auto same = std::ranges::find(smaller_, *index, &std::pair<std::size_t, Finding>::first);
    if (same == smaller_.end()) {
      smaller_.emplace_back(*index, finding);
      first_places.push_back(places);
    } else if (std::string& first = first_places[static_cast<std::size_t>(same - smaller_.begin())];
               places < first) {
      first = places;
      same->second = finding;
    }
  }
}

std::string FoundErrors::places_of(const Finding& finding) const {
  std::vector<std::string> places;
  for (const Position position : finding.events)
    places.push_back(state_.program.registry().text_of(state_.execution[position].location));
  std::ranges::sort(places);
  std::string result;
  for (const std::string& place : places) result += place + "\n";
  return result;
}

void FoundErrors::use_smaller_examples() {
  describe_smaller_races();
  std::vector<Finding> findings;
  for (const auto& [index, finding] : smaller_) findings.push_back(finding);
  std::vector<Counterexample> examples = counterexamples(std::move(findings));
  for (std::size_t i = 0; i < smaller_.size(); ++i) {
    const std::size_t index = smaller_[i].first;
    Counterexample& error = state_.summary.errors[index];
    std::swap(error, examples[i]);
    exchange_main_place(error, examples[i]);
    if (state_.options.found) state_.options.found(index, error);
  }
}

// The checks describe a data race only when they first see it, so fresh ones look at this
// execution.
void FoundErrors::describe_smaller_races() {
  const auto is_race = [](const auto& entry) {
    return entry.second.kind == FindingKind::data_race;
  };
  if (std::ranges::none_of(smaller_, is_race)) return;
  Checks fresh;
  std::vector<Finding> described;
  const Ending ending = state_.program.ending();
  fresh.look_at({state_.execution, state_.program.presentation(), ending, state_.pending},
                described);
  std::erase_if(smaller_, [&](auto& entry) {
    if (!is_race(entry)) return false;
    const auto same = std::ranges::find_if(described, [&](const Finding& each) {
      return each.kind == FindingKind::data_race && each.events == entry.second.events;
    });
    if (same == described.end()) return true;
    entry.second = *same;
    return false;
  });
}

// The places that the error showed before become further ones, and its own are none of these.
void FoundErrors::exchange_main_place(Counterexample& error, const Counterexample& before) {
  error.others = before.others;
  error.others_left_out = before.others_left_out;
  error.other_executions = before.other_executions;
  if (error.finding.kind != FindingKind::data_race) return;
  const auto places_in = [](const Counterexample& shown) {
    std::vector<std::string> places;
    for (const Position position : shown.finding.events)
      places.push_back(shown.events[position].place);
    return places;
  };
  const auto is_same = [](std::vector<std::string> a, std::vector<std::string> b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
  };
  const std::vector<std::string> own = places_in(error);
  std::vector<std::string> old = places_in(before);
  if (is_same(own, old)) return;
  std::erase_if(error.others, [&](const OtherPlace& other) { return is_same(other.places, own); });
  const auto execution = static_cast<std::uint32_t>(error.other_executions.size());
  error.other_executions.push_back(before.choices.all());
  error.others.push_back({execution, before.finding.events, std::move(old)});
}

// --- New errors ----------------------------------------------------------------------------------

std::vector<Finding> FoundErrors::take_new_errors() {
  std::vector<Finding> result;
  other_places_.clear();
  for (Finding& finding : findings_) {
    const std::size_t next = state_.summary.errors.size() + result.size();
    if (!seen_.try_emplace(finding.identity(), next).second) continue;
    if (finding.kind == FindingKind::data_race) {
      // The message names the variable.
      const auto [race, is_new] = races_.try_emplace(finding.message, next);
      seen_[finding.identity()] = race->second;
      if (!is_new) other_places_.emplace_back(race->second, std::move(finding));
      if (!is_new) continue;
    }
    result.push_back(std::move(finding));
  }
  return result;
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

std::vector<Counterexample> FoundErrors::counterexamples(std::vector<Finding> findings) const {
  if (findings.empty()) return {};
  std::vector<Counterexample> result = described(std::move(findings));
  const TraceKey order = order_ ? *order_ : order_of_trace(state_.execution);
  for (Counterexample& error : result) error.order = order;
  return result;
}

std::vector<Counterexample> FoundErrors::described(std::vector<Finding> findings) const {
  if (state_.algorithm.facts().given_up == AlgorithmFacts::GivenUp::at_error)
    return make_short_counterexamples(state_.execution, state_.program, state_.pending,
                                      std::move(findings));
  return make_counterexamples(state_.execution, state_.program, state_.pending, std::move(findings),
                              state_.departure);
}

}  // namespace mazurka
