// What distinguishes two states of a program: for brute force, for robustness, and for tests.
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.h"

namespace mazurka {

class StateView {
 public:
  // Returns a hash of what the mailboxes of fifo handlers hold, in order; 0 if there is none.
  // Multiset mailboxes are not included: the trace determines their contents.
  [[nodiscard]] virtual std::uint64_t mailbox_fingerprint() const = 0;
  // Returns a hash of everything else that distinguishes two states (values of variables, registers
  // …), for tests that compare trace keys with states.
  [[nodiscard]] virtual std::uint64_t state_fingerprint() const = 0;

  // Makes accesses to variables that only one task uses events as well, if the variables are
  // written. Needed to compare the outcomes of executions. REQUIRES: nothing has run yet.
  virtual void show_all_variables() {}
  // Returns whether the variable still exists when the task that created it has ended. Locals of a
  // task do not.
  [[nodiscard]] virtual bool outlives_its_task(ObjectId /*variable*/) const { return true; }
  // Returns a sentence about the part of the program's state that is not visible in variables, or
  // an empty string if there is none.
  [[nodiscard]] virtual std::string unseen_state() const { return {}; }

  // Decides whether, from the next restart() on, messages of this handler can start while others of
  // it have not ended. Used by searches that suspend messages and check themselves that the run is
  // a reordering of an execution. Returns false if this program cannot do that. REQUIRES: the
  // handler is a multiset.
  [[nodiscard]] virtual bool let_messages_overlap(HandlerId /*handler*/, bool /*overlap*/) {
    return false;
  }

  // Sets a message that waits in a mailbox aside until the next restart(), or takes it back. While
  // it is aside, a fifo handler can start messages that were posted after it. Returns false if this
  // program cannot do that.
  virtual bool set_aside(TaskId /*message*/, bool /*aside*/) { return false; }
  // Returns whether events have the values that they read and write. Those of recorded traces do
  // not, so the states of two executions cannot be compared.
  [[nodiscard]] virtual bool has_values() const { return true; }

 protected:
  ~StateView() = default;
};

}  // namespace mazurka
