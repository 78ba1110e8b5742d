// Locations, names and origins of steps in terms of the program's own code. They are determined
// only on demand, because they need a stack walk at each event.
//
// The caller location of a step inside a library is where the program's own code called the
// library. If there is no such call, for instance when a thread of the library unpacks its
// arguments, it is where the task was created.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/ids.h"
#include "core/memory_order.h"
#include "core/operation.h"
#include "core/owned_lock.h"
#include "core/registry.h"
#include "core/step_origin.h"
#include "program/native/debug_info/caller_frames.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Recorded for a task while caller locations are shown.
struct RecordedCalls {
  LocationId created_at;         // the event that created the task
  std::vector<OwnedLock> owned;  // locks that the task holds
  // Return addresses of the calls that led to the pending operation, innermost first. Also recorded
  // by Observation::record_calls().
  std::vector<Address> calls;

  void begin() {
    created_at = {};
    owned.clear();
    calls.clear();
  }
};

// The code of a task, for naming it.
struct CodeToName {
  Address code = 0;
  bool is_message = false;
  Address argument = 0;
};

// The pending operation of a task, for locating it.
struct StepToLocate {
  TaskId task;
  OperationKind operation;
  Address address;   // the memory that it accesses
  bool is_internal;  // it accesses an internal number, not memory
  MemoryOrder order;
  Address place;  // the code address
  CodeToName code;
  const RecordedCalls& recorded;
};

class CallerLocations {
 public:
  explicit CallerLocations(Registry& registry) : registry_(registry) {}

  void begin_execution() { closures_.clear(); }

  // Returns the location of a pending operation. REQUIRES: the calls of its task were recorded.
  [[nodiscard]] LocationId of_step(const StepToLocate& step);
  // Returns the location of a failure; none if no own code is among the calls.
  [[nodiscard]] LocationId of_calls(const std::vector<Address>& calls);
  // Returns the origin of a step. REQUIRES: of_step() returned this location.
  [[nodiscard]] StepOrigin origin_of(LocationId location) const;

  // Records that an event at the location `by` created the task, which runs this code.
  void created(TaskId task, const CodeToName& code, LocationId by);
  // Returns a name of the task for the program's author: "worker", "lambda at a.cpp:12". Returns an
  // empty string if nothing better than the name of its entry function is known.
  [[nodiscard]] std::string name_of(TaskId task) const;

  // Records that these calls allocated a block. Returns the call in own code; 0 if there is none.
  [[nodiscard]] Address allocated(Address block, std::size_t size,
                                  const std::vector<Address>& calls);
  // Returns the innermost of these calls that own code made; 0 if there is none.
  [[nodiscard]] static Address own_call(const std::vector<Address>& calls);

 private:
  struct Known {
    OwnPlace place;
    std::string root;  // the outermost own function
  };
  [[nodiscard]] const Known& known(const std::vector<Address>& calls);
  [[nodiscard]] StepOrigin origin_of(const StepToLocate& step, const OwnPlace& place) const;
  [[nodiscard]] bool is_in_closure(Address address) const;
  [[nodiscard]] LocationId start_of(const StepToLocate& message);
  [[nodiscard]] LocationId location(const SourceLocation& place, const StepOrigin& origin);

  Registry& registry_;
  std::map<std::vector<Address>, Known> known_;
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, int, std::string>;
  std::map<Key, LocationId> locations_;
  std::unordered_map<LocationId, StepOrigin> origins_;  // except of steps made directly by own code
  std::unordered_map<TaskId, std::string> names_by_type_;
  std::unordered_map<TaskId, std::string> names_by_calls_;
  std::unordered_map<TaskId, std::string> names_by_creation_;  // "thread of a.cpp:12"
  std::map<Address, Address> closures_;  // blocks with closures and arguments: begin and end
};

}  // namespace mazurka::native
