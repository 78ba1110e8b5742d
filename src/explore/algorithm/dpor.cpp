// DPOR, the algorithm of Flanagan and Godefroid; "classic" in [SourceSets17].
//   Paper    [DPOR05] Fig. 3. In each state s = last(S), for each process p, enabled or not:
//              i = the last event of S that is dependent with next(s, p), may be co-enabled with
//                  it, and does not happen before p;
//              E = the processes q ∈ enabled(pre(S, i)) with q = p, or with an event after i that
//                  happens before p;
//              add any q ∈ E to backtrack(pre(S, i)), or all of enabled(pre(S, i)) if E is empty.
//   Words    next.task = p, next = next(s, p), race = i, frame(race) = pre(S, i),
//            is_cause() = "has an event after i that happens before p".
//   When     A task's next operation is the same in all states from the event before it to the
//            event itself. So one look when the operation runs, or at the end of the run if it
//            never does, covers all these states: every event in between was the last one in some
//            state (consider()).
//   Freedom  "Any q ∈ E" is the first in the order of tasks (task_order.h). Together with
//            TaskOrder::running_first_by_text, this gives the Classic columns of [SourceSets17].
//   Sleep    With sleep sets, processes that sleep in pre(S, i), or were explored from there, are
//            left out of E and of "all". The state does not have to explore them again, so they
//            cannot reveal the races of their own that the proof of [DPOR05] relies on: with two
//            readers and a writer, [DPOR05] with plain sleep sets misses one of four traces
//            (tests/unit/explore/dpor_test.cpp). [SourceSets17] refers to an addendum of [DPOR05]
//            for the combination; this is what its tool does.
//   Differs  - Blocking operations besides locks are dependent with whatever can enable or disable
//              them: an await with each write of a variable that its condition may read, the start
//              of a message with the starts of other messages on its handler (a handler is a
//              lock), posts to a fifo handler with each other.
//            - An await is dependent with more than what it finally reads, so its last dependent
//              event may hide one that matters. All of them are taken, not only the last. So are
//              those of a compare-exchange, which may read in one state and write in another.
//            - The creation of a task, the signal that wakes it, and the send of the message that a
//              receive without `after` takes happen before its operation. A receive with `after`
//              is dependent with the send of the message that it takes.
#include <algorithm>

#include "explore/algorithm/backtrack_search.h"
#include "explore/algorithm/thread_algorithms.h"
#include "explore/mutations.h"
#include "explore/race/find_reversals.h"

namespace mazurka {
namespace {

// The next operation of a task.
struct NextOperation {
  TaskId task;
  OperationKind operation = OperationKind::choose;
  AccessListId accesses;                // for an await: all that its condition may read
  Position cause = Execution::nowhere;  // the task's event before it, or the task's creation
  Position waker = Execution::nowhere;  // the event that it waits for (awaited_event)
  // The send whose message a receive with an `after` takes. The two race, but no other send of a
  // message that the receive could take does: the one that is taken was sent first.
  Position received = Execution::nowhere;
  // The accesses are all that the operation may have in the states in which it is next.
  bool depends_on_state = false;
};

// Returns whether there may be a state in which both operations on a common object, accessed in
// this way, are enabled. One task has the lock that another one releases, and one message has the
// handler on which another one starts.
bool may_be_coenabled(OperationKind a, OperationKind b, AccessKind kind) {
  const auto releases = [](OperationKind operation) {
    return operation == OperationKind::unlock || operation == OperationKind::sleep;
  };
  if (kind == AccessKind::handler) return a == OperationKind::start && b == OperationKind::start;
  if (kind != AccessKind::lock) return true;
  if (releases(a)) return b == OperationKind::trylock;
  if (releases(b)) return a == OperationKind::trylock;
  return true;
}

class Dpor : public BacktrackSearch {
 public:
  using BacktrackSearch::BacktrackSearch;

  [[nodiscard]] AlgorithmResult result() const override {
    return {.statistics = {{"races found", found_},
                           {"races that added a task to a backtrack set", added_one_},
                           {"races that added all enabled tasks", added_all_},
                           {"tasks in the largest backtrack set", largest_backtrack_set()}}};
  }

 private:
  void consider_event() override {
    const Position last = execution().size() - 1;
    const Event& event = execution()[last];
    NextOperation next{event.task, event.operation, event.accesses, execution().cause(last)};
    if (const EventId awaited = awaited_event(event); awaited.task.exists())
      next.waker = execution().position_of(awaited);
    if (event.operation == OperationKind::await)
      next.accesses = program().scope_of(event.condition);
    const bool may_succeed = execution().depends_on_state(event);
    if (may_succeed) next.accesses = execution().accesses_if_it_succeeds(event);
    const bool arrives =
        event.operation == OperationKind::arrive && execution().conflicts().by_effect();
    if (arrives)
      next.accesses = execution().registry().access_list({event.object, AccessKind::write});
    next.depends_on_state = may_succeed || arrives || event.operation == OperationKind::await;
    if (event.operation == OperationKind::try_receive)
      next.received = execution().position_of(received_event(event));
    consider(next, last);
  }

