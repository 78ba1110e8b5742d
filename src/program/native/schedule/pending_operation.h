// The visible operation that a task stands before, and when it can happen.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/process/running.h"
#include "program/native/sharing/synchronisers.h"
#include "program/native/waiting/idle_reads.h"

namespace mazurka::native {

// What a task stands before (as in the machine of models).
enum class Standing : std::uint8_t {
  ready,    // an operation that cannot be disabled and has no alternatives
  lock,     // `mutex`
  asleep,   // on `condition_variable`, with `mutex`
  join,     // `joined`
  await,    // `condition`
  choose,   // a value below `alternatives`
  signal,   // `condition_variable`
  mailed,   // in the mailbox of its handler
  stopped,  // for good
  ended,
};

// What the runtime keeps in a pthread_mutex_t, at the places where the C library has the same.
struct Mutex {
  std::uint32_t unused;
  std::uint32_t depth;  // how often its owner has locked it
  std::uint32_t owner;  // task id + 1; 0: nobody
  std::uint32_t destroyed;
  std::int32_t kind;  // PTHREAD_MUTEX_…, in the low bits

  void take(TaskId task, std::uint32_t times = 1) {
    owner = task.value + 1;
    depth = times;
  }
};

// What an await waits for: a relation between a value and a bound.
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
  // Of a loop that reads several variables: it is enough that one of these has another value.
  IdleRead others[IdleReads::longest_period - 1] = {};
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

// The conditions of all awaits of an execution.
class Conditions {
 public:
  [[nodiscard]] ConditionId add(const Condition& condition) {
    const OutsideProgram outside;
    conditions_.push_back(condition);
    return ConditionId{static_cast<std::uint32_t>(conditions_.size() - 1)};
  }
  // False for ids of an earlier execution that had more awaits.
  [[nodiscard]] bool contains(ConditionId id) const { return id.value < conditions_.size(); }
  [[nodiscard]] const Condition& operator[](ConditionId id) const { return conditions_[id.value]; }
  void clear() { conditions_.clear(); }

 private:
  std::vector<Condition> conditions_;
};

struct Task;

// Which fields count depends on the operation and on where the task stands.
struct PendingOperation {
  OperationKind operation = OperationKind::choose;
  ObjectId object;
  AccessListId accesses;
  MemoryOrder order = MemoryOrder::sequential;
  Fences fences;      // since the last event
  Address place = 0;  // in the code

  Address address = 0;            // of the variable …
  std::uint32_t size = 0;         // … at most 8 bytes of which are shown; 0: none
  std::int64_t* value = nullptr;  // of an internal object, instead of `address`

  Mutex* mutex = nullptr;
  Address condition_variable = 0;
  std::uint32_t depth = 0;    // of the lock that a sleeping task had
  ObjectId condition_object;  // that a sleeping task sleeps on
  ObjectId relock_object;     // the lock that a task takes again after a sleep; none: a futex
  AccessListId relock_accesses;
  Address futex = 0;    // that the task goes to sleep on if …
  int futex_value = 0;  // … this is in it; then there is no mutex
  EventId woken_by;

  Task* joined = nullptr;
  std::uint32_t alternatives = 0;
  std::uint32_t choice = 0;  // what was chosen, or how many tasks were woken
  Condition condition;
  ConditionId condition_id;
  bool has_deadline = false;  // the wait ends by time, if not otherwise
  bool succeeded = true;      // of the operation that was executed last

  // An operation that touches nothing.
  void stand_before_nothing() {
    object = {};
    accesses = Registry::no_accesses();
  }
  // An operation on an object; REQUIRES: mutexes and condition variables are set separately.
  void stand_before(const Synchroniser& synchroniser) {
    object = synchroniser.object;
    accesses = synchroniser.write;
  }
  // An operation that shows the value of a number.
  void stand_before_number(Synchroniser& number) {
    stand_before(number);
    value = &number.value;
  }
  // An access to memory, of which `shown` bytes are shown.
  void stand_before_memory(ObjectId first, AccessListId all, Address at, std::size_t shown) {
    object = first;
    accesses = all;
    address = at;
    size = static_cast<std::uint32_t>(shown);
    value = nullptr;
  }
};

}  // namespace mazurka::native
