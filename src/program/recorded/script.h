// A recorded trace, made ready to run: for each task, the events that it will have.
//
// No values are known, so no branch ever goes another way: what a task does is fixed, and so are
// its events, ids included. Operations that concern nobody else (a location that one task alone
// touches, or that is never written; a lock that one task alone takes) are no events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "program/recorded/operations.h"
#include "program/recorded/task_bodies.h"

namespace mazurka::recorded {

struct Image {
  // Tasks are numbered like their ids.
  struct Task {
    std::string name;
    std::uint32_t first = 0;  // into events
    std::uint32_t count = 0;  // at least 1
    std::uint32_t handler = nothing;
    bool is_initial = false;
  };
  std::vector<Task> tasks;
  std::vector<Event> events;         // in the order of the tasks
  std::vector<std::uint32_t> locks;  // by event: which lock it takes or releases
  std::vector<std::string> words;    // by event: what the trace says there
  std::uint32_t lock_count = 0;
  // An operation that waits for several others has an event for each; the first waits for all.
  bool waits_at_once = false;
};

// Throws UserError. `every_operation`: those that concern nobody else are events, too, and an
// operation begins only when it can go through (waits_at_once).
[[nodiscard]] Image make_image(const File& trace, const File& dependences, Registry& registry,
                               bool every_operation = false);

}  // namespace mazurka::recorded
