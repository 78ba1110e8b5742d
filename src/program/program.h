// All that an explorer knows about a program under test.
//
// The explorer owns the loop: restart(), then step() until enabled() is empty, then ending().
// Between a restart and the next, the program is deterministic: the same choices give the same
// events (architecture rule 3). A front end implements this interface and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/describer.h"
#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "core/step_origin.h"

namespace mazurka {

// Gives the value that a variable has in some imagined state.
class Valuation {
 public:
  virtual ~Valuation() = default;
  [[nodiscard]] virtual std::int64_t value_of(ObjectId variable) const = 0;
};

class Program : public Describer {
 public:
  // What the ids of this program mean. The program adds to it while it runs.
  [[nodiscard]] virtual Registry& registry() = 0;

  // Forgets the current execution.
  virtual void restart() = 0;

  // Sorted; empty iff the execution is maximal. Alternatives of one task (choose, signal) are
  // choices of their own. Valid until the next step() or restart().
  [[nodiscard]] virtual std::span<const Choice> enabled() = 0;

  // REQUIRES: choice is enabled. Returns nullptr if it is not (then nothing has happened): the
  // program under test is nondeterministic, or the schedule is not one of this program. Valid until
  // the next step() or restart().
  virtual const Event* step(Choice choice) = 0;

  // Where a replay differs from what was recorded: what happened instead, or null if the task could
  // not make the step. Valid until the next step() or restart().
  struct Difference {
    Position position = 0;
    const Event* now = nullptr;
  };
  // The same as step() for each of these events, and a comparison. REQUIRES: it was restarted.
  [[nodiscard]] virtual std::optional<Difference> replay(std::span<const Event> expected) {
    for (Position i = 0; i < expected.size(); ++i) {
      const Event* const now = step(expected[i].as_choice());
      if (now == nullptr || !is_same_operation(*now, expected[i])) return Difference{i, now};
    }
    return std::nullopt;
  }

  // Says whether, from the next restart() on, messages of this handler can start while others of it
  // have not ended: for searches that suspend messages, and check themselves that what they ran is
  // a reordering of an execution. False: this program cannot do that. REQUIRES: it is a multiset.
  [[nodiscard]] virtual bool let_messages_overlap(HandlerId /*handler*/, bool /*overlap*/) {
    return false;
  }

  // All tasks that exist and have not ended, messages still in their mailbox included, sorted.
  virtual void pending(std::vector<Pending>& result) = 0;

  // REQUIRES: enabled() is empty, or the explorer gives this execution up.
  [[nodiscard]] virtual Ending ending() const = 0;

  // Would the condition of an await of the current execution hold with these values? `reads` gets
  // what its evaluation (with short circuit) reads. The condition is one of an Event or Pending
  // that was handed out since the last restart.
  [[nodiscard]] virtual bool holds(ConditionId condition, const Valuation& values,
                                   AccessListId& reads) = 0;
  // Everything that this condition could read, whatever the values: an access list of reads.
  [[nodiscard]] virtual AccessListId scope_of(ConditionId condition) const = 0;
  // Values that variables have before the first event.
  [[nodiscard]] virtual std::int64_t initial_value(ObjectId variable) const = 0;

  // Has the program learned something while it ran (native: that memory is shared) which would make
  // other events of the same schedules? It goes on as before until use_what_it_knows() is called;
  // then nothing that was recorded before means anything any more, and the exploration must start
  // again.
  [[nodiscard]] virtual bool knows_more() const { return false; }
  virtual void use_what_it_knows() {}
  // What was known when an execution was recorded, as text for its schedule; and the same in
  // another process, before the first restart: it then knows this and learns nothing more.
  [[nodiscard]] virtual std::vector<std::string> knowledge() const { return {}; }
  virtual void use_knowledge(std::span<const std::string> /*knowledge*/) {}

  // What its ids mean, beside those of tasks, in their order; and the same in another process,
  // before anything else: ids are then what they were, and it may go on to learn (native).
  [[nodiscard]] virtual std::vector<std::string> identities() const { return {}; }
  virtual void use_identities(std::span<const std::string> /*identities*/) {}

  // What it prints from now on goes nowhere: for a replay that runs it again to compare.
  virtual void silence() {}

  // While it is on, executions are only tried, or have run before: one that computes for long
  // without an event is given up sooner (native).
  virtual void hurry(bool /*on*/) {}

  // From the next restart() on, places of events, of pending operations and of failures are those
  // where the program's author called a library, not those inside of it, and tasks have the names
  // that he gave. That takes time: it is for executions that somebody will read about. False: there
  // are no others. Other places are other ids, so recorded events of the one kind cannot be
  // replayed in the other.
  virtual bool show_caller_locations(bool /*on*/) { return false; }
  // Whose code makes an event that is there. REQUIRES: own places are shown.
  [[nodiscard]] virtual StepOrigin origin_of(LocationId /*location*/) const { return {}; }

  // For those who compare what executions leave behind: from now on, accesses to variables that one
  // task alone uses are events, too, if they are written. REQUIRES: nothing has run yet.
  virtual void show_all_variables() {}
  // Is the variable still there when the task that made it has ended? Locals of a task are not.
  [[nodiscard]] virtual bool outlives_its_task(ObjectId /*variable*/) const { return true; }
  // What a state of this program has that no variable shows, as a sentence; empty: nothing.
  [[nodiscard]] virtual std::string unseen_state() const { return {}; }

  // What a user should know about the result, each a sentence. Appends.
  virtual void add_notes(std::vector<std::string>& /*notes*/) {}
  // What the program called and what does not work here, each once: "a.c:7: fork is not supported
  // …". Appends.
  virtual void add_warnings(std::vector<std::string>& /*warnings*/) {}
  // Is every access to what tasks share an event? Code without hooks may do what it wants (native).
  [[nodiscard]] virtual bool shows_all_accesses() const { return true; }
  // The last call in the current execution whose result does not come from the program ("read
  // (a.c:9)"); empty if there was none.
  [[nodiscard]] virtual std::string last_outside_call() const { return {}; }

  // The calls that led to these events of the execution with this schedule, innermost first, in
  // words: "increment (a.cpp:9)". Runs it again, so that the program stands where it stood if that
  // was its end. Nothing if the program knows no calls.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> calls_of(
      std::span<const Position> /*wanted*/, std::span<const Choice> /*schedule*/) {
    return {};
  }

  // What the mailboxes of fifo handlers hold, in order, as a hash; 0 if there is none. Multiset
  // mailboxes are determined by the trace and do not count.
  [[nodiscard]] virtual std::uint64_t mailbox_fingerprint() const = 0;
  // Everything else that tells two states apart (values of variables, registers …), for tests that
  // hold the trace key against reality.
  [[nodiscard]] virtual std::uint64_t state_fingerprint() const = 0;
};

}  // namespace mazurka
