// Compiles expressions to instructions that leave a value in a register.
#pragma once

#include <cstdint>
#include <vector>

#include "program/model/bytecode.h"
#include "program/model/code_builder.h"
#include "program/model/resolver.h"
#include "program/model/scope.h"

namespace mazurka::model {

// A number that an instruction operates on: a constant, or the content of a register.
struct Target {
  std::uint32_t number = 0;
  bool in_register = false;
};

// A place whose index has been computed.
struct PreparedPlace {
  const DataSymbol* symbol = nullptr;
  Register index = nothing;  // if it does not exist, the place is number `number`
  std::uint32_t number = 0;
  Span span;
};

class ExpressionCompiler {
 public:
  ExpressionCompiler(CodeBuilder& builder, const Resolver& resolver, RegisterStack& registers)
      : builder_(builder), resolver_(resolver), registers_(registers) {}

  // Emits code that puts the value into `to`. It is written last, so the expression may use it.
  void into(const Expression& expression, Register to);
  // Returns a register with the value: that of the expression if it is a register, else a
  // temporary.
  [[nodiscard]] Register operand(const Expression& expression);
  // Puts the values into consecutive registers, and returns the first.
  [[nodiscard]] Register operands(std::span<const Expression> expressions);

  // A place is used in two steps. Its index is computed from left to right with the other
  // expressions, but checked only when the operation is executed.
  [[nodiscard]] PreparedPlace prepare(const Expression& place, DataKind kind);
  [[nodiscard]] Target resolve(const PreparedPlace& place);

  // For conditions: refers to registers of the task by their position in `captured`.
  void use_captured(const std::vector<Register>* captured) { captured_ = captured; }
  // For assertions: records what is read from here on. `flags` are registers that have been set to
  // 0, one for each && and || of the expression.
  void take_notes(std::vector<NoteItem>* notes, Register flags) {
    notes_ = notes;
    next_flag_ = flags;
    flag_ = nothing;
  }

 private:
  [[nodiscard]] Register register_of(const Local& local) const;
  void name_into(const Expression& expression, Register to);
  void read_into(const Expression& place, Register to);
  void short_circuit_into(const Expression& expression, Register to);
  void operator_into(const Expression& expression, Register to);
  void call_into(const Expression& expression, Register to);
  void update_into(const Expression& expression, Register to);
  void note(Span text, Register value, Register evaluated);

  CodeBuilder& builder_;
  const Resolver& resolver_;
  RegisterStack& registers_;
  const std::vector<Register>* captured_ = nullptr;
  std::vector<NoteItem>* notes_ = nullptr;
  Register next_flag_ = nothing;
  Register flag_ =
      nothing;  // tells at run time whether the code that is being compiled was reached
};

// Returns the number of && and || in the expression.
[[nodiscard]] std::uint32_t count_short_circuits(const Expression& expression);

}  // namespace mazurka::model
