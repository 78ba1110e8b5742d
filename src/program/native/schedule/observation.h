// Records what reports show about an execution: the location of each step in the code, the calls
// that led to it, names of memory, and the locks that a task holds.
//
// Locations of instructions are always recorded. Everything else needs a stack walk at each step,
// so it is recorded only on demand: the execution is then run again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "program/native/debug_info/caller_locations.h"
#include "program/native/debug_info/places.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/process/running.h"
#include "program/native/sharing/memory_names.h"
#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

class Runtime;
struct Task;

class Observation {
 public:
  Observation(Runtime& runtime, Registry& registry, MemoryNames& names)
      : runtime_(runtime), names_(names), places_(registry), caller_locations_(registry) {}
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

  void begin_execution();

  // While this is on, the calls that led to its pending operation are recorded for each task.
  void record_calls(bool on) { records_calls_ = on || shows_caller_locations_; }
  [[nodiscard]] bool records_calls() const { return records_calls_; }
  static void record_calls_of(Task& task);
  // From the next restart on, the locations of events, pending operations, failures and blocks are
  // those where code of the program's author called a library, not those inside the library.
  void show_caller_locations(bool on) {
    records_calls_ = shows_caller_locations_ = looks_at_blocks_ = on;
  }
  [[nodiscard]] bool shows_caller_locations() const { return shows_caller_locations_; }
  [[nodiscard]] CallerLocations& caller_locations() { return caller_locations_; }
  [[nodiscard]] Places& places() { return places_; }
  // Looks up files and lines of all events so far, and names of what they access.
  void resolve_names() {
    places_.resolve();
    names_.resolve();
  }

  // Returns the location of the task's pending operation.
  [[nodiscard]] LocationId location_of(Task& task);
  // Returns the location of a failure of the running task. If the task has overwritten its stack or
  // was interrupted in a loop, its calls are not available.
  [[nodiscard]] LocationId location_of_failure(Address place);
  // Finds the stack frames of local variables that have turned out to be shared. Usually the
  // functions that they belong to have not returned yet.
  void find_frames(std::span<const Address> locals);
  // Records that an event at the location `by` created the task.
  void created(Task& task, LocationId by) {
    if (shows_caller_locations_) [[unlikely]]
      note_creation(task, by);
  }
  // Called when a fiber resumes. If it was resumed only to record its calls, records them and
  // suspends it again.
  void fiber_continues(Task& task) {
    while (wanted_frames_ != nullptr) [[unlikely]] show_frames(task);
  }

  // --- Called in fibers ---

  // Returns where code of the program's author has called the library that contains this place, in
  // which the running task is now; `place` if there is no such call. The calls that lead to a place
  // are looked at once.
  [[nodiscard]] Address own_place_of(Address place);

  // Makes reports describe the next event of the running task by this text, "unlock_shared({})",
  // instead of as an update of a number. REQUIRES: `call` has static lifetime.
  void call_next_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call(false, call);
  }
  // Makes reports describe the last event of the running task by this text.
  void call_last_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call(true, call);
  }
  // Returns the text that was set for the event; null if there is none.
  [[nodiscard]] const char* call_of(const Event& event) const;

  // Record that the running task has acquired a lock, or releases it.
  void took(const Synchroniser& lock, bool is_shared, Address place) {
    if (shows_caller_locations_) [[unlikely]]
      note_taken(lock, is_shared, place);
  }
  void gives_back(const Synchroniser& lock) {
    if (shows_caller_locations_) [[unlikely]]
      note_given_back(lock);
  }

  void allocated(void* block) {
    if (looks_at_blocks_) [[unlikely]]
      note_allocation(reinterpret_cast<Address>(block));
  }
  void freed(void* block) {
    if (shows_caller_locations_) [[unlikely]]
      note_release(reinterpret_cast<Address>(block));
  }
  // Requests that the calls which lead to the allocation of this block are recorded; 0 ends this.
  void watch_allocation(Address block);
  [[nodiscard]] const std::vector<Address>& calls_to_watched_block() const {
    return calls_to_watched_block_;
  }

  // Records that the running task made a shared atomic access with an order weaker than seq_cst.
  void saw_weak_access(Address place) {
    if (weak_accesses_to_look_at_ != 0) [[unlikely]]
      note_weak_access(place);
  }
  // Returns where accesses weaker than seq_cst were made ("a.cpp:9"), one entry for each of the
  // first places in the author's own code. If there is none, the entry is where the first access in
  // a library was made or, if known, where the library was called.
  [[nodiscard]] const std::vector<std::string>& weak_accesses() const { return weak_accesses_; }
  [[nodiscard]] bool has_own_weak_access() const { return has_own_weak_access_; }

 private:
  [[nodiscard]] LocationId caller_location_of(Task& task);
  [[nodiscard]] std::vector<CallFrame> frames_of(Task& task);
  void show_frames(Task& task);
  void find_frame(Address local, std::size_t size = 1);
  void find_member(Task& task);
  void note_creation(Task& task, LocationId by);
  void note_call(bool is_last, const char* call);
  void note_taken(const Synchroniser& lock, bool is_shared, Address place);
  static void note_given_back(const Synchroniser& lock);
  void note_allocation(Address block);
  static void note_release(Address block);
  void note_weak_access(Address place);

  Runtime& runtime_;
  MemoryNames& names_;
  Places places_;
  CallerLocations caller_locations_;
  bool records_calls_ = false;
  bool shows_caller_locations_ = false;
  bool looks_at_blocks_ = false;  // calls of allocations are wanted
  // Where a resumed fiber stores its calls instead of continuing; null: it continues.
  std::vector<CallFrame>* wanted_frames_ = nullptr;
  std::map<EventId, const char*> calls_of_events_;  // of this execution
  Address watched_block_ = 0;
  std::vector<Address> calls_to_watched_block_;
  std::vector<std::string> weak_accesses_;
  bool has_own_weak_access_ = false;
  std::map<Address, Address> own_places_;  // the results of own_place_of()
  // How many more weak accesses are examined. Stack walks take time, and if none of the first
  // 10,000 accesses was in the author's own code, a later one is unlikely to be. After the first
  // one in own code, some hundred more are enough to name most places.
  std::uint32_t weak_accesses_to_look_at_ = 10'000;
};

}  // namespace mazurka::native
