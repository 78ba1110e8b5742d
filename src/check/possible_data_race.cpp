#include "check/possible_data_race.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "check/phrases.h"

namespace mazurka {
namespace {

constexpr std::string_view state_prefix = "state of ";
constexpr std::string_view after_message = ", if ";

bool is_presumed(const Event& event) { return event.order == MemoryOrder::presumed; }

// Returns "libfoo", or "libbar and libfoo": the libraries that are presumed to synchronise.
std::string presumed_libraries(const FinishedExecution& finished) {
  const Execution& execution = finished.execution;
  const Phrases phrases(finished);
  std::set<ObjectId> states;
  for (const Event& event : execution.events()) {
    if (!is_presumed(event) || !event.object.exists()) continue;
    if (!states.insert(event.object).second) continue;
    (void)finished.describer.describe(event);  // resolves the name
  }
  std::set<std::string> names;
  for (const ObjectId state : states) {
    const std::string_view name = phrases.name(state);
    if (name.starts_with(state_prefix)) names.emplace(name.substr(state_prefix.size()));
  }
  return names.empty() ? "a library" : enumeration({names.begin(), names.end()});
}

}  // namespace

void PossibleDataRaces::look_at(const FinishedExecution& finished,
                                const std::vector<Finding>& findings) {
  const Execution& execution = finished.execution;
  if (!execution.has_plain_accesses()) return;
  if (std::ranges::none_of(execution.events(), is_presumed)) return;
  races_.clear();
  doubting_.find(finished, races_);
  const Registry& registry = execution.registry();
  for (const Finding& race : races_) {
    const auto is_same = [&](const Finding& other) {
      return other.kind == FindingKind::data_race && other.places == race.places;
    };
    if (found_.contains(race.places) || std::ranges::any_of(findings, is_same)) continue;
    std::vector<std::string> places;
    for (const Position each : race.events)
      places.push_back(registry.text_of(execution[each].location));
    std::ranges::sort(places);
    // Only the first finding of a pair has a message; later ones are in found_.
    const std::string libraries = presumed_libraries(finished);
    found_.emplace(race.places,
                   NotCovered{NotCoveredKind::possible_data_race,
                              race.message + std::string(after_message) + libraries +
                                  " does not synchronise: only calls into it order this access " +
                                  "and the one at " + places.back(),
                              places.front()});
  }
}

void PossibleDataRaces::add(std::vector<NotCovered>& list) const {
  std::vector<NotCovered> all;
  for (const auto& [places, entry] : found_) all.push_back(entry);
  std::ranges::sort(all, {}, &NotCovered::text);
  for (NotCovered& entry : all) add_not_covered(list, std::move(entry));
}

void leave_out_possible_races(std::vector<NotCovered>& list, const Finding& race) {
  if (race.kind != FindingKind::data_race) return;
  std::erase_if(list, [&](const NotCovered& entry) {
    return entry.kind == NotCoveredKind::possible_data_race &&
           entry.what.starts_with(race.message + std::string(after_message));
  });
}

}  // namespace mazurka
