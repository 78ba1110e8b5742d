// Names of tasks, handlers and objects that are the same in every process that explores the
// program.
//
// Ids (ids.h) are given out in the order in which a process meets things, so they mean something
// within one process only. Keys of traces outlive a process, in checkpoints, and are compared
// between processes. They are therefore made of stable names, which are hashes of what a thing is:
// the path of a task, the place of a variable.
#pragma once

#include <cstdint>

#include "core/hash.h"

namespace mazurka {

// The stable name of a task. Each half alone tells tasks apart.
struct TaskStableName {
  std::uint64_t high = 1;
  std::uint64_t low = 2;
  bool operator==(const TaskStableName&) const = default;
};

// The stable name of an object or a handler.
using StableName = std::uint64_t;

// What an object belongs to a task or handler for: it enters the object's stable name.
enum class OwnedObject : std::uint64_t { mailbox = 1, cancel_flag, lock_of_handler };

[[nodiscard]] constexpr StableName stable_name(std::uint64_t owner, OwnedObject purpose) {
  return mix(owner, static_cast<std::uint64_t>(purpose));
}

}  // namespace mazurka
