#include "explore/counterexample/shorten/attempt.h"

#include <algorithm>

#include "explore/counterexample/early_end.h"
#include "explore/free_choice.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

// An attempt that gets longer than this is not simpler than the execution that we have.
constexpr Position longest = 20'000;

}  // namespace

std::string error_and_place(const Finding& finding, const Registry& registry) {
  std::vector<std::string> places;
  for (const LocationId place : finding.places) places.push_back(registry.text_of(place));
  if (places.empty() && finding.location.exists())
    places.push_back(registry.text_of(finding.location));
  std::ranges::sort(places);
  std::string result(name_of(finding.kind));
  for (const std::string& place : places) result += " " + place;
  return places.empty() ? result + " " + finding.message : result;
}

Attempt::Attempt(Program& program, std::string error, FindingKind kind, SearchBudget& budget)
    : program_(program),
      error_(std::move(error)),
      ends_at_error_(shows_before_the_end(kind)),
      budget_(budget),
      execution_(program.registry(), Relation::events) {}

bool Attempt::run(std::span<const Choice> wishes) {
  execution_.clear();
  events_.clear();
  program_.restart();
  for (const Choice& wish : wishes) {
    const auto enabled = program_.enabled();
    if (!std::ranges::binary_search(enabled, wish)) continue;
    if (!step(wish)) return false;
  }
  return (ends_at_error_ || run_to_the_end()) && shows_error();
}

bool Attempt::step(Choice choice) {
  if (!budget_.has_events() || execution_.size() >= longest) return false;
  budget_.spend_event();
  const Event* event = program_.step(choice);
  if (event == nullptr) return false;
  events_.push_back(*event);
  execution_.push(*event);
  return true;
}

bool Attempt::run_to_the_end() {
  const FreeChoice free_choice(0);
  for (auto enabled = program_.enabled(); !enabled.empty(); enabled = program_.enabled())
    if (!step(free_choice.pick(enabled, execution_))) return false;
  return true;
}

bool Attempt::shows_error() {
  pending_.clear();
  program_.pending(pending_);
  findings_.clear();
  if (ends_at_error_)
    look_at_early_end(checks_, execution_, program_, pending_, findings_);
  else
    checks_.look_at({execution_, program_.presentation(), program_.ending(), pending_}, findings_);
  const auto found = std::ranges::find_if(findings_, [&](const Finding& finding) {
    return error_and_place(finding, execution_.registry()) == error_;
  });
  if (found == findings_.end()) return false;
  finding_ = std::move(*found);
  return true;
}

std::vector<Choice> Attempt::choices() const {
  std::vector<Choice> result;
  for (const Event& event : execution_.events()) result.push_back(event.as_choice());
  return result;
}

Execution Attempt::with_handlers_as_locks() const {
  Execution result(execution_.registry(), Relation::handlers_as_locks);
  for (const Event& event : events_) result.push(event);
  return result;
}

}  // namespace mazurka
