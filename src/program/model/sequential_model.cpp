// The instrumented sequential program of robustness: translates the bodies of messages, threads and
// procedures, in which every access is a call of the frame (sequential_frame.cpp).
//   Paper    [Robustness17] Sections 6 and 7, Figures 8 and 10.
//   Differs  - Sets of variables are arrays of flags, and labels are what they access.
//            - There is no goto: the pivot need not be executed, because only what it accesses
//              decides whether it closes a cycle.
//            - Only the invocation of the pivot is cut off, and determinism needs no cut at all:
//              docs/robustness.md ("Why one cut is enough") proves that this finds a conflict iff
//              there is one. Hence a root is any later access that nothing orders after the pivot.
//            - Entry and exit points are not guessed: an event is linked if it conflicts with what
//              is reached, and then all that it accesses is reached.
//            - invocList is one array for all procedures, used as a stack.
//   Tests    tests/property/robust_test.cpp: on random programs, the sequential model fails iff
//            brute force finds a conflict.
#include "program/model/sequential_model.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/invariant.h"
#include "core/registry.h"
#include "program/model/compile.h"
#include "program/model/constant.h"
#include "program/model/declare.h"
#include "program/model/parser.h"
#include "program/model/sequential_frame.h"
#include "program/model/sequential_support.h"
#include "program/model/symbol_table.h"

namespace mazurka::model {

namespace {

class SequentialWriter {
 public:
  SequentialWriter(const Source& source, std::span<const Define> defines, const std::string& main)
      : source_(source), symbols_(source), module_(parse(source)) {
    declare(module_, source, defines, symbols_, image_, registry_);
    for (std::uint32_t i = 0; i < image_.handlers.size() && main_.empty(); ++i) {
      const std::string& name = registry_.handler(image_.handlers[i]).name;
      if (main.empty() || main == name) main_ = name;
    }
    if (main_.empty())
      throw UserError(source.file(), "there is no handler '" + main + "'",
                      symbols_.hint_for(DataKind::handler));
    check_sequential_support(module_, source, symbols_, main_);
  }

  std::string write() {
    for (const TaskDeclaration& task : module_.tasks)
      arguments_ = std::max(arguments_, task.parameters.size());
    std::string bodies;
    for (std::size_t i = 0; i < module_.tasks.size(); ++i) bodies += body_of(i);
    for (const ProcedureDeclaration& each : module_.procedures) {
      bodies += "procedure user_" + name(each.name) + "(" + names(each.parameters) + ") {\n";
      bodies += "  if (seq_skip) { return 0; }\n";
      text_.clear();
      block(each.body, "  ");
      bodies += text_ + "}\n";
    }
    return sequential_text(frame(), bodies);
  }

 private:
  [[nodiscard]] static std::string name(const Identifier& identifier) {
    return std::string(identifier.text);
  }
  [[nodiscard]] static std::string names(const std::vector<Identifier>& identifiers) {
    std::string result;
    for (const Identifier& each : identifiers) result += (result.empty() ? "" : ", ") + name(each);
    return result;
  }

  // --- Expressions ---

  [[nodiscard]] std::string cell(const Expression& place) const {
    const DataSymbol& symbol = *symbols_.data(place.name.text);
    const Array& array = image_.arrays[symbol.array];
    if (!symbol.is_array) return std::to_string(array.first);
    const auto index = fold(place.operands[0], symbols_);
    if (index && *index >= 0 && *index < array.count) return std::to_string(array.first + *index);
    return "call seq_element(" + std::to_string(array.first) + ", " + std::to_string(array.count) +
           ", " + expression(place.operands[0]) + ")";
  }

  [[nodiscard]] std::string list(std::span<const Expression> expressions) const {
    std::string result;
    for (const Expression& each : expressions)
      result += (result.empty() ? "" : ", ") + expression(each);
    return result;
  }

