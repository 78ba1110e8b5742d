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

#include "core/registry.h"
#include "core/step_origin.h"
#include "program/native/debug_info/caller_frames.h"
#include "program/native/platform/layout.h"
#include "program/native/schedule/task.h"

namespace mazurka::native {

class OwnPlaces {
 public:
  explicit OwnPlaces(Registry& registry) : registry_(registry) {}

  void begin_execution() { closures_.clear(); }

  // Of what the task stands before. REQUIRES: its calls were recorded.
  [[nodiscard]] LocationId of_step(const Task& task);
  // Of a failure: none if no own code is among the calls.
  [[nodiscard]] LocationId of_calls(const std::vector<Address>& calls);
  // Of an id that of_step() gave.
  [[nodiscard]] StepOrigin origin_of(LocationId location) const;

  // The task was created by an event that is there. REQUIRES: it knows its code and its argument.
  void created(Task& task, LocationId by);
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
  [[nodiscard]] StepOrigin origin_of(const Task& task, const OwnPlace& place) const;
  [[nodiscard]] bool is_in_closure(const Task& task) const;
  [[nodiscard]] LocationId start_of(const Task& message);
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
