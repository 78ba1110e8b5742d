// Runs a step that must be enabled: its task reached it in another run, and all events that it
// depends on are the same here.
#pragma once

#include "core/invariant.h"
#include "program/presentation.h"
#include "program/program.h"

namespace mazurka {

// Thrown if the task cannot make the step and the program may access memory without an event.
struct UnseenAccess {
  TaskId task;
};

[[nodiscard]] inline const Event& run_expected(Program& program, Choice choice) {
  const Event* const event = program.step(choice);
  if (event == nullptr && !program.presentation().shows_all_accesses()) [[unlikely]]
    throw UnseenAccess{choice.task};
  MAZURKA_INVARIANT(event != nullptr, "an expected step can be run");
  return *event;
}

}  // namespace mazurka
