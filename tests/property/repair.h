// Makes a random program valid again after something was cut out of it.
#pragma once

#include "property/random_program.h"

namespace mazurka::property {

// Fixes what cutting leaves behind: uses of registers that are gone become 0, joins of such and
// waits outside of their section go, and so do tasks that nobody creates, empty threads, and
// declarations that nobody uses. What is left is valid if it has a task at all.
// REQUIRES: names of variables, locks, conditions, handlers and tasks are declared.
void repair(RandomProgram& program);

// Takes the task out, with everything that creates it.
void remove_task(RandomProgram& program, int task);

}  // namespace mazurka::property
