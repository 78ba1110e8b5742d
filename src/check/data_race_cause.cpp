#include "check/data_race_cause.h"

#include <optional>

#include "check/held_locks.h"
#include "check/phrases.h"

namespace mazurka {

namespace {

std::string_view name_of(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::plain:
    case MemoryOrder::freeing:
      return "plain";
    case MemoryOrder::relaxed:
      return "relaxed";
    case MemoryOrder::acquire:
      return "acquire";
    case MemoryOrder::release:
      return "release";
    case MemoryOrder::acquire_release:
      return "acq_rel";
    case MemoryOrder::sequential:
      break;
  }
  return "seq_cst";
}

class RaceTeller {
 public:
  explicit RaceTeller(const FinishedExecution& finished)
      : execution_(finished.execution), phrases_(finished) {}

  [[nodiscard]] const std::string& name(ObjectId object) const { return phrases_.name(object); }
  [[nodiscard]] const std::string& name(TaskId task) const { return phrases_.name(task); }

  // "writes x at step 5 (a.c:9)"
  [[nodiscard]] Reason access(Position position, ObjectId object) const {
    const Event& event = execution_[position];
    std::string text = std::string(verb(event, object)) + " " + name(object);
    if (is_atomic(event.order)) text += " (atomic, " + std::string(name_of(event.order)) + ")";
    text += " at " + step(position) + phrases_.at(event.location);
    return {text, position, name(event.task)};
  }

  [[nodiscard]] Reason locks(Position earlier, Position later) const {
    const std::string first = locks_at(earlier);
    const std::string second = locks_at(later);
    const std::string& first_task = name(execution_[earlier].task);
    const std::string& second_task = name(execution_[later].task);
    std::string text =
        "because no synchronisation leads from " + step(earlier) + " to " + step(later) + ": ";
    if (first.empty() && second.empty())
      text += "neither task holds a lock";
    else if (first.empty() || second.empty())
      text += (first.empty() ? second_task : first_task) + " holds " + first + second + ", but " +
              (first.empty() ? first_task : second_task) + " holds no lock";
    else
      text += first_task + " holds " + first + ", " + second_task + " holds " + second;
    return {text};
  }

  // A write by the task of the first access after it, read by the task of the second before it,
  // which would order them if it were stronger.
  [[nodiscard]] std::optional<Reason> weak_order(Position earlier, Position later) const {
    for (Position read = later; read-- > earlier + 1;) {
      const Event& reader = execution_[read];
      if (reader.task != execution_[later].task || !is_access(reader)) continue;
      if (reader.operation == OperationKind::write) continue;
      const Position write = last_write_before(read, reader.object);
      if (write == Execution::nowhere || write <= earlier) continue;
      if (execution_[write].task != execution_[earlier].task) continue;
      const Event& writer = execution_[write];
      if (releases(writer.order) && acquires(reader.order)) continue;
      const bool is_write_weak = !releases(writer.order);
      return Reason{name(writer.task) + " writes " + name(reader.object) + " at " + step(write) +
                        phrases_.at(writer.location) + " and " + name(reader.task) +
                        " reads that at " + step(read) + phrases_.at(reader.location) +
                        ", but the " + (is_write_weak ? "write" : "read") + " is " +
                        std::string(name_of((is_write_weak ? writer : reader).order)) +
                        ", which does not order what is " +
                        (is_write_weak ? "before it" : "behind it"),
                    read};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string_view verb(const Event& event, ObjectId object) const {
    if (event.order == MemoryOrder::freeing) return "frees";
    for (const Access& access : execution_.registry().accesses(event.accesses))
      if (access.object == object && access.kind == AccessKind::read) return "reads";
    return event.operation == OperationKind::update ? "updates" : "writes";
  }

  [[nodiscard]] std::string locks_at(Position position) const {
    std::vector<std::string> names;
    for (const HeldLock& held : held_locks(execution_, position))
      if (held.owner == execution_[position].task)
        names.push_back(name(held.lock) + phrases_.at(execution_[held.since].location));
    return enumeration(names);
  }

  [[nodiscard]] static bool is_access(const Event& event) {
    return event.operation <= OperationKind::await && event.order != MemoryOrder::freeing;
  }

  [[nodiscard]] Position last_write_before(Position position, ObjectId object) const {
    for (Position i = position; i-- > 0;)
      if (writes_variable(execution_[i]) && execution_[i].object == object) return i;
    return Execution::nowhere;
  }

  const Execution& execution_;
  Phrases phrases_;
};

}  // namespace

void tell_data_race(const FinishedExecution& finished, Position earlier, Position later,
                    ObjectId object, Finding& finding) {
  // Also looks the places up that are used below.
  (void)finished.describer.describe(finished.execution[later]);
  const RaceTeller teller(finished);
  finding.message = "data race on " + teller.name(object);
  finding.because = {teller.access(earlier, object), teller.access(later, object),
                     teller.locks(earlier, later)};
  if (auto reason = teller.weak_order(earlier, later))
    finding.because.push_back(std::move(*reason));
}

}  // namespace mazurka
