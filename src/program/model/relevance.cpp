#include "program/model/relevance.h"

#include <algorithm>

namespace mazurka::model {

// A least fixed point: sets only grow, from none, until all instructions of all tasks agree.
Relevance::Relevance(const Image& image)
    : image_(image), counts_(image.code.size()), is_condition_(image.code.size()) {
  for (const ConditionCode& each : image.conditions)
    std::fill(is_condition_.begin() + each.entry, is_condition_.begin() + each.next, true);
  for (std::size_t i = 0; i < image.tasks.size(); ++i)
    for (std::uint32_t pc = image.tasks[i].entry; pc < end_of(i); ++pc)
      counts_[pc].resize(image.tasks[i].registers);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = image.tasks.size(); i-- > 0;)
      while (update_task(image.tasks[i].entry, end_of(i))) changed = true;
  }
}

std::uint32_t Relevance::end_of(std::size_t task) const {
  return task + 1 < image_.tasks.size() ? image_.tasks[task + 1].entry
                                        : static_cast<std::uint32_t>(image_.code.size());
}

std::vector<Register> Relevance::at(std::uint32_t pc) const {
  std::vector<Register> result;
  for (Register i = 0; i < counts_[pc].size(); ++i)
    if (counts_[pc][i]) result.push_back(i);
  return result;
}

bool Relevance::update_task(std::uint32_t first, std::uint32_t end) {
  bool changed = false;
  for (std::uint32_t pc = end; pc-- > first;) {
    if (is_condition_[pc]) continue;
    Registers now = before(pc);
    if (now == counts_[pc]) continue;
    counts_[pc] = std::move(now);
    changed = true;
  }
  return changed;
}

Relevance::Registers Relevance::before(std::uint32_t pc) const {
  const Instruction& i = image_.code[pc];
  switch (i.op) {
    case Op::finish:
      return Registers(counts_[pc].size());
    case Op::jump:
    case Op::loop:
      return counts_[i.a];
    case Op::jump_if_zero: {
      Registers result = counts_[pc + 1];
      for (std::size_t r = 0; r < result.size(); ++r)
        if (counts_[i.a][r]) result[r] = true;
      result[i.b] = true;
      return result;
    }
    case Op::await: {
      const ConditionCode& condition = image_.conditions[i.a];
      Registers result = counts_[condition.next];
      for (const Register captured : condition.captured) result[captured] = true;
      return result;
    }
    default: {
      Registers result = counts_[pc + 1];
      add_used(i, result);
      return result;
    }
  }
}

// From what counts behind a straight instruction to what counts before it.
void Relevance::add_used(const Instruction& i, Registers& result) const {
  if (is_visible(i.op)) return add_used_by_visible(i, result);
  if (i.op == Op::assertion || i.op == Op::assume || !result[i.a]) return;
  result[i.a] = false;
  switch (i.op) {
    case Op::load:
      break;
    case Op::pick:
      result[i.c] = true;
      break;
    case Op::move:
    case Op::negate:
    case Op::logical_not:
    case Op::truth:
      result[i.b] = true;
      break;
    default:
      result[i.b] = result[i.c] = true;
  }
}

void Relevance::add_used_by_visible(const Instruction& i, Registers& result) const {
  switch (i.op) {
    case Op::choose:
      if (!result[i.a]) return;
      result[i.a] = false;
      result[i.c] = true;
      return;
    case Op::post:
    case Op::spawn:
      for (std::uint32_t p = 0; p < image_.tasks[i.a].parameters; ++p)
        if (parameter_counts(i.a, p)) result[i.c + p] = true;
      return;  // on which handler a message runs is no access
    case Op::read:
    case Op::fetch_add:
    case Op::exchange:
    case Op::cas:
    case Op::trylock:
      result[i.a] = false;
      break;
    default:
      break;
  }
  if (i.b_in_register) result[i.b] = true;
  if (i.c_in_register) result[i.c] = true;
}

}  // namespace mazurka::model
