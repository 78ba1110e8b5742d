// Carries time from task to task along happens-before.
//
// Each task has its own virtual time (virtual_time.h). If one task sleeps for a second and then
// tells another one what the clock showed, the clock of the other must not show less. So the time
// of a task is never behind that of an event that happens before its own last event: creating,
// joining and waking a task, messages, and every conflict carry the maximum.
//
//   Invariant  The time of a task depends only on the causal past of its last event, so it is the
//              same in all executions of one trace. Where two events do not conflict, nothing is
//              carried, even if one of them comes first.
//   Handlers   A message that runs after another one on the same handler must not see an earlier
//              time, even if nothing else orders the two. So a handler has a clock, an object, and
//              each use of a clock by its messages is an event that accesses it.
//   Cost       Nothing, until a task has slept or looked at a clock; then a look at each object of
//              each event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "program/native/waiting/virtual_time.h"

namespace mazurka::native {

class Clocks {
 public:
  void begin_execution() {
    if (!is_on_) return;
    is_on_ = false;
    times_.clear();
  }

  // Returns whether any time has passed for a task that has made an event since.
  [[nodiscard]] bool are_on() const { return is_on_; }

  // Called for each event, before it happens, once time has passed for its task or are_on().
  void carry(VirtualTime& time, std::span<const Access> accesses) {
    is_on_ = true;
    for (const Access& access : accesses) {
      const OfObject& object = of(access.object);
      if (access.kind > AccessKind::send) continue;  // a receive learns from its message only
      time.passed = std::max(time.passed, object.written);
      if (access.kind != AccessKind::read && access.kind != AccessKind::send)
        time.passed = std::max(time.passed, object.read);
    }
    for (const Access& access : accesses) {
      OfObject& object = of(access.object);
      if (access.kind > AccessKind::send) continue;
      std::uint64_t& latest = access.kind == AccessKind::read ? object.read : object.written;
      latest = std::max(latest, time.passed);
    }
  }

 private:
  // The latest times at which tasks accessed the object.
  struct OfObject {
    std::uint64_t written = 0;  // all accesses but reads
    std::uint64_t read = 0;
  };

  [[nodiscard]] OfObject& of(ObjectId object) {
    if (object.value >= times_.size()) times_.resize(object.value + 1);
    return times_[object.value];
  }

  bool is_on_ = false;
  std::vector<OfObject> times_;  // by object
};

}  // namespace mazurka::native
