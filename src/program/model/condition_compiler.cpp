#include "program/model/condition_compiler.h"

#include <algorithm>

#include "program/model/constant.h"
#include "program/model/expression_compiler.h"
#include "program/model/scope.h"

namespace mazurka::model {

ConditionCode ConditionCompiler::compile(const Expression& expression) {
  capture_registers(expression);
  condition_.registers = static_cast<std::uint32_t>(condition_.captured.size());
  condition_.entry = emit_value(expression);
  add_scope(expression);
  condition_.next = builder_.here();
  return condition_;
}

void ConditionCompiler::compile_guard(const Expression& expression, ArmCode& arm) {
  resolver_.check_sees_registers_only(expression, "a guard");
  capture_registers(expression);
  condition_.registers = static_cast<std::uint32_t>(condition_.captured.size());
  arm.guard = emit_value(expression);
  arm.captured = condition_.captured;
  arm.guard_registers = condition_.registers;
}

void ConditionCompiler::capture_registers(const Expression& expression) {
  if (expression.kind == ExpressionKind::name)
    if (const Local* const local = resolver_.value_register(expression.name))
      if (std::ranges::find(condition_.captured, local->index) == condition_.captured.end())
        condition_.captured.push_back(local->index);
  for (const Expression& operand : expression.operands) capture_registers(operand);
}

std::uint32_t ConditionCompiler::emit_value(const Expression& expression) {
  const std::uint32_t entry = builder_.here();
  RegisterStack registers(static_cast<Register>(condition_.captured.size()));
  ExpressionCompiler expressions(builder_, resolver_, registers);
  expressions.use_captured(&condition_.captured);
  const Register value = expressions.operand(expression);
  builder_.emit({.op = Op::finish, .a = value});
  condition_.registers = std::max(condition_.registers, registers.highest());
  return entry;
}

bool ConditionCompiler::needs_registers_only(const Expression& expression) const {
  if (expression.kind == ExpressionKind::element) return false;
  if (expression.kind == ExpressionKind::name &&
      resolver_.value_register(expression.name) == nullptr &&
      !resolver_.first_thread(expression.name))
    return resolver_.value(expression).kind == DataKind::constant;
  return std::ranges::all_of(expression.operands,
                             [&](const Expression& each) { return needs_registers_only(each); });
}

void ConditionCompiler::add_scope(const Expression& expression) {
  for (const Expression& operand : expression.operands) add_scope(operand);
  const bool is_element = expression.kind == ExpressionKind::element;
  if (!is_element && expression.kind != ExpressionKind::name) return;
  if (!is_element && (resolver_.value_register(expression.name) != nullptr ||
                      resolver_.first_thread(expression.name)))
    return;
  const DataSymbol& symbol = resolver_.value(expression);
  if (symbol.kind != DataKind::variable) return;
  const Array& array = resolver_.array_of(symbol);
  condition_.scope.push_back({.first = array.first, .count = array.count});
  if (is_element) narrow(condition_.scope.back(), expression.operands[0]);
}

void ConditionCompiler::narrow(ScopeItem& item, const Expression& index) {
  const auto value = fold(index, resolver_.symbols());
  if (value) {
    item.count = *value >= 0 && *value < item.count ? 1 : 0;
    item.first += item.count == 1 ? static_cast<std::uint32_t>(*value) : 0;
  } else if (needs_registers_only(index)) {
    item.index_entry = emit_value(index);
  }
}

}  // namespace mazurka::model
