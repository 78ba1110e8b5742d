// A thread or a message of the tested program.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "program/native/debug_info/caller_locations.h"
#include "program/native/process/fiber.h"
#include "program/native/schedule/exits.h"
#include "program/native/schedule/pending_operation.h"
#include "program/native/waiting/virtual_time.h"
#include "program/native/waiting/waiting_state.h"

namespace mazurka::native {

struct Handler;

// The function that a task runs, and its result.
struct TaskCode {
  void* (*thread)(void*) = nullptr;
  void (*message)(void*) = nullptr;
  void (*drop)(void*) = nullptr;  // runs instead of a message whose handler has quit
  void* argument = nullptr;
  void* result = nullptr;
  Handler* handler = nullptr;  // the handler of a message; null for a thread
  bool is_late = false;        // a delayed message whose handler was joined before its post

  // A delayed post is a thread that posts the message `posted`, which `drop` and `argument` belong
  // to.
  void (*posted)(void*) = nullptr;
  Handler* posted_to = nullptr;
  Address posted_at = 0;  // the place of the call

  // Returns the code address of the function. REQUIRES: one of the functions is set.
  [[nodiscard]] Address address() const {
    if (posted != nullptr) return reinterpret_cast<Address>(posted);
    return message != nullptr ? reinterpret_cast<Address>(message)
                              : reinterpret_cast<Address>(thread);
  }
};

// What a pending spawn or post creates.
struct Creation {
  void* (*thread)(void*) = nullptr;
  void (*message)(void*) = nullptr;
  void (*drop)(void*) = nullptr;
  void* argument = nullptr;
  Handler* handler = nullptr;
  bool is_delayed = false;  // the post gets a thread of its own, which creates the message later
  Task* task = nullptr;     // the created task
};

// Data of a thread that are discarded when it ends.
struct ThreadData {
  std::vector<void*> specifics;           // values of pthread keys
  std::vector<ExitHandler> destructors;   // of thread-local variables
  std::vector<Address> read_write_locks;  // locks that it holds, each as often as it is held
};

// The write of a struct copy, which gcc announces before the read. Both accesses happen after the
// second hook (hooks/copy_order.h).
struct EarlyWrite {
  Address address = 0;  // 0: there is none
  std::uint32_t size = 0;
  Address read = 0;  // the return address of the hook of the read
};

// How deeply nested the sections are in which the program wants accesses of this kind ignored by
// race detectors (AnnotateIgnoreReadsBegin, …). They count as relaxed atomic accesses.
struct IgnoredAccesses {
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
};

// What the task did last in libraries that are not instrumented (library_calls.h).
struct LibraryUse {
  std::int64_t version = 0;    // of the library's state, after the task has run its code
  std::uint32_t entries = 0;   // how often the task has begun to run code of a library
  std::uint32_t at_event = 0;  // how many events the task had made when it yielded last
  std::uint32_t yields = 0;    // how often it has yielded since that event
  // The last call of a function that shares a lock word with the program (library_locks.h).
  struct LockCall {
    Address word = 0;        // 0: there was none
    Address stack = 0;       // where the return address of the call is
    Address returns_to = 0;  // the return address
  };
  LockCall lock_call;
  // How the task got from a library to the program the last time. If the library called a function
  // of the program, it returns to the library at `returns_to`.
  struct WayToProgram {
    Address stack = 0;  // the stack pointer then
    Address returns_to = 0;
    std::uint32_t events = 0;   // how many events the task had made
    std::uint32_t entries = 0;  // see above
  };
  WayToProgram left;
};

// There is one Task per TaskId for the whole exploration; begin() resets it for a new execution.
//
// Invariant: while a task exists and is not running, its fiber is suspended in Runtime::announce(),
// and `pending` is its next operation. It has no fiber while it is `mailed`.
struct Task {
  TaskId id;
  AreaId area;
  Fiber fiber;
  Standing standing = Standing::ended;
  bool exists = false;        // it was created in this execution
  bool assumed = false;       // stopped by an assume, or given up, not by a failure
  bool meets_assume = false;  // stopped by an assume in the program's code
  bool is_main = false;
  bool detached = false;
  bool is_joined = false;
  std::uint32_t events = 0;   // how many events it has made
  std::uint32_t created = 0;  // how many tasks it has created
  // The tasks that it created in an earlier execution, by ordinal. A cache: mostly it creates the
  // same tasks again.
  struct Child {
    Address code = 0;
    HandlerId handler;
    TaskId id;
    AreaId area;
  };
  std::vector<Child> children;

  PendingOperation pending;
  TaskCode code;
  Creation creation;
  ThreadData data;
  VirtualTime time;
  WaitingState waiting;
  RecordedCalls recorded;
  EarlyWrite early_write;
  IgnoredAccesses ignored;
  LibraryUse library;

  void begin() {
    standing = Standing::ready;
    exists = true;
    assumed = meets_assume = is_main = detached = is_joined = false;
    events = created = 0;
    pending.fences = {};
    pending.has_deadline = pending.compares = false;
    code = {};
    data.specifics.clear();
    data.destructors.clear();
    data.read_write_locks.clear();
    time = {};
    waiting.begin();
    recorded.begin();
    early_write = {};
    ignored = {};
    library = {};
  }
};

}  // namespace mazurka::native
