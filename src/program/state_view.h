// What tells two states of a program apart: for brute force, for robustness, and for tests.
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.h"

namespace mazurka {

class StateView {
 public:
  // Returns a hash of what the mailboxes of fifo handlers hold, in order; 0 if there is none.
  // Multiset mailboxes are determined by the trace and do not count.
  [[nodiscard]] virtual std::uint64_t mailbox_fingerprint() const = 0;
  // Returns a hash of everything else that tells two states apart (values of variables, registers
  // …), for tests that compare trace keys with states.
  [[nodiscard]] virtual std::uint64_t state_fingerprint() const = 0;

  // From now on, accesses to variables that one task alone uses are events, too, if the variables
  // are written: for those who compare what executions leave behind. REQUIRES: nothing has run yet.
  virtual void show_all_variables() {}
  // Returns whether the variable still exists when the task that made it has ended. Locals of a
  // task do not.
  [[nodiscard]] virtual bool outlives_its_task(ObjectId /*variable*/) const { return true; }
  // Returns what a state of this program has that no variable shows, as a sentence; empty: nothing.
  [[nodiscard]] virtual std::string unseen_state() const { return {}; }

  // Says whether, from the next restart() on, messages of this handler can start while others of it
  // have not ended: for searches that suspend messages and check that what they ran is a reordering
  // of an execution. Returns false if this program cannot do that. REQUIRES: it is a multiset.
  [[nodiscard]] virtual bool let_messages_overlap(HandlerId /*handler*/, bool /*overlap*/) {
    return false;
  }

 protected:
  ~StateView() = default;
};

}  // namespace mazurka
