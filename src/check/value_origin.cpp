#include "check/value_origin.h"

#include <algorithm>

#include "check/phrases.h"
#include "core/value_text.h"

namespace mazurka {

namespace {

constexpr std::size_t most_values = 3;

bool reads_variable(const Event& event) {
  return event.operation == OperationKind::read || event.operation == OperationKind::update;
}

// Returns the last write of `variable` before `position`, or nowhere.
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
  // Returns what the assertion itself reads, or otherwise the last values that its task got from
  // other tasks.
  [[nodiscard]] std::vector<Position> reads_that_matter() const {
    std::vector<Position> result =
        reads_if([this](Position read) { return is_in_failing_line(read); });
    if (result.empty())
      result = reads_if([this](Position read) { return is_from_another_task(read); });
    return result;
  }

  // Keeps only the last few different variables, in the order of the reads.
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
    const Position write = write_before(execution_, execution_[read].object, read);
    if (write == Execution::nowhere) return tell_too_early(read);
    const Event& event = execution_[write];
    if (event.task == failure_.task) return tell_lost_update(write, "because ");
    because_.push_back({"because " + phrases_.name(event.task) + " wrote " +
                            phrases_.name(event.object) + " = " + text_of(event.written_value) +
                            " at " + step(write) + phrases_.at(event.location),
                        write});
    tell_lost_update(write, "and ");
  }

  // Handles a variable that still has its initial value, which matters if some task writes it
  // later.
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

  // Reports a lost update: the task of `write` had read the variable before, and a third task wrote
  // it in between.
  void tell_lost_update(Position write, std::string_view conjunction) {
    const Event& event = execution_[write];
    const Position lost = write_before(execution_, event.object, write);
    if (lost == Execution::nowhere || execution_[lost].task == event.task) return;
    const Position read = own_access_before(write);
    if (read == Execution::nowhere || read > lost || !reads_variable(execution_[read])) return;
    because_.push_back({std::string(conjunction) + phrases_.name(event.task) + " had read " +
                            phrases_.name(event.object) + " at " + step(read) + ", before " +
                            phrases_.name(execution_[lost].task) + " wrote it at " + step(lost),
                        read});
  }

  // Returns where the task of an event had accessed the same variable before.
  [[nodiscard]] Position own_access_before(Position position) const {
    const Event& event = execution_[position];
    const Execution::AccessRecord* access = execution_.last_access(event.object);
    while (access != nullptr &&
           (access->position >= position || execution_[access->position].task != event.task))
      access = execution_.previous(access);
    return access == nullptr ? Execution::nowhere : access->position;
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
