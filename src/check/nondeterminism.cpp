#include "check/nondeterminism.h"

namespace mazurka {

namespace {

std::string in_words(const RecordedStep& step) {
  return step.place.empty() ? step.text : step.text + " (" + step.place + ")";
}

Finding finding_at(Position position, const RecordedStep& now, LocationId location,
                   const std::string& what) {
  return {.kind = FindingKind::nondeterminism,
          .message = "nondeterminism: " + what,
          .task = now.task,
          .location = location,
          .position = position};
}

}  // namespace

RecordedStep recorded_step(const Event& event, const Describer& describer,
                           const Registry& registry) {
  std::string text = describer.describe(event);  // first, because it resolves the location
  return {.task = event.task,
          .text = describer.describe(event.task) + ": " + std::move(text),
          .place = event.location.exists() ? registry.text_of(event.location) : "",
          .location = event.location};
}

Finding nondeterminism_finding(Position position, const RecordedStep& before,
                               const RecordedStep& now, const std::string& call) {
  Finding finding = finding_at(
      position, now, now.location.exists() ? now.location : before.location,
      "running the same schedule again gives a different step " + std::to_string(position + 1));
  finding.because.push_back({"before: " + in_words(before)});
  finding.because.push_back({"now: " + in_words(now)});
  finding.because.push_back(
      {call.empty() ? "the program depends on something other than the schedule: an uninitialised "
                      "value, the cycle counter of the processor, a file, a random number"
                    : "the last call whose result comes from outside the program: " + call});
  return finding;
}

Finding unseen_access_finding(Position position, const RecordedStep& now) {
  Finding finding =
      finding_at(position, now, now.location, "a task depends on something that no step shows");
  finding.because.push_back({"now: " + in_words(now)});
  finding.because.push_back(
      {"after the same steps of its own, with the same values, it did something else in an earlier "
       "execution"});
  finding.because.push_back(
      {"memory that tasks share is read or written by code that is not compiled with mazurka (a "
       "library, inline assembly, a function without instrumentation); if there is none, this is a "
       "bug in mazurka: please report it"});
  return finding;
}

}  // namespace mazurka
