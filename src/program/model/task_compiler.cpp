#include "program/model/task_compiler.h"

#include <algorithm>
#include <utility>

#include "program/model/condition_compiler.h"

namespace mazurka::model {

void TaskCompiler::compile(const TaskDeclaration& declaration, TaskCode& code) {
  starts_with_program_ = !declaration.is_message && !declaration.has_parentheses;
  code.entry = builder_.here();
  scope_.enter();
  for (const Identifier& parameter : declaration.parameters) new_register(parameter);
  if (!declaration.is_message && !starts_with_program_)
    builder_.begin_thread(declaration.name.span);
  if (declaration.mentions_self) declare_self(declaration.name.span);
  block(declaration.body);
  scope_.leave();
  builder_.emit({.op = Op::finish});
  code.registers = scope_.registers().highest();
}

void TaskCompiler::compile(const ProcedureDeclaration& declaration, ProcedureCode& code) {
  is_procedure_ = true;
  code.entry = builder_.here();
  scope_.enter();
  for (const Identifier& parameter : declaration.parameters) new_register(parameter);
  if (declaration.mentions_self) declare_self(declaration.name.span);
  block(declaration.body);
  scope_.leave();
  const Register nothing_given = scope_.registers().push();
  builder_.load(nothing_given, 0);
  builder_.emit({.op = Op::give_back, .a = nothing_given});
  code.registers = scope_.registers().highest();
}

void TaskCompiler::declare_self(Span place) {
  const Register self = scope_.registers().push();
  builder_.emit({.op = Op::self, .a = self});
  scope_.declare({{"self", place}, self});
}

Register TaskCompiler::new_register(const Identifier& name) {
  resolver_.check_new_register(name);
  const Register result = scope_.registers().push();
  scope_.declare({name, result});
  return result;
}

void TaskCompiler::block(const Block& statements) {
  scope_.enter();
  for (const Statement& each : statements) {
    ++steps_;
    statement(each);
  }
  scope_.leave();
}

void TaskCompiler::statement(const Statement& statement) {
  // Registers of a `let` stay; temporaries are released at the end of their statement.
  if (statement.kind == StatementKind::let) return let(statement);
  if (statement.kind == StatementKind::spawn) return spawn(statement);
  if (statement.kind == StatementKind::post && statement.result) return post_with_id(statement);
  const Register mark = scope_.registers().mark();
  switch (statement.kind) {
    case StatementKind::assign:
      assign(statement);
      break;
    case StatementKind::evaluate:
      static_cast<void>(expressions_.operand(statement.expressions[0]));
      break;
    case StatementKind::branch:
      branch(statement);
      break;
    case StatementKind::while_loop:
      while_loop(statement);
      break;
    case StatementKind::for_loop:
      for_loop(statement);
      break;
    case StatementKind::post:
      post(statement);
      break;
    case StatementKind::join:
      join(statement);
      break;
    case StatementKind::cancel:
      cancel(statement);
      break;
    case StatementKind::send:
      send(statement);
      break;
    case StatementKind::receive:
      receive(statement);
      break;
    case StatementKind::lock:
      on_target(statement, Op::lock, DataKind::lock);
      break;
    case StatementKind::unlock:
      on_target(statement, Op::unlock, DataKind::lock);
      break;
    case StatementKind::wait:
      wait(statement);
      break;
    case StatementKind::signal:
      on_target(statement, Op::signal, DataKind::condition);
      break;
    case StatementKind::broadcast:
      on_target(statement, Op::broadcast, DataKind::condition);
      break;
    case StatementKind::arrive:
      arrive(statement);
      break;
    case StatementKind::assertion:
      assertion(statement);
      break;
    case StatementKind::assume:
      assume(statement);
      break;
    case StatementKind::give_back:
      give_back(statement);
      break;
    default:
      await(statement);
      break;
  }
  scope_.registers().release(mark);
}

// The register is declared after its value has been computed, so `let r = r;` is an error.
void TaskCompiler::let(const Statement& statement) {
  resolver_.check_new_register(statement.name);
  const Register result = scope_.registers().push();
  expressions_.into(statement.expressions[0], result);
  scope_.declare({statement.name, result});
}

void TaskCompiler::assign(const Statement& statement) {
  const Expression& place = statement.expressions[0];
  const Expression& value = statement.expressions[1];
  if (place.name.text == "self")
    throw resolver_.source().error(place.span, "'self' cannot be assigned",
                                   "it is the id of the running thread");
  if (place.kind == ExpressionKind::name)
    if (const Local* const local = resolver_.value_register(place.name))
      return expressions_.into(value, local->index);
  const DataSymbol& symbol = resolver_.assigned(place);
  const PreparedPlace prepared = expressions_.prepare(place, symbol.kind);
  const Register written = expressions_.operand(value);
  const Target cell = expressions_.resolve(prepared);
  builder_.emit(
      {.op = Op::write, .b_in_register = cell.in_register, .a = written, .b = cell.number},
      statement.span);
}

void TaskCompiler::branch(const Statement& statement) {
  std::vector<std::uint32_t> to_end;
  const std::size_t conditions = statement.expressions.size();
  for (std::size_t i = 0; i < statement.blocks.size(); ++i) {
    if (i == conditions) {
      block(statement.blocks[i]);
      break;
    }
    const Register mark = scope_.registers().mark();
    const Register condition = expressions_.operand(statement.expressions[i]);
    scope_.registers().release(mark);
    const std::uint32_t to_next = builder_.emit({.op = Op::jump_if_zero, .b = condition});
    block(statement.blocks[i]);
    if (i + 1 < statement.blocks.size()) to_end.push_back(builder_.emit({.op = Op::jump}));
    builder_.land(to_next);
  }
  for (const std::uint32_t jump : to_end) builder_.land(jump);
}

// An iteration takes as many local steps as the body has statements, and one for the test. Inner
// loops are counted separately.
void TaskCompiler::go_back(std::uint32_t start, std::uint64_t steps_before, const Statement& loop) {
  const auto round = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::exchange(steps_, steps_before) - steps_before + 1, 1'000'000));
  builder_.emit({.op = Op::loop, .a = start, .b = round}, loop.span);
}

