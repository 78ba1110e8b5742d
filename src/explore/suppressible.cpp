#include "explore/suppressible.h"

#include <algorithm>

#include "check/known_defect.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

// Returns the events whose stacks matter: those that show the error, or else the last one of its
// task.
std::vector<Position> telling_events(const Counterexample& error) {
  if (!error.finding.events.empty()) return error.finding.events;
  for (std::size_t i = error.events.size(); i-- > 0;)
    if (error.events[i].task == error.finding.task) return {error.events[i].position};
  return {};
}

SuppressibleError without_functions(const Counterexample& error, const Registry& registry,
                                    std::span<const Position> events) {
  SuppressibleError result{.kind = error.finding.kind, .message = error.finding.message};
  if (!error.place.empty()) result.places.push_back(error.place);
  for (const Position position : events) {
    if (position >= error.events.size()) continue;
    result.places.push_back(error.events[position].place);
    if (const std::string& call = error.events[position].origin.call; !call.empty())
      result.functions.push_back(call);
  }
  for (const LocationId place : error.finding.places)
    result.places.push_back(registry.text_of(place));
  result.is_known_defect = std::ranges::any_of(
      error.finding.because, [](const Reason& reason) { return names_known_defect(reason.text); });
  return result;
}

}  // namespace

std::vector<SuppressibleError> suppressible(std::span<const Counterexample> errors,
                                            Program& program) {
  std::vector<SuppressibleError> result;
  std::vector<Position> wanted;     // the telling events of all errors, one after the other
  std::vector<std::size_t> counts;  // how many of them belong to each error
  for (const Counterexample& error : errors) {
    const std::vector<Position> events = telling_events(error);
    result.push_back(without_functions(error, program.registry(), events));
    wanted.insert(wanted.end(), events.begin(), events.end());
    counts.push_back(events.size());
  }
  if (wanted.empty()) return result;
  const std::vector<Choice>& choices = errors.front().choices;
  const auto calls = program.presentation().calls_of(wanted, choices, choices.size());
  auto next = calls.begin();
  for (std::size_t i = 0; i < errors.size() && next != calls.end(); ++i)
    for (std::size_t j = 0; j < counts[i]; ++j, ++next)
      result[i].functions.insert(result[i].functions.end(), next->begin(), next->end());
  return result;
}

}  // namespace mazurka
