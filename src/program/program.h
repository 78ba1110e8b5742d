// All that an explorer knows about a program under test.
//
// The explorer owns the loop: restart(), then step() until enabled() is empty, then ending().
// Between a restart and the next, the program is deterministic: the same choices give the same
// events (architecture rule 3).
//
// What only some callers need are interfaces of their own, which the program hands out: how it is
// shown to people (presentation.h), what its states are (state_view.h), and, if it learns while it
// runs, what it has learned (learning.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class Learning;
class Presentation;
class StateView;

// Gives the value that a variable has in some imagined state.
class Valuation {
 public:
  virtual ~Valuation() = default;
  [[nodiscard]] virtual std::int64_t value_of(ObjectId variable) const = 0;
};

class Program {
 public:
  virtual ~Program() = default;

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

  // How the program is shown to people.
  [[nodiscard]] virtual Presentation& presentation() = 0;
  // What tells its states apart.
  [[nodiscard]] virtual StateView& state_view() = 0;
  // Null: this program never learns anything.
  [[nodiscard]] virtual Learning* learning() { return nullptr; }
};

}  // namespace mazurka
