// The instrumented sequential program of robustness.
//   Paper    [Robustness17] Sections 6 and 7, Figures 8 and 10.
//   Words    seq_mode 1 = checks determinism of an event (detSeq); 2 = runs the delayed event; 3 =
//            runs the events after it (robSeq). seq_skip = skip; the choice in seq_run = skipProc;
//            seq_pivot, seq_pivot_writes = pivotLabel, by what it accesses; seq_task_reads/writes =
//            rdSetProc, wrSetProc; seq_taint_reads/writes = rdSetGlobal, wrSetGlobal; seq_tainted =
//            conflictDetected; seq_reached_reads/writes = the exit points so far.
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

#include "core/registry.h"
#include "program/model/compile.h"
#include "program/model/constant.h"
#include "program/model/declare.h"
#include "program/model/parser.h"
#include "program/model/symbol_table.h"

namespace mazurka::model {

namespace {

// How many invocations may be pending at once. An index out of range is a failure of the model that
// is checked, so a program that needs more is noticed.
constexpr int most_invocations = 1000;

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
    return head() + bodies + dispatcher() + driver();
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
  [[noreturn]] void refuse(Span span, const std::string& what) const {
    throw source_.error(span, what + ", which --emit-sequential does not support",
                        "--method explore checks such programs");
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
      case ExpressionKind::trylock:
      case ExpressionKind::choose:
        refuse(e.span, e.kind == ExpressionKind::choose ? "'choose' is used" : "'trylock' is used");
      case ExpressionKind::divide:
      case ExpressionKind::remainder:
        // What a skipped access gives would be a wrong divisor.
        if (const auto divisor = fold(e.operands[1], symbols_); !divisor || *divisor == 0)
          refuse(e.span, "something is divided by a value that is not constant");
        break;
      default:
        break;
    }
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
        if (in_message_) refuse(s.span, "a message of the main handler may stop for good");
        return line(indent, "if (!(" + expression(s.expressions[0]) + ")) { seq_skip = 1; }");
      case StatementKind::give_back:
        return line(indent, s.expressions.empty() ? "return 0;"
                                                  : "return " + expression(s.expressions[0]) + ";");
      default:
        refuse(s.span, "'" + std::string(source_.text(s.span)) + "' is used");
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

  [[nodiscard]] std::span<const Expression> arguments_of(const Statement& s) const {
    const std::span all(s.expressions);
    return s.kind == StatementKind::post ? all.first(all.size() - 1) : all;
  }

  void check_creation(const Statement& s) const {
    if (s.kind == StatementKind::spawn) {
      if (s.result) refuse(s.span, "a register holds a thread");
      return;
    }
    const Expression& handler = s.expressions.back();
    const auto index = handler.kind == ExpressionKind::element ? fold(handler.operands[0], symbols_)
                                                               : std::optional<std::int64_t>();
    const std::string target =
        name(handler.name) + (index ? "[" + std::to_string(*index) + "]" : std::string());
    if (target != main_) refuse(s.span, "a message is posted to another handler than the main one");
    if (s.when) refuse(s.span, "a post waits for a condition");
  }

  [[nodiscard]] std::string padded(std::string arguments, std::size_t given) const {
    for (std::size_t i = given; i < arguments_; ++i) arguments += (arguments.empty() ? "0" : ", 0");
    return arguments;
  }

  // Stores an invocation, to be run when the procedure ends (Section 6.3).
  void invoke(const Statement& s, const std::string& indent) {
    check_creation(s);
    const auto given = arguments_of(s);
    const std::string arguments = padded(list(given), given.size());
    line(indent, "call seq_invoke(" + std::to_string(task_named(s.name)) + ", " +
                     (s.kind == StatementKind::post ? "1" : "0") +
                     (arguments.empty() ? "" : ", " + arguments) + ");");
  }

  // --- Parts of the model ---

  [[nodiscard]] bool is_environment(const TaskDeclaration& task) const {
    return !task.is_message && !task.has_parentheses;
  }

  std::string body_of(std::size_t number_of_task) {
    const TaskDeclaration& task = module_.tasks[number_of_task];
    if (is_environment(task)) {
      for (const Statement& s : task.body) {
        if (s.kind != StatementKind::post)
          refuse(s.span, "a thread that starts with the program does something else than post");
        check_creation(s);
        events_.push_back(&s);
      }
      return "";
    }
    in_message_ = task.is_message;
    text_.clear();
    block(task.body, "  ");
    in_message_ = false;
    return "// " + std::string(task.is_message ? "message " : "thread ") + name(task.name) +
           "\nprocedure seq_body_" + std::to_string(number_of_task) + "(" + names(task.parameters) +
           ") {\n" + text_ + "}\n";
  }

  [[nodiscard]] std::string numbered(const std::string& prefix) const {
    std::string result;
    for (std::size_t i = 0; i < arguments_; ++i) result += ", " + prefix + std::to_string(i);
    return result;
  }

  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string dispatcher() const;
  [[nodiscard]] std::string driver() const;

