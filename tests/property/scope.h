// The names that a statement of a random program can refer to.
#pragma once

#include <algorithm>
#include <vector>

#include "property/random_program.h"

namespace mazurka::property {

inline bool contains(const std::vector<int>& numbers, int number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

// Returns whether a post keeps the thread that posts later.
inline bool keeps_thread(const Statement& post) {
  return (post.value & is_delayed) != 0 && post.names.size() > 2;
}

// Passed by value into blocks, so that definitions end with their block.
struct Scope {
  std::vector<int> numbers;  // registers that hold numbers
  std::vector<int> handles;  // registers that hold spawned threads
  std::vector<int> held;     // locks held at this point

  // Adds what the statement defines for the rest of its block.
  void define(const Statement& s) {
    if (s.kind == StatementKind::let || s.kind == StatementKind::poll) {
      numbers.push_back(s.names[0].index);
    }
    if (s.kind == StatementKind::spawn && s.names.size() > 1) handles.push_back(s.names[1].index);
    if (s.kind == StatementKind::post && keeps_thread(s)) handles.push_back(s.names[2].index);
    if (s.kind == StatementKind::call && s.names.size() > 1) numbers.push_back(s.names[1].index);
  }

  // Returns the scope of the statement's body.
  [[nodiscard]] Scope inside(const Statement& s) const {
    Scope scope = *this;
    const bool counts = s.kind == StatementKind::repeat || s.kind == StatementKind::poll;
    const bool locks = s.kind == StatementKind::section || s.kind == StatementKind::try_section;
    if (counts || s.kind == StatementKind::receive) scope.numbers.push_back(s.names[0].index);
    if (locks) scope.held.push_back(s.names[0].index);
    return scope;
  }

  [[nodiscard]] static Scope of_parameters(const Task& task) {
    Scope scope;
    for (int i = 0; i < task.parameters; ++i) scope.numbers.push_back(i);
    return scope;
  }
};

inline bool waits(const Statement& s) {
  return s.kind == StatementKind::wait || s.kind == StatementKind::wait_while;
}

// Returns whether the statement needs a register that holds a thread.
inline bool needs_handle(const Statement& s) {
  return s.kind == StatementKind::join || s.kind == StatementKind::cancel;
}

inline bool creates(const Statement& s) {
  return s.kind == StatementKind::post || s.kind == StatementKind::spawn;
}

inline bool calls(const Statement& s) {
  return s.kind == StatementKind::call || s.kind == StatementKind::recurse;
}

// Returns whether this is a post that waits until its last operand holds.
inline bool is_conditional(const Statement& s) {
  return s.kind == StatementKind::post && (s.value & has_condition) != 0;
}

// Returns whether this is an atomic read-modify-write; its first operand is the variable.
inline bool is_update(const Expression& e) {
  return e.kind == ExpressionKind::fetch_add || e.kind == ExpressionKind::exchange ||
         e.kind == ExpressionKind::cas;
}

}  // namespace mazurka::property
