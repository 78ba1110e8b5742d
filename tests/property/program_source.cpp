// Prints random programs in the model language.
#include <span>
#include <string>

#include <fmt/format.h>

#include "property/random_program.h"
#include "property/scope.h"
#include "property/source_printer.h"
#include "property/traverse.h"

namespace mazurka::property {
namespace {

class ModelPrinter final : public SourcePrinter {
 public:
  explicit ModelPrinter(const RandomProgram& program) : SourcePrinter(program) {}

  std::string print() {
    declare_variables();
    declare("lock", "l", program().locks);
    declare("cond", "c", program().conditions);
    for (std::size_t i = 0; i < program().barriers.size(); ++i)
      line(fmt::format("barrier b{} = {};", i, program().barriers[i]));
    for (std::size_t i = 0; i < program().fifo.size(); ++i) {
      line(fmt::format("handler h{}{};", i, program().fifo[i] ? " fifo" : ""));
    }
    for (std::size_t i = 0; i < program().tasks.size(); ++i) print_task(static_cast<int>(i));
    if (has_receives()) {
      // A pattern that no send has is an error, so a thread that is never spawned has them all.
      line("thread unused() { send a(0) to self; send b to self; send c(self) to self; }");
    }
    return text();
  }

 private:
  [[nodiscard]] bool has_receives() const {
    bool result = false;
    for (const Task& task : program().tasks)
      for_each_statement(task.body, [&](const Statement& s) {
        result = result || s.kind == StatementKind::receive;
      });
    return result;
  }

  void declare_variables() {
    for (std::size_t i = 0; i < program().variables.size(); ++i) {
      const Variable& variable = program().variables[i];
      const std::string size = variable.size > 0 ? fmt::format("[{}]", variable.size) : "";
      line(fmt::format("var {}{} = {};", name({Sort::variable, static_cast<int>(i)}), size,
                       variable.initial));
    }
  }

  void declare(std::string_view keyword, std::string_view prefix, int count) {
    for (int i = 0; i < count; ++i) line(fmt::format("{} {}{};", keyword, prefix, i));
  }

  void print_task(int index) {
    const Task& task = task_at(index);
    const bool message = task.kind == TaskKind::message;
    std::string parameters;
    for (int i = 0; i < task.parameters; ++i) {
      parameters += (i == 0 ? "" : ", ") + name({Sort::reg, i});
    }
    const bool parentheses =
        task.kind == TaskKind::spawned || task.kind == TaskKind::procedure || task.parameters > 0;
    const bool procedure = task.kind == TaskKind::procedure;
    open(fmt::format("{} {}{}",
                     procedure ? "procedure"
                     : message ? "message"
                               : "thread",
                     name({Sort::task, index}), parentheses ? "(" + parameters + ")" : ""));
    print_block(task.body);
    close();
  }

  void print_statement(const Statement& s) override {
    switch (s.kind) {
      case StatementKind::branch:
        return print_branch("if (" + top(s, 0) + ")", s, {});
      case StatementKind::repeat:
        return print_loop(fmt::format("for {} in 0..{}", named(s, 0), s.value), s.body);
      case StatementKind::poll:
        return print_poll(s);
      case StatementKind::section:
        return print_section(s);
      case StatementKind::try_section:
        return print_branch("if (trylock(" + named(s, 0) + "))", s, unlock(s));
      case StatementKind::receive:
        return print_receive(s);
      case StatementKind::wait_while:
        open("while (" + top(s, 0) + ")");
        line(wait(s));
        return close();
      default:
        return line(simple(s));
    }
  }

  // Prints a statement that contains no blocks.
  std::string simple(const Statement& s) {
    switch (s.kind) {
      case StatementKind::let:
        return fmt::format("let {} = {};", named(s, 0), top(s, 0));
      case StatementKind::write:
        return fmt::format("{} = {};", top(s, 0), top(s, 1));
      case StatementKind::post:
        return fmt::format("{}post {}{} to {}{}{};",
                           keeps_thread(s) ? "let " + named(s, 2) + " = " : "", named(s, 0),
                           task_at(s.names[0].index).parameters == 0 ? "" : arguments(s),
                           named(s, 1), (s.value & is_delayed) != 0 ? " delayed" : "",
                           is_conditional(s) ? " when " + print(s.operands.back()) : "");
      case StatementKind::spawn:
        return fmt::format("{}spawn {}{};", s.names.size() > 1 ? "let " + named(s, 1) + " = " : "",
                           named(s, 0), arguments(s));
      case StatementKind::join:
        return fmt::format("join {};", named(s, 0));
      case StatementKind::call:
        return fmt::format("{}call {}{};", s.names.size() > 1 ? "let " + named(s, 1) + " = " : "",
                           named(s, 0), arguments(s));
      case StatementKind::recurse:
        return fmt::format("if (r0 > 0) {{ call {}(r0 - 1); }}", named(s, 0));
      case StatementKind::give:
        return fmt::format("return {};", top(s, 0));
      case StatementKind::cancel:
        return fmt::format("cancel {};", named(s, 0));
      case StatementKind::send: {
        const std::string message = s.value == tag_number  ? "a(" + top(s, 0) + ")"
                                    : s.value == tag_plain ? "b"
                                                           : "c(self)";
        return fmt::format("send {} to {};", message, named(s, 0));
      }
      case StatementKind::wait:
        return wait(s);
      case StatementKind::signal:
        return fmt::format("signal({});", named(s, 0));
      case StatementKind::broadcast:
        return fmt::format("broadcast({});", named(s, 0));
      case StatementKind::arrive:
        return fmt::format("arrive {};", named(s, 0));
      case StatementKind::assertion:
        return fmt::format("assert {};", top(s, 0));
      case StatementKind::assume:
        return fmt::format("assume {};", top(s, 0));
      case StatementKind::await:
        return fmt::format("await {};", top(s, 0));
      default:
        return {};
    }
  }