  const Source& source_;
  Symbols symbols_;
  Module module_;
  Image image_;
  Registry registry_;
  std::string main_;
  std::size_t arguments_ = 0;  // the largest number of parameters of a task
  std::vector<const Statement*> events_;
  std::string text_;  // the body that is being written
  bool in_message_ = false;
};

std::string SequentialWriter::head() const {
  const std::string cells = std::to_string(std::max<std::size_t>(image_.cells.size(), 1));
  const std::string invocations = std::to_string(most_invocations);
  std::string text = "// The sequential program of '" + source_.file() +
                     "' for robustness: 'mazurka check' finds a failed\n"
                     "// assertion iff 'mazurka robust' finds a conflict, benign or not.\n";
  for (std::size_t i = 0; i < image_.cells.size(); ++i)
    text +=
        "//   cell " + std::to_string(i) + ": " + registry_.name_of(image_.cells[i].object) + "\n";
  text += "var seq_memory[" + cells + "];\n";
  text += "var seq_mode, seq_skip, seq_main, seq_after, seq_is_pivot, seq_tainted;\n";
  text += "var seq_pivot_set, seq_pivot, seq_pivot_writes, seq_pivot_on_main;\n";
  text += "var seq_linked, seq_closes, seq_used[" +
          std::to_string(std::max<std::size_t>(events_.size(), 1)) + "];\n";
  for (const char* set : {"task", "taint", "reached", "event"})
    text += std::string("var seq_") + set + "_reads[" + cells + "], seq_" + set + "_writes[" +
            cells + "];\n";
  text += "var seq_top, seq_code[" + invocations + "], seq_on_main[" + invocations +
          "], seq_ordered[" + invocations + "];\n";
  for (std::size_t i = 0; i < arguments_; ++i)
    text += "var seq_argument" + std::to_string(i) + "[" + invocations + "];\n";
  text += R"(handler seq_unused;

// Returns whether the access is to be made.
procedure seq_access(cell, writes) {
  if (seq_skip) { return 0; }
  if (seq_mode == 1) {
    // Figure 8: the root conflicts with the pivot, and nothing orders it after the pivot.
    assert !(seq_pivot_set && !seq_is_pivot && !seq_after && cell == seq_pivot
             && (writes || seq_pivot_writes));
    if (!seq_pivot_set) {
      if (choose(2)) {
        seq_pivot_set = 1; seq_is_pivot = 1; seq_pivot = cell; seq_pivot_writes = writes;
        seq_pivot_on_main = seq_main;
      }
    }
    return 1;
  }
  if (seq_mode == 2 && !seq_pivot_set) {
    // Figure 10: the pivot of the delayed event, and with it the rest of its invocation, is
    // skipped.
    if (choose(2)) {
      seq_pivot_set = 1; seq_skip = 1; seq_pivot = cell; seq_pivot_writes = writes;
      seq_pivot_on_main = seq_main;
      if (seq_main) {
        seq_tainted = 1;
        for i in 0..CELLS {
          seq_taint_reads[i] = seq_task_reads[i]; seq_taint_writes[i] = seq_task_writes[i];
        }
      }
      return 0;
    }
  }
  if (seq_mode >= 2) {
    if (seq_pivot_set && seq_pivot_on_main) {
      // What depends on the incomplete message cannot be a message of the main handler.
      if (seq_taint_writes[cell] || (writes && seq_taint_reads[cell])) {
        assume !seq_main;
        seq_tainted = 1;
      }
      if (seq_tainted) {
        if (writes) { seq_taint_writes[cell] = 1; } else { seq_taint_reads[cell] = 1; }
      }
    }
    if (writes) { seq_task_writes[cell] = 1; seq_event_writes[cell] = 1; }
    else { seq_task_reads[cell] = 1; seq_event_reads[cell] = 1; }
    if (seq_mode == 3) {
      if (seq_reached_writes[cell] || (writes && seq_reached_reads[cell])) { seq_linked = 1; }
      if (cell == seq_pivot && (writes || seq_pivot_writes)) { seq_closes = 1; }
    }
  }
  return 1;
}
// A task stops at an index that is out of range.
procedure seq_element(first, count, index) {
  if (index >= 0 && index < count) { return first + index; }
  seq_skip = 1;
  return first;
}
procedure seq_read(cell) { if (call seq_access(cell, 0)) { return seq_memory[cell]; } return 0; }
procedure seq_write(cell, value) { if (call seq_access(cell, 1)) { seq_memory[cell] = value; } }
procedure seq_add(cell, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  let old = seq_memory[cell];
  seq_memory[cell] = old + value;
  return old;
}
procedure seq_exchange(cell, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  let old = seq_memory[cell];
  seq_memory[cell] = value;
  return old;
}
procedure seq_cas(cell, expected, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  if (seq_memory[cell] != expected) { return 0; }
  seq_memory[cell] = value;
  return 1;
}
)";
  text +=
      "procedure seq_invoke(code, on_main" + numbered("a") + ") {\n  if (seq_skip) { return 0; }\n";
  text += "  seq_code[seq_top] = code; seq_on_main[seq_top] = on_main;\n";
  for (std::size_t i = 0; i < arguments_; ++i)
    text += "  seq_argument" + std::to_string(i) + "[seq_top] = a" + std::to_string(i) + ";\n";
  text +=
      "  // What the task of the pivot creates after it comes after it in every execution.\n"
      "  seq_ordered[seq_top] = seq_is_pivot || seq_after;\n  seq_top = seq_top + 1;\n}\n";
  for (std::size_t at = text.find("CELLS"); at != std::string::npos; at = text.find("CELLS"))
    text.replace(at, 5, cells);
  return text;
}

