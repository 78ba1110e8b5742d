// A step that an algorithm has planned, because its task came to it before and nothing that it
// depends on has changed.
#pragma once

#include "core/invariant.h"
#include "program/presentation.h"
#include "program/program.h"

namespace mazurka {

// Thrown if the task does not come to it, and the program may have accesses that no event shows.
struct UnseenAccess {
  TaskId task;
};

[[nodiscard]] inline const Event& run_expected(Program& program, Choice choice) {
  const Event* const event = program.step(choice);
  if (event == nullptr && !program.presentation().shows_all_accesses()) [[unlikely]]
    throw UnseenAccess{choice.task};
  MAZURKA_INVARIANT(event != nullptr, "a step that was planned can be run");
  return *event;
}

}  // namespace mazurka
