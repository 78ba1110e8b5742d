// What tasks share besides memory, as the runtime knows it: locks and their like, handlers, atomic
// sections, keys.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/handler_state.h"
#include "core/registry.h"
#include "program/native/cells.h"
#include "program/native/task.h"

namespace mazurka::native {

// What we keep in a pthread_mutex_t, at the places where the C library has the same.
struct Mutex {
  std::uint32_t unused;
  std::uint32_t depth;  // how often its owner has locked it
  std::uint32_t owner;  // task id + 1; 0: nobody
  std::uint32_t destroyed;
  std::int32_t kind;  // PTHREAD_MUTEX_…, in the low bits
};

// Locks, condition variables, semaphores …: things that only calls of the runtime touch.
struct Synchroniser : Sharing {
  enum class Kind : std::uint8_t { lock, condition_variable, number };
  Kind kind = Kind::lock;
  Address address = 0;
  std::int64_t value = 0;       // of a number, in this execution
  std::int64_t initial = 0;     // before the first event
  std::uint64_t execution = 0;  // in which `value` was set last
  // Of a read-write lock: how many readers hold it, each part for some of the tasks, so that
  // readers of different parts do not conflict (read_write_lock.cpp).
  std::vector<Synchroniser*> parts;
};

struct Handler {
  HandlerId id;
  Address address = 0;
  // In this execution:
  std::uint64_t execution = 0;  // which one that is
  bool joined = false;
  HandlerState state;         // messages are the ids of their tasks
  std::vector<Task*> posted;  // all so far
  // What a join writes and posts read; what a quit writes and messages read before they run. Both
  // are invisible until somebody joins or quits.
  Synchroniser* end = nullptr;
  Synchroniser* dropping = nullptr;
};

// A piece of code whose accesses are one event (atomic_section.cpp).
struct Section {
  std::map<ObjectId, AccessKind> accesses;  // in this exploration
  std::map<ObjectId, AccessKind> news;      // and in the next one
  AccessListId list;                        // the same as `accesses`
  bool has_news = false;
  Address address = 0;
  std::uint32_t size = 0;
};

// pthread keys: their destructors.
struct Keys {
  std::vector<void (*)(void*)> destructors;
  std::vector<bool> in_use;
};

[[nodiscard]] Keys keys_before_main();

}  // namespace mazurka::native