  [[nodiscard]] std::string expression(const Expression& e) const {
    if (const auto value = fold(e, symbols_)) return number(*value);
    switch (e.kind) {
      case ExpressionKind::name:
        if (symbols_.data(e.name.text) == nullptr) return name(e.name);  // a register
        return "call seq_read(" + cell(e) + ")";
      case ExpressionKind::element:
        return "call seq_read(" + cell(e) + ")";
      case ExpressionKind::negate:
        return "(-" + expression(e.operands[0]) + ")";
      case ExpressionKind::logical_not:
        return "(!" + expression(e.operands[0]) + ")";
      case ExpressionKind::fetch_add:
      case ExpressionKind::exchange:
      case ExpressionKind::cas:
        return "call seq_" +
               std::string(e.kind == ExpressionKind::cas         ? "cas"
                           : e.kind == ExpressionKind::fetch_add ? "add"
                                                                 : "exchange") +
               "(" + cell(e.operands[0]) + ", " + list(std::span(e.operands).subspan(1)) + ")";
      case ExpressionKind::procedure:
        return "call user_" + name(e.name) + "(" + list(e.operands) + ")";
      default:
        break;
    }
    MAZURKA_INVARIANT(is_binary(e.kind), "an expression cannot be translated");
    return "(" + expression(e.operands[0]) + " " + std::string(sign(e.kind)) + " " +
           expression(e.operands[1]) + ")";
  }

  [[nodiscard]] static std::string number(std::int64_t value) {
    return value < 0 ? "(0 - " + std::to_string(-value) + ")" : std::to_string(value);
  }

  [[nodiscard]] static std::string_view sign(ExpressionKind kind) {
    switch (kind) {
      case ExpressionKind::multiply:
        return "*";
      case ExpressionKind::divide:
        return "/";
      case ExpressionKind::remainder:
        return "%";
      case ExpressionKind::add:
        return "+";
      case ExpressionKind::subtract:
        return "-";
      case ExpressionKind::less:
        return "<";
      case ExpressionKind::less_equal:
        return "<=";
      case ExpressionKind::greater:
        return ">";
      case ExpressionKind::greater_equal:
        return ">=";
      case ExpressionKind::equal:
        return "==";
      case ExpressionKind::not_equal:
        return "!=";
      case ExpressionKind::logical_and:
        return "&&";
      default:
        return "||";
    }
  }

  // --- Statements ---

  void line(const std::string& indent, const std::string& text) { text_ += indent + text + "\n"; }

  void block(const Block& statements, const std::string& indent) {
    for (const Statement& each : statements) statement(each, indent);
  }

  void statement(const Statement& s, const std::string& indent) {
    switch (s.kind) {
      case StatementKind::let:
        return line(indent, "let " + name(s.name) + " = " + expression(s.expressions[0]) + ";");
      case StatementKind::assign:
        return assign(s, indent);
      case StatementKind::evaluate:
        return line(indent, expression(s.expressions[0]) + ";");
      case StatementKind::branch:
        return branch(s, indent);
      case StatementKind::while_loop:
        line(indent, "while (!seq_skip && " + expression(s.expressions[0]) + ") {");
        block(s.blocks[0], indent + "  ");
        return line(indent, "}");
      case StatementKind::for_loop:
        line(indent, "for " + name(s.name) + " in " + expression(s.expressions[0]) + ".." +
                         expression(s.expressions[1]) + " {");
        block(s.blocks[0], indent + "  ");
        return line(indent, "}");
      case StatementKind::post:
      case StatementKind::spawn:
        return invoke(s, indent);
      case StatementKind::assertion:
      case StatementKind::assume:
        // The task stops: its remaining statements are skipped.
        return line(indent, "if (!(" + expression(s.expressions[0]) + ")) { seq_skip = 1; }");
      case StatementKind::give_back:
        return line(indent, s.expressions.empty() ? "return 0;"
                                                  : "return " + expression(s.expressions[0]) + ";");
      default:
        MAZURKA_INVARIANT(false, "a statement cannot be translated");
    }
  }