void TaskCompiler::while_loop(const Statement& statement) {
  const std::uint64_t steps_before = steps_;
  const std::uint32_t start = builder_.here();
  const Register mark = scope_.registers().mark();
  const Register condition = expressions_.operand(statement.expressions[0]);
  scope_.registers().release(mark);
  const std::uint32_t out = builder_.emit({.op = Op::jump_if_zero, .b = condition});
  block(statement.blocks[0]);
  go_back(start, steps_before, statement);
  builder_.land(out);
}

// Compiles to: let i = from; let end = to; while (i < end) { …; i = i + 1; }
void TaskCompiler::for_loop(const Statement& statement) {
  resolver_.check_new_register(statement.name);
  scope_.enter();
  const Register counter = scope_.registers().push();
  expressions_.into(statement.expressions[0], counter);
  const Register end = scope_.registers().push();
  expressions_.into(statement.expressions[1], end);
  const Register one = scope_.registers().push();
  builder_.load(one, 1);
  const Register has_another = scope_.registers().push();
  scope_.declare({statement.name, counter});

  const std::uint64_t steps_before = steps_;
  const std::uint32_t start = builder_.here();
  builder_.emit({.op = Op::less, .a = has_another, .b = counter, .c = end});
  const std::uint32_t out = builder_.emit({.op = Op::jump_if_zero, .b = has_another});
  block(statement.blocks[0]);
  builder_.emit({.op = Op::add, .a = counter, .b = counter, .c = one});
  go_back(start, steps_before, statement);
  builder_.land(out);
  scope_.leave();
}

// A post with a condition waits until it holds: an await, then the post.
void TaskCompiler::post(const Statement& statement) {
  if (statement.when) await_condition(*statement.when, statement.span);
  const std::span all(statement.expressions);
  const TaskSymbol& message = resolver_.message(statement.name, all.size() - 1);
  const Register arguments = expressions_.operands(all.first(all.size() - 1));
  const Target handler = expressions_.resolve(expressions_.prepare(all.back(), DataKind::handler));
  const Instruction post{.op = Op::post,
                         .b_in_register = handler.in_register,
                         .a = message.code,
                         .b = handler.number,
                         .c = arguments};
  post_once(statement, post, handler);
  const bool is_event =
      starts_with_program_ && !handler.in_register && handler.number == repeated_.handler;
  if (is_event) repeat_post(statement, post, handler);
}

void TaskCompiler::post_once(const Statement& statement, const Instruction& post,
                             const Target& handler) {
  if (statement.is_delayed) return post_delayed(statement, post.a, post.c, handler);
  builder_.emit(post, statement.span);
}

