// Makes a random program valid again after parts of it were removed.
#pragma once

#include "property/random_program.h"

namespace mazurka::property {

// Repairs the program: replaces uses of removed registers by 0, removes joins of removed registers
// and waits outside a section of their lock, and removes tasks that no task creates, empty threads
// and unused declarations. The result is valid if a task is left.
// REQUIRES: all names of variables, locks, conditions, handlers and tasks are declared.
void repair(RandomProgram& program);

// Removes the task and every statement that creates it.
void remove_task(RandomProgram& program, int task);

}  // namespace mazurka::property