  void assign(const Statement& s, const std::string& indent) {
    const Expression& place = s.expressions[0];
    const std::string value = expression(s.expressions[1]);
    if (symbols_.data(place.name.text) == nullptr)
      return line(indent, name(place.name) + " = " + value + ";");
    line(indent, "call seq_write(" + cell(place) + ", " + value + ");");
  }

  void branch(const Statement& s, const std::string& indent) {
    std::string begin = "if (";
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      const bool is_else = i == s.expressions.size();
      // A condition is evaluated only if those before it are 0, so each `else if` is nested.
      line(indent, is_else ? "} else {" : begin + expression(s.expressions[i]) + ") {");
      block(s.blocks[i], indent + "  ");
      begin = "} else if (";
    }
    line(indent, "}");
  }

  [[nodiscard]] std::size_t task_named(const Identifier& wanted) const {
    const auto place = std::ranges::find(
        module_.tasks, wanted.text, [](const TaskDeclaration& each) { return each.name.text; });
    return static_cast<std::size_t>(place - module_.tasks.begin());
  }

  [[nodiscard]] std::string padded(std::string arguments, std::size_t given) const {
    for (std::size_t i = given; i < arguments_; ++i) arguments += (arguments.empty() ? "0" : ", 0");
    return arguments;
  }

  // Stores an invocation, to be run when the procedure ends (Section 6.3). A delayed post is a
  // thread that does nothing but post. It accesses nothing, and messages of the main handler start
  // in any order, so it has the same conflicts as the post itself.
  void invoke(const Statement& s, const std::string& indent) {
    const auto given = arguments_of(s);
    const std::string arguments = padded(list(given), given.size());
    line(indent, "call seq_invoke(" + std::to_string(task_named(s.name)) + ", " +
                     (s.kind == StatementKind::post ? "1" : "0") +
                     (arguments.empty() ? "" : ", " + arguments) + ");");
  }

  // --- Parts of the model ---

  std::string body_of(std::size_t number_of_task) {
    const TaskDeclaration& task = module_.tasks[number_of_task];
    if (is_environment(task)) {
      for (const Statement& s : task.body) events_.push_back(&s);
      return "";
    }
    text_.clear();
    block(task.body, "  ");
    return "// " + std::string(task.is_message ? "message " : "thread ") + name(task.name) +
           "\nprocedure seq_body_" + std::to_string(number_of_task) + "(" + names(task.parameters) +
           ") {\n" + text_ + "}\n";
  }

  [[nodiscard]] SequentialFrame frame() const {
    SequentialFrame frame{.file = source_.file(), .arguments = arguments_};
    for (const Cell& each : image_.cells)
      frame.cells.push_back({registry_.name_of(each.object), number(each.initial)});
    for (std::size_t i = 0; i < module_.tasks.size(); ++i)
      if (!is_environment(module_.tasks[i]))
        frame.bodies.push_back({i, module_.tasks[i].parameters.size()});
    for (const Statement* event : events_) {
      const auto given = arguments_of(*event);
      frame.events.push_back({task_named(event->name), padded(list(given), given.size())});
    }
    return frame;
  }

  const Source& source_;
  Symbols symbols_;
  Module module_;
  Image image_;
  Registry registry_;
  std::string main_;
  std::size_t arguments_ = 0;  // the largest number of parameters of a task
  std::vector<const Statement*> events_;
  std::string text_;  // the body that is being written
};

}  // namespace

std::string sequential_model(std::string_view source, const std::string& file_name,
                             std::span<const Define> defines, const std::string& main) {
  const Source text(file_name, source);
  Registry registry;
  static_cast<void>(compile(text, defines, registry));  // reports all other errors first
  return SequentialWriter(text, defines, main).write();
}

}  // namespace mazurka::model
