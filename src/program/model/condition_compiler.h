// Compiles the condition of an await, and the guard of a receive, to separate code, which reads
// variables without being an event.
#pragma once

#include "program/model/bytecode.h"
#include "program/model/code_builder.h"
#include "program/model/resolver.h"
#include "program/model/syntax.h"

namespace mazurka::model {

class ConditionCompiler {
 public:
  ConditionCompiler(CodeBuilder& builder, const Resolver& resolver)
      : builder_(builder), resolver_(resolver) {}

  // Emits the code of the condition, then that of the indices in its scope. The task continues
  // after them.
  [[nodiscard]] ConditionCode compile(const Expression& expression);
  // Emits the code of a guard, which has registers only, and fills in that part of `arm`.
  void compile_guard(const Expression& expression, ArmCode& arm);

 private:
  void capture_registers(const Expression& expression);
  void add_scope(const Expression& expression);
  // Sets the cell that is read, or the code that computes it.
  void narrow(ScopeItem& item, const Expression& index);
  [[nodiscard]] bool needs_registers_only(const Expression& expression) const;
  [[nodiscard]] std::uint32_t emit_value(const Expression& expression);

  CodeBuilder& builder_;
  const Resolver& resolver_;
  ConditionCode condition_;
};

}  // namespace mazurka::model
