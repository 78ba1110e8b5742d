#include "property/validity.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/scope.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

class Validator {
 public:
  explicit Validator(const RandomProgram& program) : program_(program) {}

  std::string complaint() {
    check(std::any_of(program_.tasks.begin(), program_.tasks.end(),
                      [](const Task& task) { return task.kind == TaskKind::thread; }),
          "no thread starts with the program");
    for (const Variable& variable : program_.variables) {
      check(variable.size >= 0, "an array of negative size");
    }
    for (self_ = 0; self_ < static_cast<int>(program_.tasks.size()); ++self_) {
      const Task& task = program_.tasks[static_cast<std::size_t>(self_)];
      check(task.kind != TaskKind::thread || task.parameters == 0, "a first thread has parameters");
      check_declared(task.body);
      if (complaint_.empty()) check_block(task.body, Scope::of_parameters(task));
    }
    return complaint_;
  }

 private:
  void check(bool holds, std::string_view what) {
    if (!holds && complaint_.empty()) complaint_ = fmt::format("task {}: {}", self_, what);
  }

  void check_declared(const Block& block) {
    for_each_name(block, [this](const Name& name) {
      check(name.index >= 0 && name.index < declared(name.sort), "an unknown name");
    });
  }

  int declared(Sort sort) const {
    switch (sort) {
      case Sort::variable:
        return static_cast<int>(program_.variables.size());
      case Sort::lock:
        return program_.locks;
      case Sort::condition:
        return program_.conditions;
      case Sort::barrier:
        return static_cast<int>(program_.barriers.size());
      case Sort::handler:
        return static_cast<int>(program_.fifo.size());
      case Sort::task:
        return static_cast<int>(program_.tasks.size());
      case Sort::reg:
        return program_.tasks[static_cast<std::size_t>(self_)].registers;
    }
    return 0;
  }

  void check_block(const Block& block, Scope scope) {
    for (const Statement& s : block) {
      check_statement(s, scope);
      check_block(s.body, scope.inside(s));
      check_block(s.otherwise, scope);
      scope.define(s);
    }
  }

  void check_statement(const Statement& s, const Scope& scope) {
    const bool receives = s.kind == StatementKind::receive;
    for (const Expression& operand : s.operands) {
      const bool is_awaited = is_conditional(s) && &operand == &s.operands.back();
      check_expression(operand, receives ? scope.inside(s) : scope,
                       is_awaited ? StatementKind::await : s.kind);
    }
    if (creates(s) || calls(s)) check_creation(s);
    if (s.kind == StatementKind::give) {
      check(self().kind == TaskKind::procedure, "a task that returns a value");
      check(s.operands.size() == 1, "a return without a value");
    }
    if (needs_handle(s)) {
      check(contains(scope.handles, s.names[0].index), "joins or cancels what was not spawned");
    }
    if (s.kind == StatementKind::send) {
      const Task& to = program_.tasks[static_cast<std::size_t>(s.names[0].index)];
      check(to.kind == TaskKind::thread, "a send to what does not start with the program");
      check(s.operands.size() == (s.value == tag_number ? 1 : 0), "wrong number of arguments");
    }
    if (receives) check(s.names.size() == 2, "a receive without its registers");
    if (waits(s)) check(contains(scope.held, s.names[1].index), "a wait without its lock");
    if (s.kind == StatementKind::write) {
      check(s.operands[0].kind == ExpressionKind::variable, "a write to no variable");
    }
  }

  void check_creation(const Statement& s) {
    const Task& task = program_.tasks[static_cast<std::size_t>(s.names[0].index)];
    if (s.kind == StatementKind::recurse) {
      check(s.names[0].index == self_ && task.kind == TaskKind::procedure && task.parameters > 0,
            "does not call itself");
      return;
    }
    const TaskKind kind = s.kind == StatementKind::post   ? TaskKind::message
                          : s.kind == StatementKind::call ? TaskKind::procedure
                                                          : TaskKind::spawned;
    const int operands = task.parameters + (is_conditional(s) ? 1 : 0);
    check(s.names[0].index > self_, "creates or calls a task of no higher number");
    check(task.kind == kind, "creates or calls a task of the wrong kind");
    check(static_cast<int>(s.operands.size()) == operands, "wrong number of arguments");
  }

  void check_expression(const Expression& expression, const Scope& scope, StatementKind in) {
    for_each_expression(expression, [&](const Expression& e) {
      if (e.kind == ExpressionKind::reg) {
        check(contains(scope.numbers, e.name.index), "a register that is not in scope");
      }
      if (e.kind == ExpressionKind::variable) check_variable(e);
      if (e.kind == ExpressionKind::variable)
        check(in != StatementKind::receive, "a guard that reads a variable");
      if (is_update(e)) {
        check(e.operands[0].kind == ExpressionKind::variable, "an update of no variable");
      }
      if (e.kind == ExpressionKind::choose) check(e.value > 0, "a choice of nothing");
      if (is_update(e) || e.kind == ExpressionKind::choose) {
        check(in != StatementKind::await && in != StatementKind::receive,
              "an await or guard that changes or chooses something");
      }
    });
  }

  void check_variable(const Expression& e) {
    const bool array = program_.variables[static_cast<std::size_t>(e.name.index)].size > 0;
    check(e.operands.size() == (array ? 1 : 0), "an array without an index, or an index too many");
  }

  [[nodiscard]] const Task& self() const { return program_.tasks[static_cast<std::size_t>(self_)]; }

  const RandomProgram& program_;
  int self_ = 0;
  std::string complaint_;
};

}  // namespace

std::string why_invalid(const RandomProgram& program) { return Validator(program).complaint(); }

}  // namespace mazurka::property
