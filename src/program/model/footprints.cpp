#include "program/model/footprints.h"

#include <algorithm>

#include "core/hash.h"

namespace mazurka::model {

std::size_t Footprints::ValuesHash::operator()(const Values& values) const noexcept {
  std::uint64_t result = values.size();
  for (const std::int64_t value : values) result = mix(result, static_cast<std::uint64_t>(value));
  return result;
}

std::optional<std::span<const Access>> Footprints::of(TaskId id) {
  const Slot slot = state_.slot_of(id);
  if (slot == nothing) return std::nullopt;
  const Task& task = state_.tasks[slot];
  if (task.standing == Standing::stopped || task.standing == Standing::ended)
    return std::span<const Access>();
  Place& place = place_at(task.pc);
  const std::int64_t* const registers = state_.registers(task);
  values_.clear();
  for (const Register each : place.relevant) values_.push_back(registers[each]);
  const auto known = place.known.find(values_);
  const Footprint* const footprint = known != place.known.end() ? known->second : find(task, place);
  if (footprint == nullptr) return std::nullopt;
  return std::span(*footprint);
}

Footprints::Place& Footprints::place_at(std::uint32_t pc) {
  if (relevance_ == nullptr) {
    relevance_ = std::make_unique<const Relevance>(image_);
    targets_ = jump_targets(image_);
  }
  if (places_[pc] == nullptr)
    places_[pc] = std::make_unique<Place>(Place{.relevant = relevance_->at(pc)});
  return *places_[pc];
}

// REQUIRES: values_ are those of the relevant registers, and not known.
const Footprints::Footprint* Footprints::find(const Task& task, Place& place) {
  AbstractRun::Registers registers(image_.tasks[task.code].registers);
  if (place.known.size() >= most_values) {
    if (!place.for_any_values) place.for_any_values = compute(task.pc, std::move(registers));
    return *place.for_any_values;
  }
  for (std::size_t i = 0; i < values_.size(); ++i)
    registers[place.relevant[i]] = Interval::exactly(values_[i]);
  return place.known[values_] = compute(task.pc, std::move(registers));
}

Prospect Footprints::run(std::uint32_t pc, AbstractRun::Registers registers) {
  AbstractRun run(image_, targets_);
  run.run(pc, std::move(registers));
  return run.prospect();
}

const Footprints::Footprint* Footprints::compute(std::uint32_t pc,
                                                 AbstractRun::Registers registers) {
  Met met{.per_code = std::vector<std::size_t>(image_.tasks.size())};
  std::vector<Creation> to_do;
  Prospect own = run(pc, std::move(registers));
  meet(own, met, to_do);
  std::vector<Reach> reaches = std::move(own.reaches);
  while (!to_do.empty()) {
    const Creation creation = std::move(to_do.back());
    to_do.pop_back();
    const Prospect& prospect = prospect_of(creation);
    reaches.insert(reaches.end(), prospect.reaches.begin(), prospect.reaches.end());
    meet(prospect, met, to_do);
  }
  return interned(std::move(reaches));
}

// Tasks that differ only in what has no say are one. Those of a code that is met again and again
// (a message that posts itself with a growing number) become one of which nothing is known.
void Footprints::meet(const Prospect& prospect, Met& met, std::vector<Creation>& to_do) const {
  for (Creation creation : prospect.creations) {
    std::size_t& count = met.per_code[creation.code];
    const bool too_many = count >= most_creations || prospects_.size() >= most_prospects;
    for (std::uint32_t i = 0; i < creation.arguments.size(); ++i)
      if (too_many || !relevance_->parameter_counts(creation.code, i)) creation.arguments[i] = {};
    if (!met.creations.insert(creation).second) continue;
    ++count;
    to_do.push_back(std::move(creation));
  }
}

const Prospect& Footprints::prospect_of(const Creation& creation) {
  const auto found = prospects_.find(creation);
  if (found != prospects_.end()) return found->second;
  const TaskCode& code = image_.tasks[creation.code];
  AbstractRun::Registers registers(code.registers);
  std::ranges::copy(creation.arguments, registers.begin());
  return prospects_[creation] = run(code.entry, std::move(registers));
}

ObjectId Footprints::object(AccessKind kind, std::uint32_t number) const {
  if (kind == AccessKind::lock) return image_.locks[number];
  if (kind == AccessKind::condition) return image_.condition_variables[number];
  return image_.cells[number].object;
}

// Takes the objects one by one only after overlaps are gone: an array may be reached a hundred
// times.
const Footprints::Footprint* Footprints::interned(std::vector<Reach> reaches) {
  std::ranges::sort(reaches);
  Footprint result;
  Reach before{.last = nothing};  // what has been taken last
  for (const Reach& reach : reaches) {
    const bool overlaps =
        before.last != nothing && before.kind == reach.kind && reach.first <= before.last;
    const std::uint32_t first = overlaps ? before.last + 1 : reach.first;
    if (first > reach.last) continue;
    if (reach.last - first >= most_accesses - result.size()) return nullptr;
    for (std::uint32_t number = first; number <= reach.last; ++number)
      result.push_back({object(reach.kind, number), reach.kind});
    before = reach;
  }
  std::ranges::sort(result);
  return &*footprints_.insert(std::move(result)).first;
}

}  // namespace mazurka::model
