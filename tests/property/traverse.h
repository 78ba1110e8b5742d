// Visitors for all parts of a random program. `Node` may be const.
#pragma once

#include "property/random_program.h"

namespace mazurka::property {

// Calls visit(expression) for the expression and all its subexpressions, outermost first.
template <typename Node, typename Visit>
void for_each_expression(Node& expression, const Visit& visit) {
  visit(expression);
  for (auto& operand : expression.operands) for_each_expression(operand, visit);
}

// Calls visit(statement) for all statements of the block, including nested ones, in program order.
template <typename Node, typename Visit>
void for_each_statement(Node& block, const Visit& visit) {
  for (auto& statement : block) {
    visit(statement);
    for_each_statement(statement.body, visit);
    for_each_statement(statement.otherwise, visit);
  }
}

// Calls visit(block) for the block and all nested blocks, outermost first.
template <typename Node, typename Visit>
void for_each_block(Node& block, const Visit& visit) {
  visit(block);
  for (auto& statement : block) {
    for_each_block(statement.body, visit);
    for_each_block(statement.otherwise, visit);
  }
}

// Calls visit(name) for every name in the block, in statements and in expressions.
template <typename Node, typename Visit>
void for_each_name(Node& block, const Visit& visit) {
  for_each_statement(block, [&visit](auto& statement) {
    for (auto& name : statement.names) visit(name);
    for (auto& operand : statement.operands) {
      for_each_expression(operand, [&visit](auto& expression) {
        if (expression.kind == ExpressionKind::reg || expression.kind == ExpressionKind::variable) {
          visit(expression.name);
        }
      });
    }
  });
}

}  // namespace mazurka::property
