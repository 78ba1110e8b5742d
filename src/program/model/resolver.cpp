#include "program/model/resolver.h"

#include <algorithm>

#include "program/model/kind_words.h"
#include "program/model/names.h"
#include "program/model/task_names.h"

namespace mazurka::model {

namespace {

[[nodiscard]] std::string quoted(const Identifier& name) {
  return "'" + std::string(name.text) + "'";
}

[[nodiscard]] std::string number_of_arguments(std::size_t count) {
  if (count == 0) return "no arguments";
  return count == 1 ? "1 argument" : std::to_string(count) + " arguments";
}

// Returns "message bid(price, who)".
[[nodiscard]] std::string signature(const TaskDeclaration& declaration) {
  std::string result = declaration.is_message ? "message " : "thread ";
  result += declaration.name.text;
  if (!declaration.has_parentheses) return result;
  result += '(';
  for (const Identifier& parameter : declaration.parameters) {
    if (result.back() != '(') result += ", ";
    result += parameter.text;
  }
  return result + ")";
}

// Returns a hint how to use something that is not a value.
[[nodiscard]] std::string usage(const DataSymbol& symbol) {
  const std::string name(symbol.name.text);
  switch (symbol.kind) {
    case DataKind::lock:
      return "a lock is taken with lock(" + name + ") or trylock(" + name + ")";
    case DataKind::condition:
      return "a condition variable is for wait, signal and broadcast";
    case DataKind::barrier:
      return "a task waits at a barrier with arrive " + name + ";";
    case DataKind::handler:
      return "messages are posted to a handler: post m to " + name + ";";
    default:
      return {};
  }
}

}  // namespace

std::vector<std::string_view> Resolver::value_names() const {
  std::vector<std::string_view> result;
  for (const Local& local : scope_.locals()) result.push_back(local.name.text);
  for (const DataKind kind : {DataKind::variable, DataKind::constant})
    for (const std::string_view name : symbols_.data_names(kind)) result.push_back(name);
  return result;
}

UserError Resolver::unknown(const Identifier& name, const std::string& otherwise) const {
  std::string hint = did_you_mean(name.text, value_names());
  if (hint.empty()) hint = otherwise;
  return source_.error(name.span, "unknown name " + quoted(name), hint);
}

const Local* Resolver::value_register(const Identifier& name) const {
  return scope_.find(name.text);
}

std::optional<std::int64_t> Resolver::first_thread(const Identifier& name) const {
  if (scope_.find(name.text) != nullptr || symbols_.data(name.text) != nullptr) return std::nullopt;
  const TaskSymbol* const symbol = symbols_.task(name.text);
  if (symbol == nullptr) return std::nullopt;
  const auto& threads = image_.initial_threads;
  const auto place = std::ranges::find(threads, symbol->code);
  if (place == threads.end()) return std::nullopt;
  return TaskNames::value_of_initial(static_cast<std::uint32_t>(place - threads.begin()),
                                     symbol->code);
}

void Resolver::check_sees_registers_only(const Expression& expression,
                                         const std::string& what) const {
  for (const Expression& operand : expression.operands) check_sees_registers_only(operand, what);
  const std::string sees = what + " sees parameters and registers only";
  if (is_call(expression.kind)) throw source_.error(expression.span, sees, "");
  const bool is_element = expression.kind == ExpressionKind::element;
  if (!is_element && (expression.kind != ExpressionKind::name ||
                      value_register(expression.name) != nullptr || first_thread(expression.name)))
    return;
  if (value(expression).kind == DataKind::constant) return;
  throw source_.error(expression.span, sees,
                      "read '" + std::string(expression.name.text) + "' into a register first");
}

void Resolver::check_index(const Expression& place, const DataSymbol& symbol) const {
  const bool has_index = place.kind == ExpressionKind::element;
  const std::string name(place.name.text);
  if (has_index && !symbol.is_array)
    throw source_.error(place.span, "'" + name + "' is not an array",
                        std::string(symbols_.where(symbol.name.span)) + " without a size");
  if (!has_index && symbol.is_array) {
    const std::uint32_t count = array_of(symbol).count;
    throw source_.error(place.span, "'" + name + "' is an array and needs an index",
                        count == 1 ? "its only element is " + name + "[0]"
                                   : "its elements are " + name + "[0] to " + name + "[" +
                                         std::to_string(count - 1) + "]");
  }
}

const DataSymbol& Resolver::place(const Expression& place, DataKind kind) const {
  const Identifier& name = place.name;
  const DataSymbol* const symbol = symbols_.data(name.text);
  const bool is_register = scope_.find(name.text) != nullptr;
  if (is_register || symbol == nullptr || symbol->kind != kind) {
    std::string hint = did_you_mean(name.text, symbols_.data_names(kind));
    if (hint.empty() || is_register || symbol != nullptr) hint = symbols_.hint_for(kind);
    throw source_.error(name.span, quoted(name) + " is not " + described(kind), hint);
  }
  check_index(place, *symbol);
  return *symbol;
}

const DataSymbol& Resolver::value(const Expression& expression) const {
  const Identifier& name = expression.name;
  if (scope_.find(name.text) != nullptr)
    throw source_.error(name.span, quoted(name) + " is a register, not an array",
                        "only shared variables can be arrays");
  const DataSymbol* const symbol = symbols_.data(name.text);
  if (symbol == nullptr) {
    if (name.text == "true" || name.text == "false")
      throw source_.error(name.span, "unknown name " + quoted(name),
                          name.text == "true" ? "write 1 for true" : "write 0 for false");
    throw unknown(name, "create a register with let, or declare a shared variable with var");
  }
  if (symbol->kind != DataKind::constant && symbol->kind != DataKind::variable)
    throw source_.error(name.span,
                        quoted(name) + " is " + described(symbol->kind) + ", not a value",
                        usage(*symbol));
  check_index(expression, *symbol);
  return *symbol;
}

const DataSymbol& Resolver::assigned(const Expression& place) const {
  const Identifier& name = place.name;
  if (scope_.find(name.text) != nullptr)
    throw source_.error(name.span, quoted(name) + " is a register, not an array",
                        "only shared variables can be arrays");
  const DataSymbol* const symbol = symbols_.data(name.text);
  if (symbol == nullptr)
    throw unknown(name, "a register is created with let " + std::string(name.text) + " = …;");
  if (symbol->kind != DataKind::variable)
    throw source_.error(name.span,
                        quoted(name) + " is " + described(symbol->kind) + " and cannot be assigned",
                        usage(*symbol));
  check_index(place, *symbol);
  return *symbol;
}

UserError Resolver::unknown_task(const Identifier& name, bool wants_message) const {
  const std::string what = wants_message ? "message" : "thread";
  if (symbols_.data(name.text) != nullptr)
    return source_.error(name.span, quoted(name) + " is not a " + what,
                         symbols_.hint_for_tasks(wants_message));
  const std::string meant = did_you_mean(name.text, symbols_.task_names(wants_message));
  return source_.error(name.span, "unknown " + what + " " + quoted(name),
                       meant.empty() ? symbols_.hint_for_tasks(wants_message) : meant);
}

void Resolver::check_arguments(const Identifier& name, const TaskDeclaration& declaration,
                               std::size_t arguments) const {
  const std::size_t parameters = declaration.parameters.size();
  if (arguments == parameters) return;
  throw source_.error(
      name.span,
      quoted(name) + " takes " + number_of_arguments(parameters) + ", not " +
          std::to_string(arguments),
      "it is " + signature(declaration) + ", " + symbols_.where(declaration.name.span));
}

const TaskSymbol& Resolver::message(const Identifier& name, std::size_t arguments) const {
  const TaskSymbol* const symbol = symbols_.task(name.text);
  if (symbol == nullptr) throw unknown_task(name, true);
  if (!symbol->declaration->is_message)
    throw source_.error(name.span, quoted(name) + " is a thread, not a message",
                        "threads are spawned: spawn " + std::string(name.text) + "();");
  check_arguments(name, *symbol->declaration, arguments);
  return *symbol;
}

const TaskSymbol& Resolver::thread(const Identifier& name, std::size_t arguments) const {
  const TaskSymbol* const symbol = symbols_.task(name.text);
  if (symbol == nullptr) throw unknown_task(name, false);
  const std::string text(name.text);
  if (symbol->declaration->is_message)
    throw source_.error(name.span, quoted(name) + " is a message, not a thread",
                        "messages are posted: post " + text + " to some handler");
  if (!symbol->declaration->has_parentheses)
    throw source_.error(
        name.span, quoted(name) + " starts with the program and cannot be spawned",
        "a thread to spawn is declared with parentheses: thread " + text + "() { … }");
  check_arguments(name, *symbol->declaration, arguments);
  return *symbol;
}

const ProcedureSymbol& Resolver::procedure(const Identifier& name, std::size_t arguments) const {
  const ProcedureSymbol* const symbol = symbols_.procedure(name.text);
  if (symbol == nullptr) {
    const std::string meant = did_you_mean(name.text, symbols_.procedure_names());
    throw source_.error(name.span, "unknown procedure " + quoted(name),
                        meant.empty() ? symbols_.hint_for_procedures() : meant);
  }
  const std::size_t parameters = symbol->declaration->parameters.size();
  if (arguments != parameters)
    throw source_.error(name.span,
                        quoted(name) + " takes " + number_of_arguments(parameters) + ", not " +
                            std::to_string(arguments),
                        "it is a procedure, " + symbols_.where(symbol->declaration->name.span));
  return *symbol;
}

void Resolver::check_new_register(const Identifier& name) const {
  if (name.text == "self")
    throw source_.error(name.span, "'self' is the id of the running thread",
                        "give the register another name");
  if (const Local* const local = scope_.find(name.text))
    throw source_.error(name.span, quoted(name) + " is already a register here",
                        symbols_.where(local->name.span) + "; to change it, write " +
                            std::string(name.text) + " = …;");
  if (const DataSymbol* const symbol = symbols_.data(name.text))
    throw source_.error(name.span, quoted(name) + " is already " + described(symbol->kind),
                        symbols_.where(symbol->name.span) + "; give the register another name");
}

}  // namespace mazurka::model
