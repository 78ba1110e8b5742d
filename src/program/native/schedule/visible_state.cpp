#include "program/native/schedule/visible_state.h"

#include "core/hash.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

std::int64_t VisibleState::initial_value(ObjectId object) const {
  if (const Synchroniser* const number = runtime_.synchronisers.number(object))
    return number->initial;
  const auto cell = initial_values_.find(object);
  return cell == initial_values_.end() ? 0 : cell->second;
}

void VisibleState::remember_initial_values() {
  has_initial_values_ = true;
  initial_values_.clear();
  for (const std::uint32_t index : runtime_.cells.visible()) {
    const Cell& cell = runtime_.cells.cell(index);
    if (is_in_slot(cell.address) && runtime_.tasks.in(area_of_slot(cell.address)) == nullptr)
      continue;                          // its stack may be unmapped
    if (Cells::is_mapped(cell.address))  // the program may have unmapped it since it was learned
      initial_values_[cell.object] = value_in(cell.address, cell.size);
  }
}

std::uint64_t VisibleState::fingerprint() const {
  std::uint64_t hash = 0;
  for (const std::uint32_t index : runtime_.cells.visible()) {
    const Cell& cell = runtime_.cells.cell(index);
    const auto value = static_cast<std::uint64_t>(value_in(cell.address, cell.size));
    hash += mix(cell.address, value);
  }
  for (const Task* const task : runtime_.tasks.live())
    hash += mix(mix(task->id.value, task->events), mix(task->pending.place, task->created));
  return hash;
}

}  // namespace mazurka::native