  // An operation that cannot be disabled is pending only because its task sleeps. It is independent
  // of all events since it was put to sleep, and its races with the events before are known.
  void consider_pending(const Pending& waiting) override {
    if (waiting.stopped || waiting.asleep || !can_be_disabled(waiting.operation)) return;
    const Step step = step_of(waiting, execution());
    const auto events = execution().events_of(waiting.task);
    NextOperation next{step.task, step.operation, step.accesses,
                       events.empty() ? execution().creation_of(waiting.task) : events.back()};
    if (const EventId awaited = awaited_event(waiting); awaited.task.exists()) {
      next.waker = execution().position_of(awaited);
      if (next.waker == Execution::nowhere) return;  // no order of these events enables it
    }
    next.depends_on_state = step.operation == OperationKind::await;
    consider(next, execution().size());
  }

  // Handles the operation in all states in which it is the next one of its task, up to the state
  // after `length` events: each event since `cause` that is dependent with it is the last one in
  // some of these states, and so is the last one before `cause`.
  void consider(const NextOperation& next, Position length) {
    races_.clear();
    Position last_before = Execution::nowhere;
    for (const Access& access : execution().registry().accesses(next.accesses))
      add_races(next, access, length, last_before);
    if (last_before != Execution::nowhere) races_.push_back(last_before);
    if (next.received != Execution::nowhere && !happens_before(next.received, next))
      races_.push_back(next.received);
    for (const Position race : races_) reverse(race, next);
  }

  // Appends the races on one object after the cause of `next`, and moves `last_before` to the last
  // one before it.
  void add_races(const NextOperation& next, const Access& access, Position length,
                 Position& last_before) {
    if (access.kind == AccessKind::handler && !start_matters(next.task)) return;
    for (auto* record = execution().last_access(access.object); record != nullptr;
         record = execution().previous(record)) {
      const Position position = record->position;
      const Event& event = execution()[position];
      if (position >= length || event.task == next.task) continue;
      if (happens_before(position, next)) {
        // All before it happens before it, except for receives in a mailbox.
        if (!is_read_like(record->kind) && record->kind != AccessKind::send) return;
        continue;
      }
      if (!conflict(execution().registry(), execution().conflicts(), record->access(), access) ||
          !may_be_coenabled(event.operation, next.operation, access.kind))
        continue;
      if (next.depends_on_state || is_after(position, next.cause)) {
        races_.push_back(position);
        continue;
      }
      if (last_before == Execution::nowhere || position > last_before) last_before = position;
      return;
    }
  }

  // Returns whether the start of this message competes with other starts on its handler. If the
  // order of posts decides which message starts, the posts race instead.
  [[nodiscard]] bool start_matters(TaskId message) const {
    const Registry& registry = execution().registry();
    return start_is_choice(registry.handler(registry.handler_of(message)).discipline);
  }

  static bool is_after(Position position, Position cause) {
    return cause == Execution::nowhere || position > cause;
  }

  // i →_S p
  [[nodiscard]] bool happens_before(Position race, const NextOperation& next) const {
    return (next.cause != Execution::nowhere && execution().happens_before(race, next.cause)) ||
           (next.waker != Execution::nowhere && execution().happens_before(race, next.waker));
  }

  // Returns whether the task has an event after the race that happens before the operation.
  [[nodiscard]] bool is_cause(TaskId task, Position race, const NextOperation& next) const {
    const auto count_in_past_of = [&](Position position) {
      return position == Execution::nowhere ? 0 : execution().count(position, task);
    };
    const std::uint32_t count =
        std::max(count_in_past_of(next.cause), count_in_past_of(next.waker));
    return count > 0 && execution().events_of(task)[count - 1] > race;
  }

  // Adds a task of E to the backtrack set before the race, or all enabled tasks if E is empty.
  void reverse(Position race, const NextOperation& next) {
    ++found_;
    Frame& before = frame(race);
    const auto reverses = [&](TaskId task) {
      return task == next.task || is_cause(task, race, next);
    };
    const auto is_left_out = [&](Choice choice) {
      return options().sleep_sets && before.asleep.contains(choice);
    };
    if (mutations().trusts_sleepers &&
        std::ranges::any_of(before.asleep.steps(), reverses, &Step::task))
      return;
    for (const Choice& choice : before.enabled) {
      if (is_left_out(choice) || !reverses(choice.task)) continue;
      if (before.will_try(choice.task)) return;
      add_to_backtrack(race, choice.task);
      ++added_one_;
      return;
    }
    bool added = false;
    for (const Choice& choice : before.enabled) {
      if (is_left_out(choice) || before.will_try(choice.task)) continue;
      add_to_backtrack(race, choice.task);
      added = true;
    }
    if (added) ++added_all_;
  }

  std::vector<Position> races_;
  std::uint64_t found_ = 0;
  std::uint64_t added_one_ = 0;
  std::uint64_t added_all_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_dpor(const AlgorithmFacts& facts,
                                     const BacktrackSearchOptions& options) {
  return std::make_unique<Dpor>(facts, options);
}

}  // namespace mazurka
