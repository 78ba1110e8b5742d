#include "program/model/symbol_table.h"

#include "program/model/kind_words.h"
#include "program/model/names.h"

namespace mazurka::model {

namespace {

// Returns "the handlers are 'ui' and 'network'".
[[nodiscard]] std::string listing(Noun noun, const std::vector<std::string_view>& names) {
  if (names.empty()) return "the model declares no " + std::string(noun.many);
  const std::string subject = names.size() == 1 ? "the only " + std::string(noun.one) + " is "
                                                : "the " + std::string(noun.many) + " are ";
  return subject + list_of(names);
}

}  // namespace

std::string Symbols::where(Span declared) const {
  return "declared in line " + std::to_string(source_.location(declared).line);
}

void Symbols::add(const DataSymbol& symbol) {
  const auto [known, is_new] = data_.try_emplace(symbol.name.text, symbol);
  if (!is_new)
    throw source_.error(
        symbol.name.span, "'" + std::string(symbol.name.text) + "' is declared twice",
        "it is " + described(known->second.kind) + ", " + where(known->second.name.span));
  data_order_.push_back(symbol.name.text);
}

void Symbols::add(const TaskSymbol& symbol) {
  const Identifier& name = symbol.declaration->name;
  const auto [known, is_new] = tasks_.try_emplace(name.text, symbol);
  if (!is_new) {
    const TaskDeclaration& other = *known->second.declaration;
    throw source_.error(name.span, "'" + std::string(name.text) + "' is declared twice",
                        std::string(other.is_message ? "it is a message, " : "it is a thread, ") +
                            where(other.name.span));
  }
  task_order_.push_back(name.text);
}

void Symbols::add(const ProcedureSymbol& symbol) {
  const Identifier& name = symbol.declaration->name;
  const auto [known, is_new] = procedures_.try_emplace(name.text, symbol);
  if (!is_new)
    throw source_.error(name.span, "'" + std::string(name.text) + "' is declared twice",
                        "it is a procedure, " + where(known->second.declaration->name.span));
  procedure_order_.push_back(name.text);
}

const DataSymbol* Symbols::data(std::string_view name) const {
  const auto found = data_.find(name);
  return found == data_.end() ? nullptr : &found->second;
}

const TaskSymbol* Symbols::task(std::string_view name) const {
  const auto found = tasks_.find(name);
  return found == tasks_.end() ? nullptr : &found->second;
}

const ProcedureSymbol* Symbols::procedure(std::string_view name) const {
  const auto found = procedures_.find(name);
  return found == procedures_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Symbols::procedure_names() const { return procedure_order_; }

std::vector<std::string_view> Symbols::data_names(DataKind kind) const {
  std::vector<std::string_view> result;
  for (const std::string_view name : data_order_)
    if (data_.at(name).kind == kind) result.push_back(name);
  return result;
}

std::vector<std::string_view> Symbols::task_names(bool messages) const {
  std::vector<std::string_view> result;
  for (const std::string_view name : task_order_) {
    const TaskDeclaration& declaration = *tasks_.at(name).declaration;
    if (declaration.is_message ? messages : !messages && declaration.has_parentheses)
      result.push_back(name);
  }
  return result;
}

std::string Symbols::hint_for(DataKind kind) const { return listing(noun(kind), data_names(kind)); }

std::string Symbols::hint_for_procedures() const {
  return listing({"procedure", "procedures"}, procedure_order_);
}

std::string Symbols::hint_for_tasks(bool messages) const {
  return listing(messages ? Noun{"message", "messages"}
                          : Noun{"thread that can be spawned", "threads that can be spawned"},
                 task_names(messages));
}

}  // namespace mazurka::model