std::string SequentialWriter::dispatcher() const {
  const std::string cells = std::to_string(std::max<std::size_t>(image_.cells.size(), 1));
  std::string text = "\n// Runs a task, then what it has invoked, in this order (Section 6.3).\n";
  text += "procedure seq_run(code, on_main, tainted, after, under" + numbered("a") + ") {\n";
  text += R"(  if (seq_mode >= 2 && seq_pivot_set && seq_pivot_on_main && on_main) {
    // A message that depends on the incomplete one cannot start; any other may not have started.
    if (tainted) { return 0; }
    if (choose(2)) { return 0; }
  }
  // A message of the main handler starts after the one that led to it has ended.
  if (under && on_main) { after = 1; }
  seq_main = on_main; seq_tainted = tainted; seq_after = after; seq_is_pivot = 0; seq_skip = 0;
  for i in 0..)" +
          cells + R"( { seq_task_reads[i] = 0; seq_task_writes[i] = 0; }
  let first = seq_top;
)";
  std::string begin = "  if (";
  for (std::size_t i = 0; i < module_.tasks.size(); ++i) {
    const TaskDeclaration& task = module_.tasks[i];
    if (is_environment(task)) continue;
    std::string arguments;
    for (std::size_t a = 0; a < task.parameters.size(); ++a)
      arguments += (a > 0 ? ", a" : "a") + std::to_string(a);
    text += begin + "code == " + std::to_string(i) + ") { call seq_body_" + std::to_string(i) +
            "(" + arguments + "); }\n";
    begin = "  else if (";
  }
  text += R"(  let is_tainted = seq_tainted;
  let is_under = under || (seq_is_pivot && on_main);
  let last = seq_top;
  for i in first..last {
    call seq_run(seq_code[i], seq_on_main[i], is_tainted, seq_ordered[i], is_under)";
  for (std::size_t i = 0; i < arguments_; ++i) text += ", seq_argument" + std::to_string(i) + "[i]";
  return text + ");\n  }\n  seq_top = first;\n}\n";
}

std::string SequentialWriter::driver() const {
  const std::string cells = std::to_string(std::max<std::size_t>(image_.cells.size(), 1));
  std::string text = "\n// Runs an event that has not run yet.\nprocedure seq_event() {\n";
  text += "  let event = choose(" + std::to_string(std::max<std::size_t>(events_.size(), 1)) +
          ");\n  assume !seq_used[event];\n  seq_used[event] = 1;\n";
  text += "  for i in 0.." + cells + " { seq_event_reads[i] = 0; seq_event_writes[i] = 0; }\n";
  std::string begin = "  if (";
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Statement& s = *events_[i];
    const auto given = arguments_of(s);
    for (const Expression& each : given)
      if (!fold(each, symbols_)) refuse(each.span, "an argument of an event is not constant");
    const std::string arguments = padded(list(given), given.size());
    text += begin + "event == " + std::to_string(i) + ") { call seq_run(" +
            std::to_string(task_named(s.name)) + ", 1, 0, 0, 0" +
            (arguments.empty() ? "" : ", " + arguments) + "); }\n";
    begin = "  else if (";
  }
  text +=
      "}\n// Adds what the event has accessed to what is reached.\nprocedure seq_reach() {\n"
      "  for i in 0.." +
      cells + R"( {
    if (seq_event_reads[i]) { seq_reached_reads[i] = 1; }
    if (seq_event_writes[i]) { seq_reached_writes[i] = 1; }
  }
}
thread sequential {
)";
  for (std::size_t i = 0; i < image_.cells.size(); ++i)
    if (image_.cells[i].initial != 0)
      text +=
          "  seq_memory[" + std::to_string(i) + "] = " + number(image_.cells[i].initial) + ";\n";
  text += R"(  while (choose(2)) { call seq_event(); }
  if (choose(2)) {
    seq_mode = 1;
    call seq_event();
    return;
  }
  seq_mode = 2;
  call seq_event();
  assume seq_pivot_set;
  call seq_reach();
  seq_mode = 3;
  while (1) {
    seq_linked = 0; seq_closes = 0;
    call seq_event();
    // An event that no conflict links to the delayed one could as well have run before it.
    assume seq_linked;
    assert !seq_closes;
    call seq_reach();
  }
}
)";
  return text;
}

}  // namespace

std::string sequential_model(std::string_view source, const std::string& file_name,
                             std::span<const Define> defines, const std::string& main) {
  const Source text(file_name, source);
  Registry registry;
  static_cast<void>(compile(text, defines, registry));  // reports all other errors first
  return SequentialWriter(text, defines, main).write();
}

}  // namespace mazurka::model
