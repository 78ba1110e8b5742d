// Expressions into instructions that leave a value in a register.
#pragma once

#include <cstdint>
#include <vector>

#include "program/model/bytecode.h"
#include "program/model/code_builder.h"
#include "program/model/resolver.h"
#include "program/model/scope.h"

namespace mazurka::model {

// A number that an instruction works on, known now or only in a register.
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

  // Puts the value into `to`, which is written last: the expression may use it.
  void into(const Expression& expression, Register to);
  // A register that has the value: its own if it is one, else a temporary.
  [[nodiscard]] Register operand(const Expression& expression);
  // Registers that follow each other.
  [[nodiscard]] Register operands(std::span<const Expression> expressions);

  // A place is used in two steps: its index is computed where it stands, from left to right, and
  // checked only when the operation is due.
  [[nodiscard]] PreparedPlace prepare(const Expression& place, DataKind kind);
  [[nodiscard]] Target resolve(const PreparedPlace& place);

  // For conditions: registers of the task are known by their position in `captured`.
  void use_captured(const std::vector<Register>* captured) { captured_ = captured; }
  // For assertions: from here on, what is read is noted. `flags` are registers that have been set
  // to 0, one for each && and || of the expression.
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
  Register flag_ = nothing;  // says whether the code that is being compiled was reached
};

// How many && and || it has.
[[nodiscard]] std::uint32_t count_short_circuits(const Expression& expression);

}  // namespace mazurka::model