  void print_receive(const Statement& s) {
    open("receive");
    if ((s.value & takes_number) != 0) {
      const std::string guard = s.operands.empty() ? "" : " when " + top(s, 0);
      open(fmt::format("a({}){} =>", named(s, 0), guard));
      print_block(s.body);
      close();
    }
    if ((s.value & takes_plain) != 0) line("b => ;");
    if ((s.value & takes_sender) != 0)
      line(fmt::format("c({}) => send b to {};", named(s, 1), named(s, 1)));
    if ((s.value & has_after) != 0) {
      open("after =>");
      print_block(s.otherwise);
      close();
    }
    close();
  }

  void print_poll(const Statement& s) {
    const std::string counter = named(s, 0);
    line(fmt::format("let {} = 0;", counter));
    open(fmt::format("while ({} < {} && {})", counter, s.value, nested(s.operands[0])));
    line(fmt::format("{} = {} + 1;", counter, counter));
    print_block(s.body);
    close();
  }

  void print_section(const Statement& s) {
    line(fmt::format("lock({});", named(s, 0)));
    print_block(s.body);
    if (const std::string last = unlock(s); !last.empty()) line(last);
  }

  std::string unlock(const Statement& s) const {
    return s.value == 1 ? "" : fmt::format("unlock({});", named(s, 0));
  }
  std::string wait(const Statement& s) const {
    return fmt::format("wait({}, {});", named(s, 0), named(s, 1));
  }
  std::string arguments(const Statement& s) const {
    return "(" +
           list(std::span(s.operands).first(s.operands.size() - (is_conditional(s) ? 1 : 0))) + ")";
  }

  std::string list(std::span<const Expression> expressions) const {
    std::string joined;
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      joined += (i == 0 ? "" : ", ") + print(expressions[i]);
    }
    return joined;
  }

  std::string print(const Expression& e) const {
    switch (e.kind) {
      case ExpressionKind::constant:
        return fmt::format("{}", e.value);
      case ExpressionKind::reg:
        return name(e.name);
      case ExpressionKind::variable:
        return name(e.name) + (e.operands.empty() ? "" : "[" + print(e.operands[0]) + "]");
      case ExpressionKind::binary:
        return fmt::format("{} {} {}", nested(e.operands[0]), e.op, nested(e.operands[1]));
      case ExpressionKind::fetch_add:
        return "fetch_add(" + list(e.operands) + ")";
      case ExpressionKind::exchange:
        return "exchange(" + list(e.operands) + ")";
      case ExpressionKind::cas:
        return "cas(" + list(e.operands) + ")";
      case ExpressionKind::choose:
        return fmt::format("choose({})", e.value);
    }
    return {};
  }

  std::string nested(const Expression& e) const {
    return e.kind == ExpressionKind::binary ? "(" + print(e) + ")" : print(e);
  }
  std::string top(const Statement& s, std::size_t i) const { return print(s.operands[i]); }

  std::string name(Name name) const override {
    return fmt::format("{}{}", prefix(name), name.index);
  }

  char prefix(Name name) const {
    switch (name.sort) {
      case Sort::variable:
        return program().variables[static_cast<std::size_t>(name.index)].size > 0 ? 'a' : 'x';
      case Sort::lock:
        return 'l';
      case Sort::condition:
        return 'c';
      case Sort::barrier:
        return 'b';
      case Sort::handler:
        return 'h';
      case Sort::task:
        return task_at(name.index).kind == TaskKind::message     ? 'm'
               : task_at(name.index).kind == TaskKind::procedure ? 'p'
                                                                 : 't';
      case Sort::reg:
        return 'r';
    }
    return '?';
  }
};

}  // namespace

std::string to_source(const RandomProgram& program) { return ModelPrinter(program).print(); }

}  // namespace mazurka::property
