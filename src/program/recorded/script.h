// A recorded trace, prepared to run: the events of each task.
//
// No values are known, so no branch can go another way: what a task does is fixed, and so are its
// events and their ids. Operations that no other task can observe (on a location that only one task
// touches, or that is never written; on a lock that only one task takes) are not events.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "program/recorded/operations.h"
#include "program/recorded/recording.h"
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
  std::vector<Event> events;           // in the order of the tasks
  std::vector<std::uint32_t> locks;    // by event: which lock it takes or releases
  std::vector<std::string> words;      // by event: its text in the trace
  std::vector<TaskId> recorded_order;  // the task of each event, as recorded
  std::uint32_t lock_count = 0;
  RecordingSize size;
  // An operation that waits for several others has one event for each; the first one waits for all.
  bool waits_at_once = false;
};

// Returns the script. With `every_operation`, operations that no other task can observe are events,
// too, and an operation begins only when nothing blocks it (waits_at_once). Throws UserError.
[[nodiscard]] Image make_image(const File& trace, const File& dependences, Registry& registry,
                               bool every_operation = false);

}  // namespace mazurka::recorded
