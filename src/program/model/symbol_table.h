// The symbols of a model.
//
// Data (constants, variables, locks, condition variables, handlers), tasks (threads, messages) and
// procedures have separate namespaces: the name of a task only appears after `post` and `spawn`,
// that of a procedure after `call`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "program/model/source.h"
#include "program/model/syntax.h"

namespace mazurka::model {

struct DataSymbol {
  DataKind kind = DataKind::variable;
  Identifier name;
  bool is_array = false;
  std::int64_t value = 0;   // of a constant
  std::uint32_t array = 0;  // of all others: into Image::arrays
};

struct TaskSymbol {
  const TaskDeclaration* declaration = nullptr;
  std::uint32_t code = 0;  // into Image::tasks
};

struct ProcedureSymbol {
  const ProcedureDeclaration* declaration = nullptr;
  std::uint32_t code = 0;  // into Image::procedures
};

class Symbols {
 public:
  explicit Symbols(const Source& source) : source_(source) {}

  // Add a symbol. Throw UserError if the name is taken.
  void add(const DataSymbol& symbol);
  void add(const TaskSymbol& symbol);
  void add(const ProcedureSymbol& symbol);

  [[nodiscard]] const DataSymbol* data(std::string_view name) const;
  [[nodiscard]] const TaskSymbol* task(std::string_view name) const;
  [[nodiscard]] const ProcedureSymbol* procedure(std::string_view name) const;

  // Returns the symbols in the order of their declaration.
  [[nodiscard]] std::vector<std::string_view> data_names(DataKind kind) const;
  [[nodiscard]] std::vector<std::string_view> task_names(bool messages) const;
  [[nodiscard]] std::vector<std::string_view> procedure_names() const;
  // Returns "the handlers are 'ui' and 'network'", or that there are none.
  [[nodiscard]] std::string hint_for(DataKind kind) const;
  [[nodiscard]] std::string hint_for_tasks(bool messages) const;
  [[nodiscard]] std::string hint_for_procedures() const;
  [[nodiscard]] std::string where(Span declared) const;  // "declared in line 3"

 private:
  const Source& source_;
  std::map<std::string_view, DataSymbol> data_;
  std::map<std::string_view, TaskSymbol> tasks_;
  std::map<std::string_view, ProcedureSymbol> procedures_;
  std::vector<std::string_view> procedure_order_;
  std::vector<std::string_view> data_order_;
  std::vector<std::string_view> task_order_;
};

}  // namespace mazurka::model
