// Random programs for the property tests: values that are generated from a seed, can be printed as
// a model, and can be shrunk while a test still fails.
//
// Every program terminates: a task creates only tasks with higher numbers and calls only procedures
// with higher numbers, loops are bounded, and a procedure that calls itself counts down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "property/shape.h"

namespace mazurka::property {

// What a name stands for. `index` counts the declarations of one sort; for
// registers, those of one task.
enum class Sort : std::uint8_t { variable, lock, condition, barrier, handler, task, reg };

struct Name {
  Sort sort = Sort::variable;
  int index = 0;
  bool operator==(const Name&) const = default;
};

enum class ExpressionKind : std::uint8_t {
  constant,   // value
  reg,        // name
  variable,   // name; an element of an array has its index as operand
  binary,     // op, two operands
  fetch_add,  // a variable, what to add
  exchange,   // a variable, the new value
  cas,        // a variable, what to expect, the new value
  choose,     // from 0 to value - 1
};

struct Expression {
  ExpressionKind kind = ExpressionKind::constant;
  int value = 0;
  std::string_view op = {};  // refers to a string literal
  Name name = {};
  std::vector<Expression> operands = {};
};

// Statements that need a lock are structured, so removing parts of a program leaves locks balanced.
enum class StatementKind : std::uint8_t {
  let,          // reg; operand: its value
  write,        // operands: the variable, the value
  branch,       // operand: the condition; body, otherwise
  repeat,       // for reg in 0..value { body }
  poll,         // body while the condition (operand) holds, but at most `value` times; reg counts
  post,         // task, handler, and reg if its thread is kept, for a delayed one; operands:
                // arguments; value: PostBits
  spawn,        // task, and reg if its handle is kept; operands: arguments
  join,         // reg
  cancel,       // reg
  section,      // lock; body; unlock, unless value is 1: then the lock stays held
  try_section,  // if trylock: body, then unlock as in a section; else otherwise
  wait,         // condition, lock: within a section of this lock
  wait_while,   // condition, lock, as in wait; repeats while the operand holds
  signal,       // condition
  broadcast,    // condition
  arrive,       // barrier
  assertion,    // operand
  assume,       // operand
  await,        // operand
  // A message to a thread that starts with the program (names[0]); `value` is its Tag; operand: its
  // argument, if it has a number.
  send,
  // `value` is the sum of the Pattern bits. names: the registers of what a `number` and a `sender`
  // bring. Operand: the guard of the number, if there is one. body: what follows a number;
  // otherwise: what follows `after`. A sender gets a `plain` message back.
  receive,
  call,     // task (a procedure), and reg if its value is kept; operands: arguments
  recurse,  // task: the procedure itself, with its first argument less 1, if that is above 0
  give,     // operand: the value with which the procedure ends
};

// How a post happens: the sum of these is its `value`. A post with a condition has it as the last
// operand.
enum PostBits : int { is_delayed = 1, has_condition = 2 };

// The messages between tasks: a(n), b, c(self).
enum Tag : int { tag_number, tag_plain, tag_sender };
enum Pattern : int { takes_number = 1, takes_plain = 2, takes_sender = 4, has_after = 8 };

struct Statement {
  StatementKind kind = StatementKind::let;
  int value = 0;
  std::vector<Name> names = {};
  std::vector<Expression> operands = {};
  std::vector<Statement> body = {};
  std::vector<Statement> otherwise = {};
};
using Block = std::vector<Statement>;

struct Variable {
  int initial = 0;
  int size = 0;  // 0: not an array
};

enum class TaskKind : std::uint8_t {
  thread,   // starts with the program
  spawned,  // a thread that is spawned
  message,
  procedure,  // not a task, but code that tasks call
};

struct Task {
  TaskKind kind = TaskKind::thread;
  int parameters = 0;  // the registers 0 to parameters - 1
  int registers = 0;   // all register numbers are below this
  Block body = {};
};

// Invariant: why_invalid() in property/validity.h returns an empty text.
struct RandomProgram {
  std::vector<Variable> variables;
  int locks = 0;
  int conditions = 0;
  std::vector<int> barriers;  // how many arrivals fill a round of each
  std::vector<bool> fifo;     // per handler: true for fifo, false for multiset
  std::vector<Task> tasks;
};

// Returns the program in the model language.
[[nodiscard]] std::string to_source(const RandomProgram& program);

// Returns the same program for the same seed and shape on every platform.
[[nodiscard]] RandomProgram random_program(std::uint64_t seed, const Shape& shape);

// Returns a smaller program for which `still_fails` also holds. Unless the budget runs out first,
// no single task, message, statement, branch, declaration or constant in it can be removed or made
// smaller. Deterministic. Calls `still_fails` with valid programs only.
// REQUIRES: still_fails(program).
[[nodiscard]] RandomProgram shrink(RandomProgram program,
                                   const std::function<bool(const RandomProgram&)>& still_fails,
                                   std::size_t max_candidates = 2000);

}  // namespace mazurka::property
