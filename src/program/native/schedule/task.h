// A thread or a message of the tested program, and the visible operation that it stands before.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"
#include "core/owned_lock.h"
#include "program/native/platform/layout.h"
#include "program/native/process/fiber.h"
#include "program/native/schedule/exits.h"
#include "program/native/waiting/idle_reads.h"

namespace mazurka::native {

struct Handler;
struct Mutex;
struct Synchroniser;

// What a task stands before (as in the machine of models).
enum class Standing : std::uint8_t {
  ready,    // an operation that cannot be disabled and has no alternatives
  lock,     // `mutex`
  asleep,   // on `condition_variable`, with `mutex`
  join,     // `joined`
  await,    // `condition`
  choose,   // a value below `alternatives`
  signal,   // `condition_variable`
  mailed,   // in the mailbox of `handler`
  stopped,  // for good
  ended,
};

// What an await waits for: a relation between a number of an internal object and a bound.
struct Condition {
  enum class Kind : std::uint8_t { more_than, at_least, equal, differs };
  Kind kind = Kind::more_than;
  ObjectId object;
  AccessListId accesses;
  std::int64_t bound = 0;
  const char* text = "";
  // Of a read-write lock: the value is that of the lock, with what its parts count if `with_parts`.
  const Synchroniser* lock = nullptr;
  bool with_parts = false;
  // Of a loop that reads several variables: any of these may also be another than it was.
  UselessAccess others[UselessAccesses::longest_circle - 1] = {};
  std::uint32_t other_count = 0;
  [[nodiscard]] bool holds(std::int64_t value) const {
    switch (kind) {
      case Kind::more_than:
        return value > bound;
      case Kind::at_least:
        return value >= bound;
      case Kind::equal:
        return value == bound;
      case Kind::differs:
        return value != bound;
    }
    return false;
  }
};

// A wait that a task has come to before, at the same place, having changed nothing since.
struct Repetition {
  Address place = 0;            // 0: something has changed
  std::vector<Address> stack;   // of the program, with its registers
  std::uint64_t clock = 0;      // of the task
  std::uint64_t seen = 0;       // what it has read since the time before
  std::uint64_t seen_then = 0;  // and had read until then
  std::uint32_t count = 0;      // how often in a row it came there in the same state
};

// One per TaskId, for the whole exploration; begin() makes it new for an execution.
struct Task {
  TaskId id;
  Fiber fiber;
  Standing standing = Standing::ended;
  bool exists = false;        // in this execution
  bool assumed = false;       // stopped by an assume, or given up, not by a failure
  bool meets_assume = false;  // … by an assume that the program has
  bool is_main = false;
  bool detached = false;
  bool joined_by_somebody = false;
  bool succeeded = true;  // of the operation that was executed last
  std::uint32_t events = 0;
  std::uint32_t created = 0;
  // What it created last time, by ordinal: mostly it creates the same again.
  struct Child {
    Address code = 0;
    HandlerId handler;
    TaskId id;
  };
  std::vector<Child> children;

  // The operation.
  OperationKind operation = OperationKind::choose;
  ObjectId object;
  AccessListId accesses;
  MemoryOrder order = MemoryOrder::sequential;
  Fences fences;                  // since the last event
  Address place = 0;              // in the code
  Address address = 0;            // of the variable …
  std::uint32_t size = 0;         // … at most 8 bytes of which are shown; 0: none
  std::int64_t* value = nullptr;  // of an internal object, instead of `address`
  Mutex* mutex = nullptr;
  std::uint32_t depth = 0;  // of the lock that a sleeping task had
  Address condition_variable = 0;
  ObjectId condition_object;  // of a sleep
  Address futex = 0;          // that it goes to sleep on if …
  int futex_value = 0;        // … this is in it; then there is no mutex
  Task* joined = nullptr;
  std::uint32_t alternatives = 0;
  std::uint32_t choice = 0;  // what was chosen
  Condition condition;
  ConditionId condition_id;
  EventId woken_by;

  // What it runs.
  void* (*thread_code)(void*) = nullptr;
  void (*message_code)(void*) = nullptr;
  void (*drop_code)(void*) = nullptr;  // if it is not to run
  void* argument = nullptr;
  void* result = nullptr;
  Handler* handler = nullptr;
  // What is created by a spawn or post that is pending, and where.
  void* (*new_thread)(void*) = nullptr;
  void (*new_message)(void*) = nullptr;
  void (*new_drop)(void*) = nullptr;
  void* new_argument = nullptr;
  Handler* new_handler = nullptr;
  Task* new_task = nullptr;

  LocationId created_at;         // only if own places are shown
  std::vector<OwnedLock> owned;  // only then, too
  std::vector<Address> calls;    // innermost first: returns to them; only if they are recorded
  std::vector<void*> specifics;  // pthread keys
  std::vector<Address> read_write_locks;  // that it holds, each as often as it does
  std::vector<ExitHandler> at_exit;       // thread-local destructors
  std::uint64_t clock = 0;                // nanoseconds of virtual time
  std::uint64_t random = 0;               // of its random numbers
  bool has_deadline = false;              // what it waits for now ends by time, if not otherwise
  std::uint32_t backed_off_at = 0;  // how many events it had made then (back_off.cpp); 0: never

  Repetition time_outs;                                     // of waits that ended by time
  Repetition spurious;                                      // and of those that ended for no reason
  std::unordered_map<std::uint64_t, std::uint32_t> visits;  // --unroll: of places, by hash

  // Does it spin (spin.cpp)?
  UselessAccesses useless;
  std::uint32_t useless_before_update = 0;  // how many there were
  std::uint64_t stack_now = 0;              // of the access that is to be made; 0: not known

  // The same for attempts to lock: the last one that failed, if nothing was done since, and what
  // stack and registers were then (0: not known).
  Address spin_place = 0;
  Address spin_address = 0;
  std::uint64_t spin_hash = 0;

  // The same for reads of a private cell.
  Address idle_place = 0;
  Address idle_address = 0;
  std::uint32_t idle_count = 0;
  std::uint64_t idle_hash = 0;

  // gcc announces the write of a struct copy before the read; both happen after the second.
  Address early_write = 0;
  std::uint32_t early_size = 0;
  Address early_read = 0;  // where the hook of that read returns to

  void forget_repetitions() { time_outs.place = spurious.place = 0; }
  // It has learned something that is not in memory: the time, a random number, what was read.
  void forget_spinning() {
    spin_place = idle_place = 0;
    useless.clear();
  }
  void forget_loops() {
    forget_spinning();
    forget_repetitions();
  }

  void begin() {
    standing = Standing::ready;
    exists = true;
    assumed = meets_assume = is_main = detached = joined_by_somebody = false;
    events = created = 0;
    specifics.clear();
    owned.clear();
    read_write_locks.clear();
    at_exit.clear();
    visits.clear();
    clock = random = 0;
    has_deadline = false;
    backed_off_at = 0;
    early_write = 0;
    forget_loops();
    fences = {};
    created_at = {};
    calls.clear();
    handler = nullptr;
    thread_code = nullptr;
    message_code = nullptr;
    result = nullptr;
  }
};

}  // namespace mazurka::native