// Compiles to: if (!choose(2)) { post; if (!choose(2)) { post; … } }. Runs that always choose 0
// post all instances.
void TaskCompiler::repeat_post(const Statement& statement, const Instruction& post,
                               const Target& handler) {
  std::vector<std::uint32_t> to_end;
  const Register two = scope_.registers().push();
  const Register is_over = scope_.registers().push();
  const Register has_another = scope_.registers().push();
  builder_.load(two, 2);
  for (std::uint32_t i = 1; i < repeated_.instances; ++i) {
    builder_.emit({.op = Op::choose, .a = is_over, .c = two}, statement.span, statement.span);
    builder_.emit({.op = Op::logical_not, .a = has_another, .b = is_over});
    to_end.push_back(builder_.emit({.op = Op::jump_if_zero, .b = has_another}));
    if (statement.when) await_condition(*statement.when, statement.span);
    post_once(statement, post, handler);
  }
  for (const std::uint32_t jump : to_end) builder_.land(jump);
}

// Spawns a thread that does nothing but the post.
void TaskCompiler::post_delayed(const Statement& statement, std::uint32_t message,
                                Register arguments, const Target& handler) {
  const std::uint32_t thread = delayed_posts_.thread(message, handler, statement.span);
  const std::uint32_t parameters = builder_.image().tasks[message].parameters;
  Register first = arguments;
  if (handler.in_register) {  // the handler follows the arguments in one block of registers
    first = scope_.registers().push();
    for (std::uint32_t i = 0; i < parameters; ++i) {
      const Register to = i == 0 ? first : scope_.registers().push();
      builder_.emit({.op = Op::move, .a = to, .b = arguments + i});
    }
    const Register last = parameters == 0 ? first : scope_.registers().push();
    builder_.emit({.op = Op::move, .a = last, .b = handler.number});
  }
  builder_.emit({.op = Op::spawn, .a = thread, .b = id_of_post_, .c = first}, statement.span);
}

// The register gets the id of the thread that posts.
void TaskCompiler::post_with_id(const Statement& statement) {
  resolver_.check_new_register(*statement.result);
  const Register result = scope_.registers().push();
  const Register mark = scope_.registers().mark();
  id_of_post_ = result;
  post(statement);
  id_of_post_ = nothing;
  scope_.registers().release(mark);
  scope_.declare({*statement.result, result});
}

void TaskCompiler::spawn(const Statement& statement) {
  const TaskSymbol& thread = resolver_.thread(statement.name, statement.expressions.size());
  if (statement.result) resolver_.check_new_register(*statement.result);
  const Register result = statement.result ? scope_.registers().push() : nothing;
  const Register mark = scope_.registers().mark();
  const Register arguments = expressions_.operands(statement.expressions);
  builder_.emit({.op = Op::spawn, .a = thread.code, .b = result, .c = arguments}, statement.span);
  scope_.registers().release(mark);
  if (statement.result) scope_.declare({*statement.result, result});
}

void TaskCompiler::join(const Statement& statement) {
  const Register thread = expressions_.operand(statement.expressions[0]);
  builder_.emit({.op = Op::join, .a = thread}, statement.span);
}

void TaskCompiler::cancel(const Statement& statement) {
  const Register task = expressions_.operand(statement.expressions[0]);
  builder_.emit({.op = Op::cancel, .a = task}, statement.span);
}

void TaskCompiler::send(const Statement& statement) {
  const std::span all(statement.expressions);
  const std::uint32_t tag = builder_.tags().sent(statement.name, all.size() - 1);
  const Register arguments = expressions_.operands(all.first(all.size() - 1));
  const Register to = expressions_.operand(all.back());
  builder_.emit({.op = Op::send, .a = tag, .b = to, .c = arguments}, statement.span);
}

// Compiles to the receive, and then for each pattern its guard and its body. Each body but the last
// one ends with a jump behind all of them.
void TaskCompiler::receive(const Statement& statement) {
  const auto number = static_cast<std::uint32_t>(builder_.image().receives.size());
  builder_.emit({.op = Op::receive, .a = number}, statement.span);
  builder_.image().receives.emplace_back();
  ReceiveCode code;
  std::vector<std::uint32_t> to_end;
  for (std::size_t i = 0; i < statement.arms.size(); ++i) {
    receive_arm(statement.arms[i], statement.blocks[i], code);
    to_end.push_back(builder_.emit({.op = Op::jump}));
  }
  for (const std::uint32_t jump : to_end) builder_.land(jump);
  builder_.image().receives[number] = std::move(code);
}

