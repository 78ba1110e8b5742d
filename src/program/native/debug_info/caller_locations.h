// Places, names and origins of steps as the program's author knows them, while somebody wants that:
// it takes a walk through the stack at each event.
//
// A step inside of a library is where the author's code called the library. A step that no code of
// his has asked for (a thread of the library unpacks its arguments) is where its task was created.
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

// Noted for a task while caller locations are shown.
struct RecordedCalls {
  LocationId created_at;         // the event that created the task
  std::vector<OwnedLock> owned;  // locks that it holds
  // Where the calls return to that led to what it stands before, innermost first. Also noted while
  // only calls are recorded.
  std::vector<Address> calls;

  void begin() {
    created_at = {};
    owned.clear();
    calls.clear();
  }
};

// What a task runs.
struct CodeToName {
  Address code = 0;
  bool is_message = false;
  Address argument = 0;
};

// What a task stands before.
struct StepToLocate {
  TaskId task;
  OperationKind operation;
  Address address;   // that it accesses
  bool is_internal;  // it shows an internal number, not memory
  MemoryOrder order;
  Address place;  // in the code
  CodeToName code;
  const RecordedCalls& recorded;
};

class CallerLocations {
 public:
  explicit CallerLocations(Registry& registry) : registry_(registry) {}

  void begin_execution() { closures_.clear(); }

  // Of what a task stands before. REQUIRES: its calls were recorded.
  [[nodiscard]] LocationId of_step(const StepToLocate& step);
  // Of a failure: none if no own code is among the calls.
  [[nodiscard]] LocationId of_calls(const std::vector<Address>& calls);
  // Of an id that of_step() gave.
  [[nodiscard]] StepOrigin origin_of(LocationId location) const;

  // The task, which runs this code, was created by an event that is there.
  void created(TaskId task, const CodeToName& code, LocationId by);
  // What its author would call it, "worker", "lambda at a.cpp:12"; empty if nothing better is known
  // than what its code is called.
  [[nodiscard]] std::string name_of(TaskId task) const;

  // A block was allocated by these calls. Returns the call in own code; 0 if there is none.
  [[nodiscard]] Address allocated(Address block, std::size_t size,
                                  const std::vector<Address>& calls);
  // Where own code made these calls; 0 if it did not.
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
  std::unordered_map<LocationId, StepOrigin> origins_;  // but of own steps without a call
  std::unordered_map<TaskId, std::string> names_by_type_;
  std::unordered_map<TaskId, std::string> names_by_calls_;
  std::unordered_map<TaskId, std::string> names_by_creation_;  // "thread of a.cpp:12"
  std::map<Address, Address> closures_;  // blocks with closures and arguments: begin and end
};

}  // namespace mazurka::native
