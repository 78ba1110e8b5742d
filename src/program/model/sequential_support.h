// What the translation of a model into a sequential one supports: the language of [Robustness17]
// with procedures and read-modify-writes.
#pragma once

#include <span>
#include <string>

#include "program/model/source.h"
#include "program/model/symbol_table.h"
#include "program/model/syntax.h"

namespace mazurka::model {

// Throws UserError with the location of the first thing that the translation does not support.
// `main` is the name of the main handler ("ui", "ui[1]"). REQUIRES: the model compiles.
void check_sequential_support(const Module& module, const Source& source, const Symbols& symbols,
                              const std::string& main);

// Returns whether the task is a thread that starts with the program.
[[nodiscard]] inline bool is_environment(const TaskDeclaration& task) {
  return !task.is_message && !task.has_parentheses;
}

// Returns the arguments of a post or spawn.
[[nodiscard]] std::span<const Expression> arguments_of(const Statement& creation);

}  // namespace mazurka::model
