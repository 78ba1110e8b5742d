#include "property/random_body.h"

#include <utility>

namespace mazurka::property {
namespace {

constexpr int deepest = 2;

Expression reg(int index) { return {.kind = ExpressionKind::reg, .name = {Sort::reg, index}}; }

Expression binary(std::string_view op, Expression left, Expression right) {
  return {
      .kind = ExpressionKind::binary, .op = op, .operands = {std::move(left), std::move(right)}};
}

}  // namespace

Expression constant(int value) { return {.value = value}; }

Statement write(Expression place, Expression value) {
  return {.kind = StatementKind::write, .operands = {std::move(place), std::move(value)}};
}

Block BodyWriter::body(int task) {
  self_ = task;
  depth_ = 0;
  const Task& self = program_.tasks[static_cast<std::size_t>(task)];
  const Range range = is_like_message() ? shape_.message_statements : shape_.thread_statements;
  return block(Scope::of_parameters(self), bits_.between(range.low, range.high));
}

const Mix& BodyWriter::mix() const { return is_like_message() ? shape_.message : shape_.thread; }

bool BodyWriter::is_like_message() const {
  const Task& self = program_.tasks[static_cast<std::size_t>(self_)];
  return self.kind == TaskKind::message || (is_procedure() && !program_.fifo.empty());
}

bool BodyWriter::is_procedure() const {
  return program_.tasks[static_cast<std::size_t>(self_)].kind == TaskKind::procedure;
}

Block BodyWriter::block(Scope scope, int statements) {
  Block result;
  for (int i = 0; i < statements; ++i) {
    result.push_back(statement(scope));
    scope.define(result.back());
  }
  if (!is_procedure()) return result;
  if (depth_ == 0 && task().parameters > 0 && bits_.percent(shape_.recursive))
    result.push_back({.kind = StatementKind::recurse, .names = {{Sort::task, self_}}});
  if (bits_.percent(depth_ == 0 ? 70 : 20)) result.push_back(give(scope));
  return result;
}

Block BodyWriter::nested(const Scope& scope, int statements) {
  ++depth_;
  Block result = block(scope, statements);
  --depth_;
  return result;
}

Statement BodyWriter::statement(const Scope& scope) {
  const Mix& mix = this->mix();
  const bool deep = depth_ >= deepest;
  const int section_weight = deep || program_.locks == 0 ? 0 : mix.section;
  const int waits = program_.conditions == 0 || program_.locks == 0 ? 0 : mix.wait;
  const Option options[] = {
      {mix.read, &BodyWriter::read},
      {mix.write, &BodyWriter::store},
      {mix.update, &BodyWriter::update},
      {mix.compare, &BodyWriter::compare},
      {deep ? 0 : mix.branch, &BodyWriter::branch},
      {deep ? 0 : mix.loop, &BodyWriter::loop},
      {section_weight, &BodyWriter::section},
      {deep || program_.locks == 0 ? 0 : mix.trylock, &BodyWriter::try_section},
      {waits, &BodyWriter::wait},
      {program_.conditions == 0 ? 0 : mix.notify, &BodyWriter::notify},
      {program_.barriers.empty() ? 0 : mix.arrive, &BodyWriter::arrive},
      {mix.await, &BodyWriter::await},
      {mix.choose, &BodyWriter::choice},
      {mix.assume, &BodyWriter::assume},
      {mix.assertion, &BodyWriter::assertion},
      {mix.send, &BodyWriter::send},
      {deep ? 0 : mix.receive, &BodyWriter::receive},
  };
  int total = 0;
  for (const Option& option : options) total += option.weight;
  int roll = bits_.below(total);
  for (const Option& option : options) {
    roll -= option.weight;
    if (roll < 0) return (this->*option.make)(scope);
  }
  return store(scope);
}

// --- statements --------------------------------------------------------------------------------

Statement BodyWriter::read(const Scope&) {
  return {.kind = StatementKind::let, .names = {new_register()}, .operands = {place()}};
}

Statement BodyWriter::store(const Scope& scope) {
  Expression to = place();
  return write(std::move(to), value(scope));
}

Statement BodyWriter::update(const Scope&) {
  return {.kind = StatementKind::let, .names = {new_register()}, .operands = {updated()}};
}

Statement BodyWriter::compare(const Scope& scope) {
  if (depth_ >= deepest || bits_.percent(50))
    return {.kind = StatementKind::let,
            .names = {new_register()},
            .operands = {compare_exchange(scope)}};
  Statement result{.kind = StatementKind::branch,
                   .operands = {binary("==", compare_exchange(scope), constant(1))}};
  result.body = nested(scope, 1);
  if (bits_.percent(50)) result.otherwise = nested(scope, 1);
  return result;
}

Statement BodyWriter::branch(const Scope& scope) {
  Statement result{.kind = StatementKind::branch, .operands = {branch_condition(scope)}};
  result.body = nested(scope, bits_.percent(70) ? 1 : 2);
  if (bits_.percent(40)) result.otherwise = nested(scope, 1);
  return result;
}

Statement BodyWriter::loop(const Scope& scope) {
  const bool polls = bits_.percent(50);
  Statement result{.kind = polls ? StatementKind::poll : StatementKind::repeat,
                   .value = 2,
                   .names = {new_register()}};
  if (polls) result.operands = {compared(place())};
  result.body = nested(scope.inside(result), polls && bits_.percent(50) ? 0 : 1);
  return result;
}

Statement BodyWriter::section(const Scope& scope) {
  Statement result{.kind = StatementKind::section,
                   .value = bits_.percent(shape_.left_held) ? 1 : 0,
                   .names = {{Sort::lock, free_lock(scope)}}};
  const Scope inside = scope.inside(result);
  const bool has_another = static_cast<int>(inside.held.size()) < program_.locks;
  if (has_another && depth_ < deepest && bits_.percent(shape_.nested_locks)) {
    ++depth_;
    if (bits_.percent(30)) result.body.push_back(store(inside));
    result.body.push_back(section(inside));
    --depth_;
  } else {
    result.body = nested(inside, bits_.percent(70) ? 1 : 2);
  }
  return result;
}

Statement BodyWriter::try_section(const Scope& scope) {
  Statement result{.kind = StatementKind::try_section,
                   .value = bits_.percent(shape_.left_held) ? 1 : 0,
                   .names = {{Sort::lock, free_lock(scope)}}};
  result.body = nested(scope.inside(result), 1);
  if (bits_.percent(60)) result.otherwise = nested(scope, 1);
  return result;
}

Statement BodyWriter::wait(const Scope& scope) {
  if (!scope.held.empty()) return wait_under(scope.held.back(), scope);
  Statement result{.kind = StatementKind::section, .names = {{Sort::lock, free_lock(scope)}}};
  result.body.push_back(wait_under(result.names[0].index, scope));
  if (bits_.percent(30)) result.body.push_back(store(scope));
  return result;
}

// Returns a wait that is unconditional, in an `if`, or in a loop.
Statement BodyWriter::wait_under(int lock, const Scope&) {
  Statement wait{
      .kind = StatementKind::wait,
      .names = {{Sort::condition, bits_.below(program_.conditions)}, {Sort::lock, lock}}};
  const int roll = bits_.below(100);
  if (roll < 40) return wait;
  if (roll < 70) {
    return {.kind = StatementKind::branch, .operands = {compared(place())}, .body = {wait}};
  }
  wait.kind = StatementKind::wait_while;
  wait.operands = {binary("==", place(), constant(0))};
  return wait;
}

// Notifies, mostly after a write under a lock, as correct programs do.
Statement BodyWriter::notify(const Scope& scope) {
  Statement result{.kind = bits_.percent(60) ? StatementKind::signal : StatementKind::broadcast,
                   .names = {{Sort::condition, bits_.below(program_.conditions)}}};
  if (!scope.held.empty() || program_.locks == 0 || bits_.percent(40)) return result;
  Statement around{.kind = StatementKind::section, .names = {{Sort::lock, free_lock(scope)}}};
  if (bits_.percent(70)) around.body.push_back(write(place(), constant(1)));
  around.body.push_back(std::move(result));
  return around;
}

Statement BodyWriter::arrive(const Scope&) {
  const int barrier = bits_.below(static_cast<int>(program_.barriers.size()));
  return {.kind = StatementKind::arrive, .names = {{Sort::barrier, barrier}}};
}

Statement BodyWriter::await(const Scope&) {
  Expression condition = awaited();
  const int roll = bits_.below(100);
  if (roll < 15)
    condition = binary("&&", std::move(condition), awaited());
  else if (roll < 35)
    condition = binary("||", std::move(condition), awaited());
  return {.kind = StatementKind::await, .operands = {std::move(condition)}};
}

Statement BodyWriter::choice(const Scope&) {
  return {.kind = StatementKind::let,
          .names = {new_register()},
          .operands = {{.kind = ExpressionKind::choose, .value = bits_.percent(75) ? 2 : 3}}};
}

Statement BodyWriter::assume(const Scope& scope) {
  return {.kind = StatementKind::assume, .operands = {condition(scope)}};
}

Statement BodyWriter::assertion(const Scope& scope) {
  return {.kind = StatementKind::assertion, .operands = {condition(scope)}};
}

// Mostly to another thread. Threads that start with the program come first.
Statement BodyWriter::send(const Scope& scope) {
  int threads = 0;
  for (const Task& each : program_.tasks) threads += each.kind == TaskKind::thread ? 1 : 0;
  int to = bits_.below(threads);
  if (to == self_ && bits_.percent(80)) to = (to + 1) % threads;
  const int roll = bits_.below(100);
  const int tag = roll < 60 ? tag_number : roll < 85 ? tag_plain : tag_sender;
  Statement result{.kind = StatementKind::send, .value = tag, .names = {{Sort::task, to}}};
  if (tag != tag_number) return result;
  const bool from_register = !scope.numbers.empty() && bits_.percent(30);
  result.operands = {from_register ? any_register(scope) : constant(bits_.below(3))};
  return result;
}

Statement BodyWriter::receive(const Scope& scope) {
  Statement result{.kind = StatementKind::receive, .names = {new_register(), new_register()}};
  result.value = bits_.percent(85) ? takes_number : takes_plain;
  if (bits_.percent(40)) result.value |= takes_plain;
  if (bits_.percent(30)) result.value |= takes_sender;
  if (bits_.percent(50)) result.value |= has_after;
  const Scope inside = scope.inside(result);
  if ((result.value & takes_number) != 0 && bits_.percent(40)) {
    const bool with_register = !scope.numbers.empty() && bits_.percent(40);
    result.operands = {with_register ? binary("==", reg(result.names[0].index), any_register(scope))
                                     : compared(reg(result.names[0].index))};
  }
  if ((result.value & takes_number) != 0) result.body = nested(inside, bits_.below(2));
  if ((result.value & has_after) != 0) result.otherwise = nested(scope, bits_.below(2));
  return result;
}

Statement BodyWriter::give(const Scope& scope) {
  return {.kind = StatementKind::give, .operands = {value(scope)}};
}

// --- expressions -------------------------------------------------------------------------------

int BodyWriter::small() {
  const int roll = bits_.below(100);
  return roll < 20 ? 0 : roll < 75 ? 1 : 2;
}

Expression BodyWriter::place() {
  const std::size_t index = bits_.below(program_.variables.size());
  Expression result{.kind = ExpressionKind::variable,
                    .name = {Sort::variable, static_cast<int>(index)}};
  const int size = program_.variables[index].size;
  if (size == 0) return result;
  // Arguments are never negative, so an index computed from a parameter is in range.
  const bool from_parameter = task().parameters > 0 && bits_.percent(50);
  result.operands = {from_parameter ? binary("%", reg(0), constant(size))
                                    : constant(bits_.below(size))};
  return result;
}

Expression BodyWriter::value(const Scope& scope) {
  const int roll = bits_.below(100);
  const bool has_register = !scope.numbers.empty();
  if (roll < 20 && has_register) return any_register(scope);
  if (roll < 35 && has_register) return binary("+", any_register(scope), constant(1));
  if (roll >= 94) return binary("+", place(), constant(1));
  if (roll >= 90) return place();
  return constant(small());
}

Expression BodyWriter::updated() {
  const int roll = bits_.below(100);
  if (roll < 45) {
    return {.kind = ExpressionKind::fetch_add, .operands = {place(), constant(1)}};
  }
  Expression to = place();
  if (roll < 65) {
    return {.kind = ExpressionKind::exchange, .operands = {std::move(to), constant(small())}};
  }
  const int expected = bits_.below(2);
  return {.kind = ExpressionKind::cas,
          .operands = {std::move(to), constant(expected), constant(expected + 1)}};
}

// The new value is mostly another one, and sometimes depends on what the task has read.
Expression BodyWriter::compare_exchange(const Scope& scope) {
  Expression to = place();
  const bool from_register = !scope.numbers.empty() && bits_.percent(30);
  Expression expected = from_register ? any_register(scope) : constant(bits_.below(3));
  Expression desired = bits_.percent(20) ? value(scope) : constant(bits_.below(3));
  return {.kind = ExpressionKind::cas,
          .operands = {std::move(to), std::move(expected), std::move(desired)}};
}

Expression BodyWriter::compared(Expression operand) {
  const int roll = bits_.below(100);
  const std::string_view op = roll < 55 ? "==" : roll < 75 ? "!=" : roll < 90 ? ">=" : "<";
  return binary(op, std::move(operand), constant(small()));
}

Expression BodyWriter::condition(const Scope& scope) {
  const int roll = bits_.below(100);
  if (roll < 35 && !scope.numbers.empty()) return compared(any_register(scope));
  if (roll >= 90) {
    Expression left = compared(place());
    return binary(roll < 95 ? "&&" : "||", std::move(left), compared(place()));
  }
  if (roll >= 84) {
    Expression left = place();
    return binary("==", std::move(left), place());
  }
  return compared(place());
}

Expression BodyWriter::branch_condition(const Scope& scope) {
  if (mix().choose > 0 && bits_.percent(25)) {
    return binary("==", {.kind = ExpressionKind::choose, .value = 2}, constant(0));
  }
  if (mix().update > 0 && bits_.percent(25)) return binary("==", updated(), constant(1));
  return condition(scope);
}

Expression BodyWriter::awaited() {
  Expression variable = place();
  const int initial = program_.variables[static_cast<std::size_t>(variable.name.index)].initial;
  int value = small();
  if (value == initial && bits_.percent(80)) value = initial + 1;
  const bool needs_no_register =
      variable.operands.empty() || variable.operands[0].kind == ExpressionKind::constant;
  if (value != initial && needs_no_register) wishes_.push_back({self_, variable, value});
  return binary(bits_.percent(70) ? "==" : ">=", std::move(variable), constant(value));
}

// Returns a register; the most recent one is more likely than the others.
Expression BodyWriter::any_register(const Scope& scope) {
  if (bits_.percent(50)) return reg(scope.numbers.back());
  return reg(scope.numbers[bits_.below(scope.numbers.size())]);
}

// Returns a lock that the task does not hold, if there is one; rarely any lock.
int BodyWriter::free_lock(const Scope& scope) {
  const int first = bits_.below(program_.locks);
  if (bits_.percent(2)) return first;
  for (int i = 0; i < program_.locks; ++i) {
    const int lock = (first + i) % program_.locks;
    if (!contains(scope.held, lock)) return lock;
  }
  return first;
}

Name BodyWriter::new_register() { return {Sort::reg, task().registers++}; }

}  // namespace mazurka::property
