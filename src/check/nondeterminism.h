// A program that does not do the same when it is run again.
#pragma once

#include <string>

#include "check/finding.h"
#include "core/describer.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// What a task does according to some run, in words.
struct RecordedStep {
  TaskId task;
  std::string text;
  std::string place;
  LocationId location;
};
[[nodiscard]] RecordedStep recorded_step(const Event& event, const Describer& describer,
                                         const Registry& registry);

// The same schedule, run again, gave something else: nothing sound can be said about this program.
// `before` came next at `position`, `now` comes instead; `call` is the last call in this run whose
// result does not come from the program, or empty.
[[nodiscard]] Finding nondeterminism_finding(Position position, const RecordedStep& before,
                                             const RecordedStep& now, const std::string& call);
// The steps of other tasks were put into another order that should not matter to this task, and it
// comes to something else.
[[nodiscard]] Finding unseen_access_finding(Position position, const RecordedStep& now);

}  // namespace mazurka
