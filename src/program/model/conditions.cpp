#include "program/model/conditions.h"

#include <algorithm>

namespace mazurka::model {

Conditions::Conditions(const Image& image, Registry& registry, AccessLists& accesses)
    : image_(image), registry_(registry), accesses_(accesses), known_(image.conditions.size()) {
  std::size_t most = 0;
  for (const ConditionCode& code : image.conditions)
    most = std::max<std::size_t>(most, code.registers);
  scratch_.resize(most);
}

void Conditions::restart() {
  captured_.clear();
  registers_.clear();
}

ConditionId Conditions::capture(std::uint32_t code, const std::int64_t* registers) {
  const ConditionId id{static_cast<std::uint32_t>(captured_.size())};
  captured_.push_back({code, static_cast<std::uint32_t>(registers_.size()), {}});
  for (const Register each : image_.conditions[code].captured)
    registers_.push_back(registers[each]);
  captured_.back().scope = scope_of(captured_.back());
  return id;
}

ConditionId Conditions::not_cancelled(TaskId task) {
  const ConditionId id{static_cast<std::uint32_t>(captured_.size())};
  const ObjectId flag = registry_.cancel_flag_of(task);
  captured_.push_back({nothing, flag.value, registry_.access_list(Access{flag, AccessKind::read})});
  return id;
}

void Conditions::load_registers(const Captured& captured) {
  std::copy_n(registers_.begin() + captured.first, image_.conditions[captured.code].captured.size(),
              scratch_.begin());
}

// Runs code that ends with `finish`. REQUIRES: scratch_ has the captured registers.
template <class ValueOf>
Conditions::Outcome Conditions::run(std::uint32_t entry, ValueOf value_of, std::int64_t& result) {
  const auto read = [&](std::uint32_t cell) {
    read_.push_back(cell);
    return value_of(cell);
  };
  return run_condition(image_, entry, scratch_.data(), read, result);
}

template <class ValueOf>
Conditions::Outcome Conditions::evaluate_with(ConditionId id, ValueOf value_of) {
  const Captured& captured = captured_[id.value];
  load_registers(captured);
  read_.clear();
  flag_read_ = AccessListId::none();
  std::int64_t result = 0;
  return run(image_.conditions[captured.code].entry, value_of, result);
}

Conditions::Outcome Conditions::evaluate(ConditionId id, const std::vector<std::int64_t>& values) {
  return evaluate_with(id, [&](std::uint32_t cell) { return values[cell]; });
}

Conditions::Outcome Conditions::evaluate(ConditionId id, const Valuation& values) {
  const Captured& captured = captured_[id.value];
  if (captured.code == nothing) {
    flag_read_ = captured.scope;
    return {values.value_of(ObjectId{captured.first}) == 0};
  }
  return evaluate_with(
      id, [&](std::uint32_t cell) { return values.value_of(image_.cells[cell].object); });
}

AccessListId Conditions::reads() {
  if (flag_read_.exists()) return flag_read_;
  if (read_.empty()) return Registry::no_accesses();
  if (read_.size() == 1) return accesses_.read(read_.front());
  list_.clear();
  for (const std::uint32_t cell : read_)
    list_.push_back({image_.cells[cell].object, AccessKind::read});
  return registry_.access_list(list_);
}

AccessListId Conditions::scope_of(const Captured& captured) {
  KnownScope& known = known_[captured.code];
  const auto registers = std::span(registers_).subspan(captured.first);
  if (known.list.exists() && std::ranges::equal(known.registers, registers)) return known.list;
  list_.clear();
  for (const ScopeItem& item : image_.conditions[captured.code].scope) {
    load_registers(captured);
    add_scope(item, list_);
  }
  known.registers.assign(registers.begin(), registers.end());
  return known.list = registry_.access_list(list_);
}

// If the index has no value, no cell is read.
void Conditions::add_scope(const ScopeItem& item, std::vector<Access>& result) {
  std::uint32_t first = item.first;
  std::uint32_t count = item.count;
  if (item.index_entry != nothing) {
    std::int64_t index = 0;
    const Outcome outcome = run(
        item.index_entry, [](std::uint32_t) { return std::int64_t{0}; }, index);
    if (outcome.failed_at != nothing || index < 0 || index >= count) return;
    first += static_cast<std::uint32_t>(index);
    count = 1;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    result.push_back({image_.cells[first + i].object, AccessKind::read});
}

}  // namespace mazurka::model
