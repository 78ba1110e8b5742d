#include "program/model/sequential_support.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "program/model/constant.h"

namespace mazurka::model {

namespace {

class SupportCheck {
 public:
  SupportCheck(const Module& module, const Source& source, const Symbols& symbols,
               const std::string& main)
      : module_(module), source_(source), symbols_(symbols), main_(main) {}

  void run() {
    check_main_handler();
    for (const TaskDeclaration& task : module_.tasks) {
      if (is_environment(task)) {
        check_environment(task.body);
      } else {
        check_body(task.parameters, task.body, task.is_message);
      }
    }
    for (const ProcedureDeclaration& each : module_.procedures) note_call(each, false);
    for (std::size_t i = 0; i < called_.size(); ++i) {
      const auto [procedure, by_message] = called_[i];
      check_body(procedure->parameters, procedure->body, by_message);
    }
  }

 private:
  [[noreturn]] void refuse(Span span, const std::string& what) const {
    throw source_.error(span, what + ", which --emit-sequential does not support",
                        "--method explore checks such programs");
  }

  void check_main_handler() const {
    const std::string_view declared = std::string_view(main_).substr(0, main_.find('['));
    for (const DataDeclaration& each : module_.data)
      if (each.kind == DataKind::handler && each.name.text == declared &&
          !start_is_choice(each.discipline))
        refuse(each.name.span, "the main handler is " + std::string(name_of(each.discipline)));
  }

  void check_environment(const Block& body) {
    for (const Statement& s : body) {
      if (s.kind != StatementKind::post)
        refuse(s.span, "a thread that starts with the program does something else than post");
      check_creation(s);
      for (const Expression& each : arguments_of(s))
        if (!fold(each, symbols_)) refuse(each.span, "an argument of an event is not constant");
    }
  }

  // Checks the body of a message, thread or procedure. A procedure that a message calls is part of
  // the message.
  void check_body(const std::vector<Identifier>& parameters, const Block& body, bool in_message) {
    in_message_ = in_message;
    registers_.clear();
    for (const Identifier& each : parameters) add_register(each);
    check(body);
  }

  void note_call(const ProcedureDeclaration& procedure, bool by_message) {
    if (noted_.emplace(&procedure, by_message).second) called_.emplace_back(&procedure, by_message);
  }

  void add_register(const Identifier& name) {
    if (name.text.starts_with("seq_")) refuse(name.span, "a register's name starts with 'seq_'");
    registers_.push_back(name.text);
  }

  // --- Statements ---

  void check(const Block& statements) {
    const std::size_t before = registers_.size();
    for (const Statement& each : statements) check(each);
    registers_.resize(before);
  }

  void check(const Statement& s) {
    switch (s.kind) {
      case StatementKind::let:
      case StatementKind::assign:
      case StatementKind::evaluate:
      case StatementKind::branch:
      case StatementKind::while_loop:
      case StatementKind::for_loop:
      case StatementKind::give_back:
        break;
      case StatementKind::post:
      case StatementKind::spawn:
        check_creation(s);
        for (const Expression& each : arguments_of(s)) check(each);
        return;
      case StatementKind::assertion:
      case StatementKind::assume:
        // It keeps the main handler busy, so events cannot be completed one after the other.
        if (in_message_) refuse(s.span, "a message of the main handler may stop for good");
        break;
      default:
        refuse(s.span, "'" + std::string(source_.text(s.span)) + "' is used");
    }
    for (const Expression& each : s.expressions) check(each);
    const std::size_t before = registers_.size();
    if (s.kind == StatementKind::let || s.kind == StatementKind::for_loop) add_register(s.name);
    for (const Block& each : s.blocks) check(each);
    if (s.kind == StatementKind::for_loop) registers_.resize(before);
  }

  // Checks how a post or spawn creates its task. `post … delayed` is supported: see the writer.
  void check_creation(const Statement& s) const {
    if (s.result) refuse(s.span, "a register holds the id of a task");
    if (s.kind == StatementKind::spawn) return;
    const Expression& handler = s.expressions.back();
    const auto index = handler.kind == ExpressionKind::element ? fold(handler.operands[0], symbols_)
                                                               : std::optional<std::int64_t>();
    const std::string target = std::string(handler.name.text) +
                               (index ? "[" + std::to_string(*index) + "]" : std::string());
    if (target != main_) refuse(s.span, "a message is posted to another handler than the main one");
    if (s.when) refuse(s.span, "a post waits for a condition");
  }

  // --- Expressions ---

  void check(const Expression& e) {
    if (fold(e, symbols_)) return;
    switch (e.kind) {
      case ExpressionKind::name:
        // What is neither declared nor a register is `self` or a thread that starts with the
        // program. The sequential model has other threads.
        if (symbols_.data(e.name.text) == nullptr &&
            std::ranges::find(registers_, e.name.text) == registers_.end())
          refuse(e.span, "the id of a thread is used");
        return;
      case ExpressionKind::trylock:
      case ExpressionKind::choose:
        refuse(e.span, e.kind == ExpressionKind::choose ? "'choose' is used" : "'trylock' is used");
      case ExpressionKind::divide:
      case ExpressionKind::remainder:
        // What a skipped access gives would be a wrong divisor.
        if (const auto divisor = fold(e.operands[1], symbols_); !divisor || *divisor == 0)
          refuse(e.span, "something is divided by a value that is not constant");
        break;
      case ExpressionKind::procedure:
        note_call(*symbols_.procedure(e.name.text)->declaration, in_message_);
        break;
      default:
        break;
    }
    for (const Expression& each : e.operands) check(each);
  }

  const Module& module_;
  const Source& source_;
  const Symbols& symbols_;
  const std::string& main_;
  bool in_message_ = false;
  std::vector<std::string_view> registers_;
  std::vector<std::pair<const ProcedureDeclaration*, bool>> called_;  // the flag: by a message
  std::set<std::pair<const ProcedureDeclaration*, bool>> noted_;
};

}  // namespace

void check_sequential_support(const Module& module, const Source& source, const Symbols& symbols,
                              const std::string& main) {
  SupportCheck(module, source, symbols, main).run();
}

std::span<const Expression> arguments_of(const Statement& creation) {
  const std::span all(creation.expressions);
  return creation.kind == StatementKind::post ? all.first(all.size() - 1) : all;
}

}  // namespace mazurka::model
