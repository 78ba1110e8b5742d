// The pending operation of a task: its next visible operation, and when it can happen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"
#include "program/native/platform/layout.h"
#include "program/native/platform/memory_value.h"
#include "program/native/process/running.h"
#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

// What a task is waiting to do, as in the interpreter of models.
enum class Standing : std::uint8_t {
  ready,    // make an operation that is always enabled and has no alternatives
  lock,     // lock `mutex`
  asleep,   // be woken from its sleep on `condition_variable`, with `mutex`
  join,     // see the end of `joined`
  await,    // see `condition` hold
  choose,   // choose a value below `alternatives`
  signal,   // wake one of the tasks that sleep on `condition_variable`
  mailed,   // start; it is a message in the mailbox of its handler
  receive,  // take a message out of `mailbox`
  stopped,  // nothing: it never continues
  ended,
};

// The runtime's view of a pthread_mutex_t. Fields that the C library also has are at its offsets.
struct Mutex {
  std::uint32_t unused;
  std::uint32_t depth;  // how often its owner has locked it
  std::uint32_t owner;  // task id + 1; 0: unlocked
  std::uint32_t destroyed;
  std::int32_t kind;  // PTHREAD_MUTEX_…, in the low bits

  void take(TaskId task, std::uint32_t times = 1) {
    owner = task.value + 1;
    depth = times;
  }
};

// A variable or a mutex of a loop that waits, as its task knows it.
struct WatchedVariable {
  ObjectId object;         // none: a mutex
  std::uint32_t size = 0;  // 0: a mutex
  Address address = 0;
  std::int64_t value = 0;  // of a mutex: 1 if it was free, 0 if another task held it
  bool ends_wait = true;   // false: the task changes it in each round, or it is a mutex

  [[nodiscard]] bool has_changed() const {
    if (size != 0) return value_in(address, size) != value;
    return (reinterpret_cast<const Mutex*>(address)->owner == 0) != (value != 0);
  }
};

// What an await waits for: a relation between a value and a bound.
struct Condition {
  enum class Kind : std::uint8_t {
    more_than,
    at_least,
    equal,
    differs,
    changed,  // one of the watched variables has another value
    always,   // nothing: rounds of a loop that counts belong to this event
  };
  Kind kind = Kind::more_than;
  ObjectId object;
  AccessListId accesses;
  std::int64_t bound = 0;
  const char* text = "";
  // For a read-write lock: the value is that of the lock, plus those of its parts if `with_parts`.
  const Synchroniser* lock = nullptr;
  bool with_parts = false;
  // For a loop that waits: its variables (Conditions::watched).
  std::uint32_t first_watched = 0;
  std::uint32_t watched_count = 0;
  bool is_fair = false;  // others can see the rounds of the loop (waiting/loops.h)

  // Not for the kind `changed`: see Conditions::has_change().
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
      case Kind::changed:
        return false;
      case Kind::always:
        return true;
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
  // Sets the variables that the condition watches.
  void watch(Condition& condition, std::span<const WatchedVariable> variables) {
    const OutsideProgram outside;
    condition.first_watched = static_cast<std::uint32_t>(watched_.size());
    condition.watched_count = static_cast<std::uint32_t>(variables.size());
    watched_.insert(watched_.end(), variables.begin(), variables.end());
  }
  [[nodiscard]] std::span<const WatchedVariable> watched(const Condition& condition) const {
    return std::span(watched_).subspan(condition.first_watched, condition.watched_count);
  }
  // Returns whether a variable has changed that ends the wait.
  [[nodiscard]] bool has_change(const Condition& condition) const {
    return std::ranges::any_of(watched(condition), [](const WatchedVariable& each) {
      return each.ends_wait && each.has_changed();
    });
  }
  // Returns false for ids of an earlier execution that had more awaits.
  [[nodiscard]] bool contains(ConditionId id) const { return id.value < conditions_.size(); }
  [[nodiscard]] const Condition& operator[](ConditionId id) const { return conditions_[id.value]; }
  void clear() {
    conditions_.clear();
    watched_.clear();
  }

 private:
  std::vector<Condition> conditions_;
  std::vector<WatchedVariable> watched_;
};

struct Mailbox;
struct Task;

// Which fields are meaningful depends on the operation and on the task's Standing.
struct PendingOperation {
  OperationKind operation = OperationKind::choose;
  ObjectId object;
  AccessListId accesses;
  MemoryOrder order = MemoryOrder::sequential;
  Fences fences;      // fences since the task's last event
  Address place = 0;  // the code address

  Address address = 0;            // of the variable that is accessed
  std::uint32_t size = 0;         // how many of its bytes reports show, at most 8
  std::int64_t* value = nullptr;  // the value of an internal object, used instead of `address`
  // The operation, if it is an update, is a compare-exchange that expects this value.
  bool compares = false;
  std::int64_t expected = 0;

  Mutex* mutex = nullptr;
  Address condition_variable = 0;
  std::uint32_t depth = 0;    // how often a sleeping task had locked its mutex
  ObjectId condition_object;  // the condition variable that a sleeping task sleeps on
  ObjectId relock_object;     // the mutex that a woken task locks again; none: a futex
  AccessListId relock_accesses;
  Address futex = 0;    // the futex that the task goes to sleep on, without a mutex
  int futex_value = 0;  // the task sleeps only if the futex has this value
  EventId woken_by;

  Mailbox* mailbox = nullptr;  // that the task sends to or receives from
  int tag = 0;                 // of the message that it sends
  void* pointer = nullptr;     //

  Task* joined = nullptr;
  std::uint32_t alternatives = 0;
  std::uint32_t choice = 0;  // the chosen value, or how many tasks were woken
  Condition condition;
  ConditionId condition_id;
  bool has_deadline = false;  // the wait would end by timeout
  bool succeeded = true;      // the last executed operation succeeded

  // Sets an operation without accesses.
  void stand_before_nothing() {
    object = {};
    accesses = Registry::no_accesses();
  }
  // Sets an operation on an object. The caller sets `mutex` and `condition_variable` separately.
  void stand_before(const Synchroniser& synchroniser) {
    object = synchroniser.object;
    accesses = synchroniser.write;
  }
  // Sets an operation on a number, whose value reports show.
  void stand_before_number(Synchroniser& number) {
    stand_before(number);
    value = &number.value;
  }
  // Sets an access to memory, of which reports show `shown` bytes.
  void stand_before_memory(ObjectId first, AccessListId all, Address at, std::size_t shown) {
    object = first;
    accesses = all;
    address = at;
    size = static_cast<std::uint32_t>(shown);
    value = nullptr;
  }
};

}  // namespace mazurka::native
