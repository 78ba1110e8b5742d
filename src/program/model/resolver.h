// Resolves names for a task that is being compiled, and explains what is wrong with names that do
// not fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/model/bytecode.h"
#include "program/model/scope.h"
#include "program/model/source.h"
#include "program/model/symbol_table.h"

namespace mazurka::model {

// All functions throw UserError.
class Resolver {
 public:
  Resolver(const Source& source, const Symbols& symbols, const Image& image, const Scope& scope)
      : source_(source), symbols_(symbols), image_(image), scope_(scope) {}

  [[nodiscard]] const Source& source() const { return source_; }
  [[nodiscard]] const Symbols& symbols() const { return symbols_; }

  // Returns the register, or nullptr if the name is not a register.
  [[nodiscard]] const Local* value_register(const Identifier& name) const;
  // Returns the variable, lock, condition variable or handler that `place` refers to.
  [[nodiscard]] const DataSymbol& place(const Expression& place, DataKind kind) const;
  // Returns the id of the thread, if the name is that of a thread which starts with the program,
  // and of nothing else.
  [[nodiscard]] std::optional<std::int64_t> first_thread(const Identifier& name) const;
  // Returns a constant or variable of an expression. REQUIRES: a plain name is not a register.
  [[nodiscard]] const DataSymbol& value(const Expression& expression) const;
  // Returns a variable that is assigned to. REQUIRES: a plain name is not a register.
  [[nodiscard]] const DataSymbol& assigned(const Expression& place) const;
  [[nodiscard]] const TaskSymbol& message(const Identifier& name, std::size_t arguments) const;
  [[nodiscard]] const TaskSymbol& thread(const Identifier& name, std::size_t arguments) const;
  // Throws unless the expression sees registers and constants only. `what` is what it belongs to.
  void check_sees_registers_only(const Expression& expression, const std::string& what) const;
  // Throws if a register of this name cannot be declared.
  void check_new_register(const Identifier& name) const;

  [[nodiscard]] const Array& array_of(const DataSymbol& symbol) const {
    return image_.arrays[symbol.array];
  }

 private:
  [[nodiscard]] UserError unknown(const Identifier& name, const std::string& otherwise) const;
  [[nodiscard]] UserError unknown_task(const Identifier& name, bool wants_message) const;
  void check_index(const Expression& place, const DataSymbol& symbol) const;
  void check_arguments(const Identifier& name, const TaskDeclaration& declaration,
                       std::size_t arguments) const;
  [[nodiscard]] std::vector<std::string_view> value_names() const;

  const Source& source_;
  const Symbols& symbols_;
  const Image& image_;
  const Scope& scope_;
};

}  // namespace mazurka::model
