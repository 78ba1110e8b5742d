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

}  // namespace

SuppressibleError suppressible(const Counterexample& error, Program& program) {
  SuppressibleError result{.kind = error.finding.kind, .message = error.finding.message};
  if (!error.place.empty()) result.places.push_back(error.place);
  const std::vector<Position> events = telling_events(error);
  for (const Position position : events) {
    if (position >= error.events.size()) continue;
    result.places.push_back(error.events[position].place);
    if (const std::string& call = error.events[position].origin.call; !call.empty())
      result.functions.push_back(call);
  }
  for (const LocationId place : error.finding.places)
    result.places.push_back(program.registry().text_of(place));
  for (const auto& calls : program.presentation().calls_of(events, error.choices))
    result.functions.insert(result.functions.end(), calls.begin(), calls.end());
  result.is_known_defect = std::ranges::any_of(
      error.finding.because, [](const Reason& reason) { return names_known_defect(reason.text); });
  return result;
}

}  // namespace mazurka
