#include "check/value_origin.h"

#include <algorithm>

#include "check/phrases.h"

namespace mazurka {

namespace {

constexpr std::size_t most_values = 3;

bool reads_variable(const Event& event) {
  return event.operation == OperationKind::read || event.operation == OperationKind::update;
}

// The last write of `variable` before `position`; nowhere if there is none.
Position write_before(const Execution& execution, ObjectId variable, Position position) {
  const Execution::AccessRecord* access = execution.last_access(variable);
  while (access != nullptr && (access->position >= position || access->kind == AccessKind::read))
    access = execution.previous(access);
  return access == nullptr ? Execution::nowhere : access->position;
}

class OriginTeller {
 public:
  OriginTeller(const FinishedExecution& finished, const Failure& failure,
               std::vector<Reason>& because)
      : execution_(finished.execution), failure_(failure), phrases_(finished), because_(because) {}

  void tell() {
    for (const Position read : reads_that_matter()) tell(read);
  }

 private:
  // What the assertion itself reads, or else the last values that its task got from other tasks.
  [[nodiscard]] std::vector<Position> reads_that_matter() const {
    std::vector<Position> result = reads_if([this](Position read) { return is_in_failing_line(read); });
    if (result.empty())
      result = reads_if([this](Position read) { return is_from_another_task(read); });
    return result;
  }

  // The last few different variables only, in the order of the reads.
  template <class Predicate>
  [[nodiscard]] std::vector<Position> reads_if(Predicate matters) const {
    std::vector<Position> result;
    std::vector<ObjectId> seen;
    const auto own = execution_.events_of(failure_.task);
    for (auto i = own.rbegin(); i != own.rend() && result.size() < most_values; ++i) {
      const Event& event = execution_[*i];
      if (*i >= failure_.position || !reads_variable(event) || !matters(*i)) continue;
      if (std::ranges::find(seen, event.object) != seen.end()) continue;
      seen.push_back(event.object);
      result.push_back(*i);
    }
    std::ranges::reverse(result);
    return result;
  }

  [[nodiscard]] bool is_in_failing_line(Position read) const {
    const LocationId place = execution_[read].location;
    if (!place.exists() || !failure_.location.exists()) return false;
    const Registry& registry = execution_.registry();
    const SourceLocation& a = registry.location(place);
    const SourceLocation& b = registry.location(failure_.location);
    return a.line == b.line && a.file == b.file;
  }

  [[nodiscard]] bool is_from_another_task(Position read) const {
    const Position write = write_before(execution_, execution_[read].object, read);
    return write != Execution::nowhere && execution_[write].task != failure_.task;
  }

  void tell(Position read) {
    const ObjectId variable = execution_[read].object;
    const Position write = write_before(execution_, variable, read);
    if (write == Execution::nowhere) {
      tell_too_early(read);
    } else if (execution_[write].task != failure_.task) {
      because_.push_back({"because " + phrases_.name(execution_[write].task) + " wrote " +
                              phrases_.name(variable) + " = " +
                              std::to_string(execution_[write].written_value) + " at " +
                              step(write) + phrases_.at(execution_[write].location),
                          write});
      tell_lost_update(write);
    } else {
      tell_lost_update(write);
    }
  }

  // The variable has its initial value still; that matters if somebody writes it later.
  void tell_too_early(Position read) {
    const Event& event = execution_[read];
    for (Position i = read + 1; i < execution_.size(); ++i) {
      const Event& later = execution_[i];
      if (!writes_variable(later) || later.object != event.object) continue;
      if (later.task == failure_.task) return;
      because_.push_back({"because " + phrases_.name(event.task) + " read " +
                              phrases_.name(event.object) + " at " + step(read) + ", before " +
                              phrases_.name(later.task) + " wrote it at " + step(i),
                          read});
      return;
    }
  }

  // `write` follows a read of its own task; if a third task wrote in between, that is lost.
  void tell_lost_update(Position write) {
    const Event& event = execution_[write];
    if (event.operation != OperationKind::write) return;
    const Position lost = write_before(execution_, event.object, write);
    if (lost == Execution::nowhere || execution_[lost].task == event.task) return;
    for (Position read = lost; read-- > 0;) {
      const Event& earlier = execution_[read];
      if (earlier.task != event.task || earlier.object != event.object) continue;
      if (!reads_variable(earlier)) return;
      because_.push_back({"and " + phrases_.name(event.task) + " had read " +
                              phrases_.name(event.object) + " at " + step(read) + ", before " +
                              phrases_.name(execution_[lost].task) + " wrote it at " + step(lost),
                          read});
      because_.back().text.replace(0, 3, because_.size() > 1 && !follows_because() ? "because" : "and");
      return;
    }
  }

  // Is the line before the last one a "because" that the last one continues?
  [[nodiscard]] bool follows_because() const {
    return because_.size() > 1 && because_[because_.size() - 2].text.starts_with("because");
  }

  const Execution& execution_;
  const Failure& failure_;
  Phrases phrases_;
  std::vector<Reason>& because_;
};

}  // namespace

void tell_value_origins(const FinishedExecution& finished, const Failure& failure,
                        std::vector<Reason>& because) {
  OriginTeller(finished, failure, because).tell();
}

}  // namespace mazurka
