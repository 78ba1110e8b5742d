#include "program/model/abstract_run.h"

#include <utility>

#include "program/model/machine.h"

namespace mazurka::model {

std::vector<bool> jump_targets(const Image& image) {
  std::vector<bool> result(image.code.size());
  for (const Instruction& i : image.code)
    if (i.op == Op::jump || i.op == Op::jump_if_zero || i.op == Op::loop) result[i.a] = true;
  return result;
}

void AbstractRun::run(std::uint32_t pc, Registers registers) {
  start_ = pc;
  r_ = std::move(registers);
  flow_to(pc, false);
  while (!due_.empty()) {
    const std::uint32_t next = *due_.begin();
    due_.erase(due_.begin());
    r_ = meetings_[next].registers;
    run_block(next);
  }
}

Prospect AbstractRun::prospect() const {
  Prospect result;
  for (const auto& [pc, each] : done_) {
    result.reaches.insert(result.reaches.end(), each.reaches.begin(), each.reaches.end());
    result.creations.insert(result.creations.end(), each.creations.begin(), each.creations.end());
  }
  return result;
}

// All cycles of the code go back by a `loop`, so it is enough to give bounds up there.
void AbstractRun::flow_to(std::uint32_t pc, bool goes_back) {
  const auto [found, is_new] = meetings_.try_emplace(pc);
  Meeting& meeting = found->second;
  if (is_new) {
    meeting.registers = r_;
    due_.insert(pc);
    return;
  }
  const bool gives_up = goes_back && ++meeting.rounds > most_rounds;
  bool changed = false;
  for (std::size_t i = 0; i < r_.size(); ++i) {
    Interval& known = meeting.registers[i];
    Interval now = known.joined(r_[i]);
    if (now == known) continue;
    if (gives_up && now.low < known.low) now.low = Interval::lowest;
    if (gives_up && now.high > known.high) now.high = Interval::highest;
    known = now;
    changed = true;
  }
  if (changed) due_.insert(pc);
}

void AbstractRun::run_block(std::uint32_t pc) {
  do {
    pc = execute(pc);
  } while (pc != nothing && !is_meeting(pc));
  if (pc != nothing) flow_to(pc, false);
}

std::uint32_t AbstractRun::execute(std::uint32_t pc) {
  const Instruction& i = image_.code[pc];
  switch (i.op) {
    case Op::load:
      return compute(pc, Interval::exactly(image_.constants[i.b]));
    case Op::move:
      return compute(pc, r_[i.b]);
    case Op::jump:
    case Op::loop:
      flow_to(i.a, i.op == Op::loop);
      return nothing;
    case Op::jump_if_zero:
      return branch(pc);
    case Op::pick:
      return pick(pc);
    case Op::assertion:
    case Op::assume:
      return pc + 1;
    case Op::finish:
      if (i.a < r_.size()) value_ = value_.is_empty() ? r_[i.a] : value_.joined(r_[i.a]);
      return nothing;
    default:
      if (is_visible(i.op)) return execute_visible(pc);
      return compute(pc, apply(i.op, r_[i.b], r_[i.c]));
  }
}

// A value that is never defined stops the task.
std::uint32_t AbstractRun::compute(std::uint32_t pc, Interval value) {
  if (value.is_empty()) return nothing;
  r_[image_.code[pc].a] = value;
  return pc + 1;
}

std::uint32_t AbstractRun::pick(std::uint32_t pc) {
  const Instruction& i = image_.code[pc];
  const Array& array = image_.arrays[i.b];
  const Interval index = r_[i.c].within({0, std::int64_t{array.count} - 1});
  if (index.is_empty()) return nothing;
  return compute(pc, {array.first + index.low, array.first + index.high});
}

std::uint32_t AbstractRun::branch(std::uint32_t pc) {
  const Instruction& i = image_.code[pc];
  const Interval condition = r_[i.b];
  if (condition.contains(0)) {
    const Registers before = r_;
    if (assume_outcome(pc, false)) flow_to(i.a, false);
    r_ = before;
  }
  return condition != Interval::exactly(0) && assume_outcome(pc, true) ? pc + 1 : nothing;
}

// Restricts what the branch tests, and, if that is a comparison, what was compared. False if this
// way cannot be taken.
bool AbstractRun::assume_outcome(std::uint32_t jump, bool holds) {
  const Register tested = image_.code[jump].b;
  Interval zero = Interval::exactly(0);
  restrict_to(Op::not_equal, holds, r_[tested], zero);
  if (r_[tested].is_empty()) return false;
  if (is_meeting(jump)) return true;
  const Instruction& i = image_.code[jump - 1];
  const bool is_comparison = i.op >= Op::less && i.op <= Op::not_equal;
  if (!is_comparison || i.a != tested || i.b == tested || i.c == tested || i.b == i.c) return true;
  restrict_to(i.op, holds, r_[i.b], r_[i.c]);
  return !r_[i.b].is_empty() && !r_[i.c].is_empty();
}

std::uint32_t AbstractRun::execute_visible(std::uint32_t pc) {
  const Instruction& i = image_.code[pc];
  Prospect& result = done_[pc] = {};
  touch(i, result);
  switch (i.op) {
    case Op::read:
    case Op::fetch_add:
    case Op::exchange:
      return compute(pc, {});
    case Op::cas:
    case Op::trylock:
      return compute(pc, Interval::truth_value());
    case Op::choose: {
      const std::int64_t most = std::min(r_[i.c].high, Machine::most_alternatives);
      return compute(pc, {0, std::max(most, std::int64_t{0}) - 1});
    }
    case Op::spawn:
      if (i.b != nothing) r_[i.b] = {};
      break;
    case Op::await:
      return image_.conditions[i.a].next;
    default:
      break;
  }
  return pc + 1;
}

void AbstractRun::touch(const Instruction& i, Prospect& result) {
  switch (i.op) {
    case Op::read:
      return touch_b(i, AccessKind::read, result);
    case Op::write:
      return touch_b(i, AccessKind::write, result);
    case Op::fetch_add:
    case Op::exchange:
    case Op::cas:
      touch_b(i, AccessKind::read, result);
      return touch_b(i, AccessKind::write, result);
    case Op::lock:
    case Op::trylock:
    case Op::unlock:
      return touch_b(i, AccessKind::lock, result);
    case Op::sleep:
      touch_b(i, AccessKind::condition, result);
      return touch_c(i, AccessKind::lock, result);
    case Op::relock:
      return touch_c(i, AccessKind::lock, result);
    case Op::signal:
    case Op::broadcast:
      return touch_b(i, AccessKind::condition, result);
    case Op::post:
    case Op::spawn:
      return create(i, result);
    case Op::await:
      return touch_scope(image_.conditions[i.a], result);
    default:
      return;
  }
}

void AbstractRun::touch_b(const Instruction& i, AccessKind kind, Prospect& result) {
  touch_all(i.b_in_register ? r_[i.b] : Interval::exactly(i.b), kind, result);
}

void AbstractRun::touch_c(const Instruction& i, AccessKind kind, Prospect& result) {
  touch_all(i.c_in_register ? r_[i.c] : Interval::exactly(i.c), kind, result);
}

void AbstractRun::touch_all(Interval numbers, AccessKind kind, Prospect& result) const {
  const std::size_t count = kind == AccessKind::lock        ? image_.locks.size()
                            : kind == AccessKind::condition ? image_.condition_variables.size()
                                                            : image_.cells.size();
  const Interval existing = numbers.within({0, static_cast<std::int64_t>(count) - 1});
  if (existing.is_empty()) return;
  result.reaches.push_back(
      {kind, static_cast<std::uint32_t>(existing.low), static_cast<std::uint32_t>(existing.high)});
}

// As Conditions::scope() does, but on intervals.
void AbstractRun::touch_scope(const ConditionCode& condition, Prospect& result) const {
  Registers captured(condition.registers);
  for (std::size_t i = 0; i < condition.captured.size(); ++i)
    captured[i] = r_[condition.captured[i]];
  for (const ScopeItem& item : condition.scope) {
    Interval index{0, std::int64_t{item.count} - 1};
    if (item.index_entry != nothing) {
      AbstractRun run(image_, targets_);
      run.run(item.index_entry, captured);
      index = index.within(run.value());
    }
    if (!index.is_empty())
      touch_all({item.first + index.low, item.first + index.high}, AccessKind::read, result);
  }
}

void AbstractRun::create(const Instruction& i, Prospect& result) const {
  const auto first = r_.begin() + i.c;
  result.creations.push_back({i.a, {first, first + image_.tasks[i.a].parameters}});
}

}  // namespace mazurka::model
