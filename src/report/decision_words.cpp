#include "report/decision_words.h"

#include <algorithm>

#include "report/coverage.h"

namespace mazurka {

namespace {

std::string name_of_task(const Counterexample& error, TaskId task) {
  const auto found = std::ranges::find(error.tasks, task, &ShownTask::task);
  return found == error.tasks.end() ? "?" : found->name;
}

std::string all_of(std::uint64_t count, const std::string& noun) {
  return count == 2 ? "both " + noun + "s" : "all " + counted(count, noun);
}

std::string switches(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " switch" : " switches");
}

std::string in_words(const Counterexample& error, Position step) {
  const ShownEvent& event = error.events[step];
  return "step " + std::to_string(step + 1) + " (" + name_of_task(error, event.task) + ": " +
         event.text + ")";
}

}  // namespace

std::string decision_in_words(const Counterexample& error) {
  if (!error.decision) return "";
  const Decision& decision = *error.decision;
  const std::string all = decision.continuations == 1
                              ? "all that can follow ends"
                              : all_of(decision.continuations, "continuation") + " end";
  switch (decision.kind) {
    case Decision::Kind::step:
      return "unavoidable after " + in_words(error, decision.step) + ": " + all +
             " in this error; before it, " + name_of_task(error, decision.other) + " could still " +
             "avoid it (" + decision.instead + ")";
    case Decision::Kind::at_latest:
      return "unavoidable after " + in_words(error, decision.step) + " at the latest: " + all +
             " in this error; a bounded search could not tell whether it was unavoidable earlier";
    case Decision::Kind::always:
      break;
  }
  return "unavoidable from the start: " +
         (decision.continuations == 1 ? "the only execution ends"
                                      : all_of(decision.continuations, "execution") + " end") +
         " in this error";
}

std::string shortening_in_words(const Counterexample& error) {
  if (!error.shortening) return "";
  const Shortening& shortening = *error.shortening;
  if (shortening.steps_before == error.events.size() &&
      shortening.switches_before == shortening.switches)
    return "";
  return "Simplified: " + counted(error.events.size(), "step") + " and " +
         switches(shortening.switches) + " from task to task instead of " +
         counted(shortening.steps_before, "step") + " and " + switches(shortening.switches_before) +
         (shortening.is_complete ? "" : "; the search was bounded") +
         ". Use --no-shorten to show the original execution.";
}

}  // namespace mazurka
