#include "program/model/expression_compiler.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "program/model/constant.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string_view name_of_call(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::fetch_add:
      return "fetch_add";
    case ExpressionKind::exchange:
      return "exchange";
    case ExpressionKind::cas:
      return "cas";
    case ExpressionKind::trylock:
      return "trylock";
    default:
      return "choose";
  }
}

}  // namespace

std::uint32_t count_short_circuits(const Expression& expression) {
  std::uint32_t count = expression.kind == ExpressionKind::logical_and ||
                        expression.kind == ExpressionKind::logical_or;
  for (const Expression& operand : expression.operands) count += count_short_circuits(operand);
  return count;
}

Register ExpressionCompiler::register_of(const Local& local) const {
  if (captured_ == nullptr) return local.index;
  const auto found = std::ranges::find(*captured_, local.index);
  return static_cast<Register>(found - captured_->begin());
}

Register ExpressionCompiler::operand(const Expression& expression) {
  if (expression.kind == ExpressionKind::name)
    if (const Local* const local = resolver_.value_register(expression.name)) {
      note(expression.span, register_of(*local), nothing);
      return register_of(*local);
    }
  const Register temporary = registers_.push();
  into(expression, temporary);
  return temporary;
}

Register ExpressionCompiler::operands(std::span<const Expression> expressions) {
  const Register first = registers_.mark();
  for (std::size_t i = 0; i < expressions.size(); ++i) registers_.push();
  for (std::size_t i = 0; i < expressions.size(); ++i)
    into(expressions[i], first + static_cast<Register>(i));
  return first;
}

void ExpressionCompiler::into(const Expression& expression, Register to) {
  if (const auto value = fold(expression, resolver_.symbols())) return builder_.load(to, *value);
  const Register mark = registers_.mark();
  if (expression.kind == ExpressionKind::name)
    name_into(expression, to);
  else if (expression.kind == ExpressionKind::element)
    read_into(expression, to);
  else if (expression.kind == ExpressionKind::logical_and ||
           expression.kind == ExpressionKind::logical_or)
    short_circuit_into(expression, to);
  else if (is_call(expression.kind))
    call_into(expression, to);
  else
    operator_into(expression, to);
  registers_.release(mark);
}

void ExpressionCompiler::name_into(const Expression& expression, Register to) {
  const Local* const local = resolver_.value_register(expression.name);
  if (local == nullptr) {
    const auto thread = resolver_.first_thread(expression.name);
    return thread ? builder_.load(to, *thread) : read_into(expression, to);
  }
  builder_.emit({.op = Op::move, .a = to, .b = register_of(*local)});
  note(expression.span, register_of(*local), nothing);
}

void ExpressionCompiler::read_into(const Expression& place, Register to) {
  const DataSymbol& symbol = resolver_.value(place);
  const PreparedPlace prepared = prepare(place, symbol.kind);
  const Target cell = resolve(prepared);
  builder_.emit({.op = Op::read, .b_in_register = cell.in_register, .a = to, .b = cell.number},
                place.span, place.span);
  note(place.span, to, flag_);
}

PreparedPlace ExpressionCompiler::prepare(const Expression& place, DataKind kind) {
  const DataSymbol& symbol = resolver_.place(place, kind);
  const Array& array = resolver_.array_of(symbol);
  const auto index = symbol.is_array ? fold(place.operands[0], resolver_.symbols()) : 0;
  if (index && *index >= 0 && *index < array.count)
    return {&symbol, nothing, array.first + static_cast<std::uint32_t>(*index), place.span};
  return {&symbol, operand(place.operands[0]), 0, place.span};
}

Target ExpressionCompiler::resolve(const PreparedPlace& place) {
  if (place.index == nothing) return {place.number, false};
  const Register number = registers_.push();
  builder_.emit({.op = Op::pick, .a = number, .b = place.symbol->array, .c = place.index},
                place.span);
  return {number, true};
}

void ExpressionCompiler::operator_into(const Expression& expression, Register to) {
  const Register left = operand(expression.operands[0]);
  const Register right = is_binary(expression.kind) ? operand(expression.operands[1]) : left;
  const Instruction instruction{
      .op = operation_of(expression.kind), .a = to, .b = left, .c = right};
  if (instruction.op == Op::divide || instruction.op == Op::remainder)
    builder_.emit(instruction, expression.span, expression.span);
  else
    builder_.emit(instruction);
}

// a && b:  if a is 0, skip b; the value is the truth of what was evaluated last.
// a || b:  if a is not 0, skip b; the value is the truth of what was evaluated last.
void ExpressionCompiler::short_circuit_into(const Expression& expression, Register to) {
  const Register flag = notes_ != nullptr ? next_flag_++ : nothing;
  const bool is_and = expression.kind == ExpressionKind::logical_and;
  const Register decided = registers_.push();
  const Register left = operand(expression.operands[0]);
  builder_.emit({.op = is_and ? Op::truth : Op::logical_not, .a = decided, .b = left});
  const std::uint32_t skip = builder_.emit({.op = Op::jump_if_zero, .b = decided});

  const Register outer_flag = std::exchange(flag_, flag);
  if (flag != nothing) builder_.load(flag, 1);
  const Register right = operand(expression.operands[1]);
  builder_.emit({.op = is_and ? Op::truth : Op::logical_not, .a = decided, .b = right});
  flag_ = outer_flag;

  builder_.land(skip);
  builder_.emit({.op = is_and ? Op::move : Op::logical_not, .a = to, .b = decided});
}

void ExpressionCompiler::call_into(const Expression& expression, Register to) {
  if (captured_ != nullptr)
    throw resolver_.source().error(
        expression.span, "an await cannot contain " + std::string(name_of_call(expression.kind)),
        "its condition may only read; do the rest before or after it");
  if (expression.kind == ExpressionKind::choose) {
    const Register count = operand(expression.operands[0]);
    builder_.emit({.op = Op::choose, .a = to, .c = count}, expression.span, expression.span);
  } else if (expression.kind == ExpressionKind::trylock) {
    const Target lock = resolve(prepare(expression.operands[0], DataKind::lock));
    builder_.emit({.op = Op::trylock, .b_in_register = lock.in_register, .a = to, .b = lock.number},
                  expression.span);
  } else {
    update_into(expression, to);
  }
  note(expression.span, to, flag_);
}

void ExpressionCompiler::update_into(const Expression& expression, Register to) {
  const PreparedPlace place = prepare(expression.operands[0], DataKind::variable);
  const Register first = operands(std::span(expression.operands).subspan(1));
  const Target cell = resolve(place);
  const Op op = expression.kind == ExpressionKind::cas         ? Op::cas
                : expression.kind == ExpressionKind::fetch_add ? Op::fetch_add
                                                               : Op::exchange;
  builder_.emit(
      {.op = op, .b_in_register = cell.in_register, .a = to, .b = cell.number, .c = first},
      expression.span);
}

// `evaluated` is the flag of the code that computes the value, or none if it is always computed.
void ExpressionCompiler::note(Span text, Register value, Register evaluated) {
  if (notes_ == nullptr) return;
  NoteItem item{builder_.plain_text(text), value, evaluated};
  const auto same = [&](const NoteItem& other) {
    return other.text == item.text && other.value == item.value;
  };
  if (std::ranges::none_of(*notes_, same)) notes_->push_back(std::move(item));
}

}  // namespace mazurka::model
