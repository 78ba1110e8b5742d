// Shrinks a program greedily, one small edit at a time; edits that remove the most come first.
//
// An edit may make the program invalid; repair() fixes it. Only edits that make the program cheaper
// are accepted, so the search terminates even without a budget.
#include <array>
#include <cstdint>
#include <utility>

#include "property/random_program.h"
#include "property/repair.h"
#include "property/scope.h"
#include "property/traverse.h"
#include "property/validity.h"

namespace mazurka::property {
namespace {

// Makes the k-th edit of one kind; returns false if there are fewer. An edit that changes nothing
// is rejected later, because the program does not get cheaper.
using Edit = bool (*)(RandomProgram& program, std::size_t k);

template <typename Visit>
void for_each_block_of(RandomProgram& program, const Visit& visit) {
  for (Task& task : program.tasks) for_each_block(task.body, visit);
}

template <typename Visit>
void for_each_operand_of(RandomProgram& program, const Visit& visit) {
  for (Task& task : program.tasks) {
    for_each_statement(task.body, [&visit](Statement& statement) {
      for (Expression& operand : statement.operands) for_each_expression(operand, visit);
    });
  }
}

// The block that contains the k-th statement, and the statement's index. Null if there are fewer.
struct Position {
  Block* block = nullptr;
  std::size_t index = 0;
};

Position statement_at(RandomProgram& program, std::size_t k) {
  Position found;
  std::size_t before = 0;
  for_each_block_of(program, [&](Block& block) {
    if (k >= before && k - before < block.size()) found = {&block, k - before};
    before += block.size();
  });
  return found;
}

bool drop_task(RandomProgram& program, std::size_t k) {
  if (k >= program.tasks.size()) return false;
  remove_task(program, static_cast<int>(k));
  return true;
}

bool drop_statement(RandomProgram& program, std::size_t k) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  at.block->erase(at.block->begin() + static_cast<std::ptrdiff_t>(at.index));
  return true;
}

// Replaces a statement by one of its blocks.
bool flatten(RandomProgram& program, std::size_t k, Block Statement::*which) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  const auto place = at.block->begin() + static_cast<std::ptrdiff_t>(at.index);
  if ((*place).body.empty() && (*place).otherwise.empty()) return true;
  const Block inner = std::move((*place).*which);
  at.block->insert(at.block->erase(place), inner.begin(), inner.end());
  return true;
}
bool flatten_to_body(RandomProgram& program, std::size_t k) {
  return flatten(program, k, &Statement::body);
}
bool flatten_to_otherwise(RandomProgram& program, std::size_t k) {
  return flatten(program, k, &Statement::otherwise);
}

bool drop_otherwise(RandomProgram& program, std::size_t k) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  (*at.block)[at.index].otherwise.clear();
  return true;
}

// Reduces the iterations of a loop, or releases a lock that was left held.
bool lower_value_of_statement(RandomProgram& program, std::size_t k) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  Statement& statement = (*at.block)[at.index];
  const bool loops =
      statement.kind == StatementKind::repeat || statement.kind == StatementKind::poll;
  if (statement.value > (loops ? 1 : 0)) --statement.value;
  return true;
}

// Lets a post with a condition happen at once.
bool drop_condition(RandomProgram& program, std::size_t k) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  Statement& statement = (*at.block)[at.index];
  if (!is_conditional(statement)) return true;
  statement.value &= ~has_condition;
  statement.operands.pop_back();
  return true;
}

// Replaces the call of a procedure by a constant, if its value is kept.
bool call_to_zero(RandomProgram& program, std::size_t k) {
  const Position at = statement_at(program, k);
  if (at.block == nullptr) return false;
  Statement& statement = (*at.block)[at.index];
  if (statement.kind != StatementKind::call || statement.names.size() < 2) return true;
  statement = {.kind = StatementKind::let, .names = {statement.names[1]}, .operands = {{}}};
  return true;
}

// Changes the k-th expression. If it is the variable of a write or an update, the program becomes
// invalid and the edit is rejected.
template <typename Change>
bool change_expression(RandomProgram& program, std::size_t k, const Change& change) {
  std::size_t seen = 0;
  Expression* found = nullptr;
  for_each_operand_of(program, [&](Expression& e) {
    if (seen++ == k) found = &e;
  });
  if (found != nullptr) change(*found);
  return found != nullptr;
}

bool expression_to_first_operand(RandomProgram& program, std::size_t k) {
  return change_expression(program, k, [](Expression& e) {
    const bool remainder = e.op == "%";  // keeps an index in range
    if ((e.kind == ExpressionKind::binary && !remainder) || is_update(e)) {
      e = Expression(e.operands[0]);
    }
  });
}

bool expression_to_second_operand(RandomProgram& program, std::size_t k) {
  return change_expression(program, k, [](Expression& e) {
    if (e.kind == ExpressionKind::binary) e = Expression(e.operands[1]);
  });
}

