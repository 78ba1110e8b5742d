// The syntax tree of a model. Names are not resolved yet.
//
// All strings refer to the source text, which must outlive the tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "program/model/source.h"

namespace mazurka::model {

struct Identifier {
  std::string_view text;
  Span span;
};

enum class ExpressionKind : std::uint8_t {
  integer,
  name,     // a register, constant or shared variable
  element,  // name[operand]
  negate,
  logical_not,
  multiply,
  divide,
  remainder,
  add,
  subtract,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  fetch_add,  // (place, delta)
  exchange,   // (place, new)
  cas,        // (place, expected, new)
  trylock,    // (place)
  choose,     // (count)
  procedure,  // name(operands)
};

[[nodiscard]] constexpr bool is_binary(ExpressionKind kind) {
  return kind >= ExpressionKind::multiply && kind <= ExpressionKind::logical_or;
}
// Returns whether the expression is an event that does more than read, which an await must not
// contain.
[[nodiscard]] constexpr bool is_call(ExpressionKind kind) {
  return kind >= ExpressionKind::fetch_add;
}

struct Expression {
  ExpressionKind kind = ExpressionKind::integer;
  Span span;
  std::int64_t value = 0;            // of an integer
  Identifier name;                   // of a name or element
  std::vector<Expression> operands;  // left to right
  std::uint32_t depth = 1;           // bounded by the parser, so that recursion is safe
};

enum class StatementKind : std::uint8_t {
  let,         // name = expressions[0]
  assign,      // expressions[0] = expressions[1]
  evaluate,    // expressions[0], a call whose value is discarded
  branch,      // blocks[i] under expressions[i]; one block more than expressions: the `else`
  while_loop,  // expressions[0]; blocks[0]
  for_loop,    // name in expressions[0]..expressions[1]; blocks[0]
  post,        // name(all expressions but the last) to the last one; `when`, if there is one;
               // `result`, if there is one, gets the thread of a delayed post
  spawn,       // name(expressions); `result`, if there is one, gets the thread
  join,        // expressions[0]
  lock,        // expressions[0]
  unlock,      // expressions[0]
  wait,        // condition variable expressions[0], lock expressions[1]
  signal,      // expressions[0]
  broadcast,   // expressions[0]
  assertion,   // expressions[0]
  assume,      // expressions[0]
  await,       // expressions[0]
  send,        // name(all expressions but the last) to the last one
  receive,     // arms[i] with blocks[i]
  give_back,   // expressions[0], if it exists: `return`
  cancel,      // expressions[0]
  arrive,      // expressions[0]
};

// A pattern of a receive: tag(parameters) when guard; or its `after`.
struct ReceiveArm {
  bool is_after = false;
  Identifier tag;
  std::vector<Identifier> parameters;
  std::optional<Expression> guard;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::evaluate;
  Span span;  // without blocks
  Identifier name;
  std::optional<Identifier> result;
  bool is_delayed = false;  // a post that happens at any later time
  std::vector<Expression> expressions;
  std::optional<Expression> when;  // of a post: what it waits for
  std::vector<Block> blocks;
  std::vector<ReceiveArm> arms;
};

enum class DataKind : std::uint8_t { constant, variable, lock, condition, barrier, handler };

struct DataDeclaration {
  DataKind kind = DataKind::variable;
  Identifier name;
  std::optional<Expression> size;   // of an array
  std::optional<Expression> value;  // of a constant, the initial one of a variable, or the
                                    // number of arrivals that fill a round of a barrier
  Discipline discipline = Discipline::multiset;
};

struct TaskDeclaration {
  bool is_message = false;
  bool has_parentheses = false;  // a thread without them starts with the program
  Identifier name;
  std::vector<Identifier> parameters;
  Block body;
  bool mentions_self = false;  // an expression of its body has the name `self`
};

struct ProcedureDeclaration {
  Identifier name;
  std::vector<Identifier> parameters;
  Block body;
  bool mentions_self = false;  // an expression of its body has the name `self`
};

struct Module {
  std::vector<DataDeclaration> data;
  std::vector<TaskDeclaration> tasks;
  std::vector<ProcedureDeclaration> procedures;
  bool has_cancel = false;  // some task or procedure cancels tasks
};

}  // namespace mazurka::model
