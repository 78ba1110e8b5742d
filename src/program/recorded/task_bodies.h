// Assigns operations to tasks: threads, and messages on threads that loop.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "program/recorded/operations.h"

namespace mazurka::recorded {

inline constexpr std::uint32_t nothing = 0xffffffffu;

struct Body {
  std::string_view thread;
  std::string_view message;               // empty for what the thread does outside messages
  std::uint32_t created_by = nothing;     // the operation that forks or posts it
  std::vector<std::uint32_t> operations;  // in order
};

struct Layout {
  std::vector<Body> bodies;            // creators come before what they create
  std::vector<std::uint32_t> body_of;  // by operation; nothing for START
  std::vector<std::uint32_t> creates;  // by operation: the body that it forks or posts
  std::vector<bool>
      is_nested;  // by operation: on a lock that its task already holds, or still holds
  // Maps from thread names.
  std::unordered_map<std::string_view, std::uint32_t> threads;  // their bodies
  std::unordered_map<std::string_view, std::uint32_t> loops;    // their LOOP operations
  std::unordered_map<std::string_view, std::uint32_t> exits;    // their THREADEXIT operations
};

// Throws UserError for the first operation that cannot have run at its place in an execution: if a
// message is called that was not posted or is not the first in its queue, or a lock is taken that
// another task holds …
[[nodiscard]] Layout lay_out(const File& file, const std::vector<Operation>& operations);

}  // namespace mazurka::recorded
