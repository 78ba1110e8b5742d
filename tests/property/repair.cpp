#include "property/repair.h"

#include <map>
#include <vector>

#include "property/scope.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

void forget_unknown_registers(std::vector<Expression>& expressions, const Scope& scope) {
  for (Expression& expression : expressions) {
    for_each_expression(expression, [&scope](Expression& e) {
      if (e.kind == ExpressionKind::reg && !contains(scope.numbers, e.name.index)) {
        e = Expression{};
      }
    });
  }
}

void repair_block(Block& block, Scope scope) {
  std::erase_if(block, [&scope](const Statement& s) {
    return waits(s) && !contains(scope.held, s.names[1].index);
  });
  for (auto s = block.begin(); s != block.end();) {
    if (needs_handle(*s) && !contains(scope.handles, s->names[0].index)) {
      s = block.erase(s);
      continue;
    }
    const bool receives = s->kind == StatementKind::receive;
    forget_unknown_registers(s->operands, receives ? scope.inside(*s) : scope);
    repair_block(s->body, scope.inside(*s));
    repair_block(s->otherwise, scope);
    scope.define(*s);
    ++s;
  }
}

// A procedure without parameters cannot count down.
void remove_recursion(Block& body) {
  for_each_block(body, [](Block& block) {
    std::erase_if(block, [](const Statement& s) { return s.kind == StatementKind::recurse; });
  });
}

// Numbers registers in the order of the text, starting with the parameters.
void renumber_registers(Task& task) {
  std::map<int, int> numbers;
  for (int i = 0; i < task.parameters; ++i) numbers.emplace(i, i);
  for_each_name(task.body, [&numbers](Name& name) {
    if (name.sort != Sort::reg) return;
    const int next = static_cast<int>(numbers.size());
    name.index = numbers.emplace(name.index, next).first->second;
  });
  task.registers = static_cast<int>(numbers.size());
}

// Returns whether another task creates or calls the task.
bool is_created(const RandomProgram& program, int task) {
  bool found = false;
  for (const Task& creator : program.tasks) {
    if (&creator == &program.tasks[static_cast<std::size_t>(task)]) continue;
    for_each_name(creator.body, [&](const Name& name) {
      found = found || name == Name{Sort::task, task};
    });
  }
  return found;
}

bool is_needed(const RandomProgram& program, int index) {
  const Task& task = program.tasks[static_cast<std::size_t>(index)];
  return task.kind == TaskKind::thread ? !task.body.empty() : is_created(program, index);
}

void remove_needless_tasks(RandomProgram& program) {
  for (int i = 0; i < static_cast<int>(program.tasks.size());) {
    if (is_needed(program, i)) {
      ++i;
    } else {
      remove_task(program, i);
      i = 0;  // tasks that it created may have become unused
    }
  }
}

template <typename Visit>
void for_each_name_of(RandomProgram& program, Sort sort, const Visit& visit) {
  for (Task& task : program.tasks) {
    for_each_name(task.body, [&](Name& name) {
      if (name.sort == sort) visit(name);
    });
  }
}

// Calls remove(i) for each declaration i that no name refers to, and renumbers the other
// declarations.
template <typename Remove>
void remove_unused(RandomProgram& program, Sort sort, int declared, const Remove& remove) {
  for (int i = declared - 1; i >= 0; --i) {
    bool used = false;
    for_each_name_of(program, sort, [&](const Name& name) { used = used || name.index == i; });
    if (used) continue;
    for_each_name_of(program, sort, [i](Name& name) {
      if (name.index > i) --name.index;
    });
    remove(i);
  }
}

void remove_unused_declarations(RandomProgram& program) {
  remove_unused(program, Sort::variable, static_cast<int>(program.variables.size()),
                [&](int i) { program.variables.erase(program.variables.begin() + i); });
  remove_unused(program, Sort::lock, program.locks, [&](int) { --program.locks; });
  remove_unused(program, Sort::condition, program.conditions, [&](int) { --program.conditions; });
  remove_unused(program, Sort::barrier, static_cast<int>(program.barriers.size()),
                [&](int i) { program.barriers.erase(program.barriers.begin() + i); });
  remove_unused(program, Sort::handler, static_cast<int>(program.fifo.size()),
                [&](int i) { program.fifo.erase(program.fifo.begin() + i); });
}

}  // namespace

void repair(RandomProgram& program) {
  for (Task& task : program.tasks)
    if (task.parameters == 0) remove_recursion(task.body);
  for (Task& task : program.tasks) repair_block(task.body, Scope::of_parameters(task));
  remove_needless_tasks(program);
  for (Task& task : program.tasks) repair_block(task.body, Scope::of_parameters(task));
  remove_needless_tasks(program);
  remove_unused_declarations(program);
  for (Task& task : program.tasks) renumber_registers(task);
}

void remove_task(RandomProgram& program, int task) {
  program.tasks.erase(program.tasks.begin() + task);
  for (Task& other : program.tasks) {
    for_each_block(other.body, [task](Block& block) {
      std::erase_if(block, [task](const Statement& s) {
        return (creates(s) || calls(s) || s.kind == StatementKind::send) &&
               s.names[0].index == task;
      });
    });
  }
  for_each_name_of(program, Sort::task, [task](Name& name) {
    if (name.index > task) --name.index;
  });
}

}  // namespace mazurka::property
