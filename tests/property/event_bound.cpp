#include "property/event_bound.h"

#include <algorithm>
#include <vector>

#include "property/scope.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

// Arguments are at most 2, so a procedure that counts down calls itself at most twice.
constexpr int most_nested_calls = 3;

using Bounds = std::vector<std::int64_t>;  // per task, including all tasks that it creates or calls

std::int64_t events_of(const Expression& expression) {
  std::int64_t events = 0;
  for_each_expression(expression, [&events](const Expression& e) {
    // In an update, the variable operand stands for the update itself.
    if (e.kind == ExpressionKind::variable || e.kind == ExpressionKind::choose) ++events;
  });
  return events;
}

std::int64_t events_of(const Block& block, const Bounds& bounds);

std::int64_t events_of(const Statement& s, const Bounds& bounds) {
  std::int64_t operands = 0;
  for (const Expression& operand : s.operands) operands += events_of(operand);
  const std::int64_t body = events_of(s.body, bounds);
  const std::int64_t otherwise = events_of(s.otherwise, bounds);
  switch (s.kind) {
    case StatementKind::let:
    case StatementKind::write:  // the operands include the variable that is written
    case StatementKind::assertion:
    case StatementKind::assume:
      return operands;
    case StatementKind::branch:
      return operands + std::max(body, otherwise);
    case StatementKind::repeat:
      return s.value * body;
    case StatementKind::poll:
      return s.value * (operands + body);
    case StatementKind::post:  // a delayed one is also the event that creates its thread
      return operands + 1 + (s.value & is_delayed) +
             bounds[static_cast<std::size_t>(s.names[0].index)];
    case StatementKind::spawn:
      return operands + 1 + bounds[static_cast<std::size_t>(s.names[0].index)];
    case StatementKind::section:
      return 2 + body;
    case StatementKind::try_section:
      return 1 + std::max(1 + body, otherwise);
    case StatementKind::wait:
    case StatementKind::arrive:
      return 2;
    case StatementKind::wait_while:
      return 2 + 2 * operands;
    case StatementKind::send:
      return operands + 1;
    case StatementKind::call:
      return operands + bounds[static_cast<std::size_t>(s.names[0].index)];
    case StatementKind::recurse:
      return bounds[static_cast<std::size_t>(s.names[0].index)];
    case StatementKind::give:
      return operands;
    case StatementKind::receive:
      return 1 + std::max({body, otherwise, std::int64_t{1}});
    case StatementKind::join:
    case StatementKind::cancel:
    case StatementKind::signal:
    case StatementKind::broadcast:
    case StatementKind::await:
      return 1;
  }
  return 0;
}

std::int64_t events_of(const Block& block, const Bounds& bounds) {
  std::int64_t events = 0;
  for (const Statement& s : block) events += events_of(s, bounds);
  return events;
}

}  // namespace

std::int64_t event_bound(const RandomProgram& program) {
  Bounds bounds(program.tasks.size(), 0);
  std::int64_t total = 0;
  for (std::size_t i = program.tasks.size(); i-- > 0;) {
    const Task& task = program.tasks[i];
    // At most so many calls of a procedure that calls itself are nested. For other tasks, all
    // rounds give the same number.
    for (int round = 0; round < most_nested_calls; ++round)
      bounds[i] = events_of(task.body, bounds) + (task.kind == TaskKind::message ? 1 : 0);
    if (task.kind == TaskKind::thread) total += bounds[i];
  }
  return total;
}

}  // namespace mazurka::property
