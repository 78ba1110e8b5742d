// The interface of a program under test: all that an explorer knows about it.
//
// The explorer owns the loop: restart(), then step() until enabled() is empty, then ending().
// Programs are deterministic: after each restart, the same choices give the same events
// (architecture rule 3).
//
// Functions that only some callers need are in separate interfaces: how reports show the program
// (presentation.h), what distinguishes its states (state_view.h), and, if it learns while it runs,
// what it has learned (learning.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/ending.h"
#include "core/pending.h"
#include "core/registry.h"
#include "core/step.h"
#include "program/code_operations.h"

namespace mazurka {

class Learning;
class Presentation;
class StateView;

// A state of the variables that need not be the present one, such as the state after a reordering.
class Valuation {
 public:
  virtual ~Valuation() = default;
  [[nodiscard]] virtual std::int64_t value_of(ObjectId variable) const = 0;
};

class Program {
 public:
  virtual ~Program() = default;

  // Returns the meaning of the ids of this program. The program adds to it while it runs.
  [[nodiscard]] virtual Registry& registry() = 0;

  // Ends the current execution and starts a new one.
  virtual void restart() = 0;

  // Returns the enabled choices, sorted; empty iff the execution is maximal. Each alternative of a
  // task (choose, signal) is a separate choice. Valid until the next step() or restart().
  [[nodiscard]] virtual std::span<const Choice> enabled() = 0;

  // Executes the choice and returns its event, which is valid until the next step() or restart().
  // Returns nullptr, and does nothing, if the choice is not enabled: the program under test is
  // nondeterministic, or the schedule does not belong to it.
  virtual const Event* step(Choice choice) = 0;

  // The first position where a replay differs from the recorded events, and the event that happened
  // instead; null: the task could not make the step. Valid until the next step() or restart().
  struct Difference {
    Position position = 0;
    const Event* now = nullptr;
  };
  // Executes the choices of the recorded events, and returns the first difference, if there is one.
  // REQUIRES: the program was just restarted.
  [[nodiscard]] virtual std::optional<Difference> replay(std::span<const Event> expected) {
    for (Position i = 0; i < expected.size(); ++i) {
      const Event* const now = step(expected[i].as_choice());
      if (now == nullptr || !is_same_operation(*now, expected[i])) return Difference{i, now};
    }
    return std::nullopt;
  }

  // Replaces the contents of `result` by the next operations of all tasks that exist and have not
  // ended, including messages that are still in their mailbox. Sorted by task.
  virtual void pending(std::vector<Pending>& result) = 0;

  // Returns how the execution ended. REQUIRES: enabled() is empty, or the explorer gives this
  // execution up.
  [[nodiscard]] virtual Ending ending() const = 0;

  // Returns whether the condition of an await would hold with these values. Sets `reads` to what
  // its evaluation, with short circuit, reads. REQUIRES: the condition is that of an Event or
  // Pending that was returned since the last restart.
  [[nodiscard]] virtual bool holds(ConditionId condition, const Valuation& values,
                                   AccessListId& reads) = 0;
  // Returns everything that the condition could read, whatever the values: an access list of reads.
  [[nodiscard]] virtual AccessListId scope_of(ConditionId condition) const = 0;
  // Returns the value of the variable after an event that writes it; none: it is not recorded. An
  // event of a native program may write several variables at once, but records only 8 bytes.
  [[nodiscard]] virtual std::optional<std::int64_t> value_after(const Event& write,
                                                                ObjectId /*variable*/) const {
    return write.written_value;
  }
  // Returns the value of the variable before the first event.
  [[nodiscard]] virtual std::int64_t initial_value(ObjectId variable) const = 0;

  // Returns the first place of each operation that the code of the program contains, in the order
  // of the text, also of operations that no execution reaches. Empty if nothing is known about the
  // code before it runs, as for native programs.
  [[nodiscard]] virtual std::vector<CodeOperation> operations_in_code() const { return {}; }

  [[nodiscard]] virtual Presentation& presentation() = 0;
  [[nodiscard]] virtual StateView& state_view() = 0;
  // Returns null if this program never learns anything.
  [[nodiscard]] virtual Learning* learning() { return nullptr; }
};

}  // namespace mazurka