bool expression_to_zero(RandomProgram& program, std::size_t k) {
  return change_expression(program, k, [](Expression& e) { e = Expression{}; });
}

bool lower_constant(RandomProgram& program, std::size_t k) {
  return change_expression(program, k, [](Expression& e) {
    const bool chooses = e.kind == ExpressionKind::choose;
    if (chooses || e.kind == ExpressionKind::constant) e.value -= e.value > (chooses ? 1 : 0);
  });
}

bool lower_initial_value(RandomProgram& program, std::size_t k) {
  if (k >= program.variables.size()) return false;
  program.variables[k].initial = 0;
  return true;
}

// Turns the k-th variable from an array into a plain variable.
bool drop_indices(RandomProgram& program, std::size_t k) {
  if (k >= program.variables.size()) return false;
  program.variables[k].size = 0;
  for_each_operand_of(program, [k](Expression& e) {
    if (e.kind == ExpressionKind::variable && e.name.index == static_cast<int>(k)) {
      e.operands.clear();
    }
  });
  return true;
}

// Removes the parameters of the k-th task; uses of their registers become 0.
bool drop_parameters(RandomProgram& program, std::size_t k) {
  if (k >= program.tasks.size()) return false;
  program.tasks[k].parameters = 0;
  for_each_block_of(program, [k](Block& block) {
    for (Statement& s : block) {
      if ((!creates(s) && !calls(s)) || s.names[0].index != static_cast<int>(k)) continue;
      s.operands.erase(s.operands.begin(), s.operands.end() - (is_conditional(s) ? 1 : 0));
    }
  });
  return true;
}

// Renames everything of this sort with number k to number k - 1.
bool merge(RandomProgram& program, Sort sort, std::size_t k, std::size_t declared) {
  if (k >= declared) return false;
  if (k == 0) return true;
  for (Task& task : program.tasks) {
    for_each_name(task.body, [sort, k](Name& name) {
      if (name == Name{sort, static_cast<int>(k)}) --name.index;
    });
  }
  return true;
}
bool merge_handlers(RandomProgram& program, std::size_t k) {
  return merge(program, Sort::handler, k, program.fifo.size());
}
bool merge_locks(RandomProgram& program, std::size_t k) {
  return merge(program, Sort::lock, k, static_cast<std::size_t>(program.locks));
}
bool merge_variables(RandomProgram& program, std::size_t k) {
  if (k > 0 && k < program.variables.size() &&
      (program.variables[k].size > 0) != (program.variables[k - 1].size > 0)) {
    return true;
  }
  return merge(program, Sort::variable, k, program.variables.size());
}

bool fifo_to_multiset(RandomProgram& program, std::size_t k) {
  if (k >= program.fifo.size()) return false;
  program.fifo[k] = false;
  return true;
}

constexpr std::array edits = {
    &drop_task,
    &drop_statement,
    &flatten_to_body,
    &flatten_to_otherwise,
    &drop_otherwise,
    &drop_condition,
    &call_to_zero,
    &merge_handlers,
    &merge_locks,
    &merge_variables,
    &drop_parameters,
    &drop_indices,
    &expression_to_zero,
    &expression_to_first_operand,
    &expression_to_second_operand,
    &fifo_to_multiset,
    &lower_value_of_statement,
    &lower_constant,
    &lower_initial_value,
};
static_assert(std::is_same_v<Edit, decltype(edits)::value_type>);

// Returns the size of a program. Tasks weigh most, then statements, then their parts.
std::int64_t cost(const RandomProgram& program) {
  std::int64_t total = 30 * (program.locks + program.conditions);
  for (const Variable& variable : program.variables) {
    total += 30 + variable.initial + 10 * variable.size;
  }
  for (const bool fifo : program.fifo) total += fifo ? 31 : 30;
  for (const Task& task : program.tasks) {
    total += 1000 + 10 * task.parameters;
    for_each_statement(task.body, [&total](const Statement& s) {
      total += 100 + s.value;
      for (const Expression& operand : s.operands) {
        for_each_expression(operand, [&total](const Expression& e) {
          total += (e.kind == ExpressionKind::constant ? 4 : 10) + e.value;
        });
      }
    });
  }
  return total;
}

}  // namespace

RandomProgram shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails,
                     std::size_t max_candidates) {
  std::size_t asked = 0;
  bool smaller = true;
  while (smaller) {
    smaller = false;
    for (const Edit edit : edits) {
      for (std::size_t k = 0;;) {
        RandomProgram candidate = program;
        if (!edit(candidate, k)) break;
        repair(candidate);
        const bool cheaper = !candidate.tasks.empty() && cost(candidate) < cost(program);
        if (!cheaper || !why_invalid(candidate).empty()) {
          ++k;
          continue;
        }
        if (asked++ == max_candidates) return program;
        if (still_fails(candidate)) {
          program = std::move(candidate);
          smaller = true;
        } else {
          ++k;
        }
      }
    }
  }
  return program;
}

}  // namespace mazurka::property