void TaskCompiler::receive_arm(const ReceiveArm& arm, const Block& body, ReceiveCode& receive) {
  if (arm.is_after) {
    receive.after = builder_.here();
    return block(body);
  }
  scope_.enter();
  ArmCode code{.tag = builder_.tags().received(arm.tag, arm.parameters.size()),
               .first = scope_.registers().mark()};
  for (const Identifier& parameter : arm.parameters) {
    if (parameter.text == "_") {
      static_cast<void>(scope_.registers().push());
    } else {
      new_register(parameter);
    }
  }
  if (arm.guard) ConditionCompiler(builder_, resolver_).compile_guard(*arm.guard, code);
  for (const Register each : code.captured)
    if (each < code.first && std::ranges::find(receive.captured, each) == receive.captured.end())
      receive.captured.push_back(each);
  code.entry = builder_.here();
  receive.arms.push_back(std::move(code));
  block(body);
  scope_.leave();
}

void TaskCompiler::on_target(const Statement& statement, Op op, DataKind kind) {
  const Target target = expressions_.resolve(expressions_.prepare(statement.expressions[0], kind));
  builder_.emit({.op = op, .b_in_register = target.in_register, .b = target.number},
                statement.span);
}

void TaskCompiler::arrive(const Statement& statement) {
  const Target barrier =
      expressions_.resolve(expressions_.prepare(statement.expressions[0], DataKind::barrier));
  for (const Op op : {Op::arrive, Op::leave})
    builder_.emit({.op = op, .b_in_register = barrier.in_register, .b = barrier.number},
                  statement.span);
}

void TaskCompiler::wait(const Statement& statement) {
  const auto condition = expressions_.prepare(statement.expressions[0], DataKind::condition);
  const auto lock = expressions_.prepare(statement.expressions[1], DataKind::lock);
  const Target slept_on = expressions_.resolve(condition);
  const Target released = expressions_.resolve(lock);
  Instruction instruction{.op = Op::sleep,
                          .b_in_register = slept_on.in_register,
                          .c_in_register = released.in_register,
                          .b = slept_on.number,
                          .c = released.number};
  builder_.emit(instruction, statement.span);
  instruction.op = Op::relock;
  builder_.emit(instruction, statement.span);
}

void TaskCompiler::assertion(const Statement& statement) {
  const Expression& expression = statement.expressions[0];
  RegisterStack& registers = scope_.registers();
  const Register mark = registers.mark();
  const std::uint32_t flags = count_short_circuits(expression);
  for (std::uint32_t i = 0; i < flags; ++i) builder_.load(registers.push(), 0);

  std::vector<NoteItem> notes;
  registers.keep(true);
  expressions_.take_notes(&notes, mark);
  const Register holds = expressions_.operand(expression);
  expressions_.take_notes(nullptr, nothing);
  registers.keep(false);

  std::vector<std::vector<NoteItem>>& all = builder_.image().notes;
  builder_.emit({.op = Op::assertion, .a = holds, .b = static_cast<std::uint32_t>(all.size())},
                statement.span, expression.span);
  all.push_back(std::move(notes));
}

void TaskCompiler::assume(const Statement& statement) {
  const Register holds = expressions_.operand(statement.expressions[0]);
  builder_.emit({.op = Op::assume, .a = holds}, statement.span, statement.expressions[0].span);
}

// In a thread or message, `return` ends the task.
void TaskCompiler::give_back(const Statement& statement) {
  if (!is_procedure_) {
    if (!statement.expressions.empty())
      throw resolver_.source().error(statement.expressions[0].span,
                                     "a thread or message has no value to return",
                                     "only a procedure has one: procedure p() { return 1; }");
    builder_.emit({.op = Op::finish});
    return;
  }
  Register value = 0;
  if (statement.expressions.empty())
    builder_.load(value = scope_.registers().push(), 0);
  else
    value = expressions_.operand(statement.expressions[0]);
  builder_.emit({.op = Op::give_back, .a = value});
}

void TaskCompiler::await(const Statement& statement) {
  await_condition(statement.expressions[0], statement.span);
}

void TaskCompiler::await_condition(const Expression& condition, Span span) {
  std::vector<ConditionCode>& conditions = builder_.image().conditions;
  const auto number = static_cast<std::uint32_t>(conditions.size());
  builder_.emit({.op = Op::await, .a = number}, span, condition.span);
  conditions.push_back(ConditionCompiler(builder_, resolver_).compile(condition));
}

}  // namespace mazurka::model
