#include "check/data_race_cause.h"

#include <string>
#include <unordered_map>
#include <utility>

namespace mazurka {

namespace {

std::string_view name_of(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::plain:
    case MemoryOrder::freeing:
      return "plain";
    case MemoryOrder::relaxed:
    case MemoryOrder::watched:
      return "relaxed";
    case MemoryOrder::acquire:
      return "acquire";
    case MemoryOrder::release:
      return "release";
    case MemoryOrder::acquire_release:
    case MemoryOrder::presumed:
      return "acq_rel";
    case MemoryOrder::sequential:
      break;
  }
  return "seq_cst";
}

bool is_access(const Event& event) {
  return event.operation <= OperationKind::await && event.order != MemoryOrder::freeing;
}

}  // namespace

DataRaceTeller::DataRaceTeller(const FinishedExecution& finished)
    : execution_(finished.execution), describer_(finished.describer), phrases_(finished) {}

// Returns the variable to name in the report. Elsewhere it may have been accessed in parts: if
// one of these accesses is to "x", and `part` is "x+3", the variable is "x".
ObjectId DataRaceTeller::whole(ObjectId part, Position earlier, Position later) const {
  constexpr std::size_t longest = 2;  // "+7"
  for (const Position position : {later, earlier}) {
    const ObjectId accessed = execution_[position].object;
    if (accessed.exists() && name(part).starts_with(name(accessed) + "+") &&
        name(part).size() == name(accessed).size() + longest)
      return accessed;
  }
  return part;
}

// "writes x at step 5 (a.c:9)"
Reason DataRaceTeller::access(Position position, ObjectId object, ObjectId shown) const {
  const Event& event = execution_[position];
  std::string text = std::string(verb(event, object)) + " " + name(shown);
  if (is_atomic(event.order)) text += " (atomic, " + std::string(name_of(event.order)) + ")";
  text += " at " + step(position) + phrases_.at(event.location);
  return {text, position, name(event.task)};
}

Reason DataRaceTeller::locks(Position earlier, Position later) const {
  const std::string text =
      "because no synchronisation leads from " + step(earlier) + " to " + step(later);
  const auto first = locks_at(earlier);
  const auto second = locks_at(later);
  // Events show only the locks that both tasks use, so they do not tell what a task does not
  // hold.
  if (!first || !second) return {text};
  const std::string& first_task = name(execution_[earlier].task);
  const std::string& second_task = name(execution_[later].task);
  if (first->empty() && second->empty()) return {text + ": neither task holds a lock"};
  if (second->empty())
    return {text + ": " + first_task + " holds " + *first + ", but " + second_task +
            " holds no lock"};
  if (first->empty())
    return {text + ": " + second_task + " holds " + *second + ", but " + first_task +
            " holds no lock"};
  return {text + ": " + first_task + " holds " + *first + ", " + second_task + " holds " + *second};
}

// Finds a write that the task of the first access makes after it, and that the task of the second
// access reads before it. It would order the accesses if it were stronger.
std::optional<Reason> DataRaceTeller::weak_order(Position earlier, Position later) {
  find_last_writes();
  for (Position read = later; read-- > earlier + 1;) {
    const Event& reader = execution_[read];
    if (reader.task != execution_[later].task || !is_access(reader)) continue;
    if (reader.operation == OperationKind::write) continue;
    const Position write = last_write_before_[read];
    if (write == Execution::nowhere || write <= earlier) continue;
    if (execution_[write].task != execution_[earlier].task) continue;
    const Event& writer = execution_[write];
    if (releases(writer.order) && acquires(reader.order)) continue;
    const bool is_write_weak = !releases(writer.order);
    return Reason{name(writer.task) + " writes " + name(reader.object) + " at " + step(write) +
                      phrases_.at(writer.location) + " and " + name(reader.task) +
                      " reads that at " + step(read) + phrases_.at(reader.location) + ", but the " +
                      (is_write_weak ? "write" : "read") + " is " +
                      std::string(name_of((is_write_weak ? writer : reader).order)) +
                      ", which does not order what is " +
                      (is_write_weak ? "before it" : "after it"),
                  read};
  }
  return std::nullopt;
}

std::string_view DataRaceTeller::verb(const Event& event, ObjectId object) const {
  if (event.order == MemoryOrder::freeing) return "frees";
  for (const Access& access : execution_.registry().accesses(event.accesses))
    if (access.object == object && access.kind == AccessKind::read) return "reads";
  return event.operation == OperationKind::update ? "updates" : "writes";
}

std::optional<std::string> DataRaceTeller::locks_at(Position position) const {
  const auto owned = describer_.locks_before(position);
  if (!owned) return std::nullopt;
  std::vector<std::string> names;
  for (const OwnedLock& each : *owned)
    names.push_back(name(each.lock) + (each.is_shared ? " to read" : "") + phrases_.at(each.since));
  return enumeration(names);
}

void DataRaceTeller::find_last_writes() {
  if (!last_write_before_.empty()) return;
  std::unordered_map<ObjectId, Position> last_write;
  for (Position i = 0; i < execution_.size(); ++i) {
    const auto [last, is_new] = last_write.try_emplace(execution_[i].object, Execution::nowhere);
    last_write_before_.push_back(last->second);
    if (writes_variable(execution_[i])) last->second = i;
  }
}

void DataRaceTeller::tell(Position earlier, Position later, ObjectId object, Finding& finding) {
  const ObjectId shown = whole(object, earlier, later);
  finding.message = "data race on " + name(shown);
  finding.because = {access(earlier, object, shown), access(later, object, shown),
                     locks(earlier, later)};
  if (auto reason = weak_order(earlier, later)) finding.because.push_back(std::move(*reason));
}

}  // namespace mazurka
