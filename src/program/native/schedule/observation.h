// What the runtime notes for those who read about an execution: where in the code each step is, by
// which calls, what its memory is called, which locks a task holds.
//
// Locations of instructions are always there. Everything else takes a walk through the stack at
// each step, so it is noted only while somebody wants it: then an execution is run again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
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

  // While it is on, each task knows the calls that led to what it stands before.
  void record_calls(bool on) { records_calls_ = on || shows_caller_locations_; }
  [[nodiscard]] bool records_calls() const { return records_calls_; }
  static void record_calls_of(Task& task);
  // From the next restart on, events, pending operations, failures and blocks are where the
  // program's author called a library, not where they are in it.
  void show_caller_locations(bool on) {
    records_calls_ = shows_caller_locations_ = looks_at_blocks_ = on;
  }
  [[nodiscard]] bool shows_caller_locations() const { return shows_caller_locations_; }
  [[nodiscard]] CallerLocations& caller_locations() { return caller_locations_; }
  [[nodiscard]] Places& places() { return places_; }
  // Looks up files and lines of all events so far, and names of what they touch (80 ms at first: it
  // reads debug information).
  void resolve_names() {
    places_.resolve();
    names_.resolve();
  }

  // Where the operation is that the task stands before.
  [[nodiscard]] LocationId location_of(Task& task);
  // Where the running task fails. What has overwritten its stack, or was interrupted in a loop, has
  // no calls to look at.
  [[nodiscard]] LocationId location_of_failure(Address place);
  // Notes which calls local variables belong to that have turned out to be shared. As a rule
  // whoever called still stands in them.
  void find_frames(std::span<const Address> locals);
  // The task was created by an event that is there.
  void created(Task& task, LocationId by) {
    if (shows_caller_locations_) [[unlikely]]
      note_creation(task, by);
  }
  // A fiber continues: if it was entered to have its calls looked at, it leaves them and stops.
  void fiber_continues(Task& task) {
    while (wanted_frames_ != nullptr) [[unlikely]] show_frames(task);
  }

  // --- Called in fibers ---

  // The next event of the running task is called so, "unlock_shared({})", instead of an update of a
  // number. REQUIRES: `call` lives for ever.
  void call_next_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call(false, call);
  }
  // The event that the running task made last turns out to be called so.
  void call_last_event(const char* call) {
    if (shows_caller_locations_) [[unlikely]]
      note_call(true, call);
  }
  // What call_next_event() said; null: nothing.
  [[nodiscard]] const char* call_of(const Event& event) const;

  // The running task has got a lock, or gives it back.
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
  // The calls that lead to the allocation of this block are noted when it happens; 0: no block.
  void watch_allocation(Address block);
  [[nodiscard]] const std::vector<Address>& calls_to_watched_block() const {
    return calls_to_watched_block_;
  }

  // The running task made a shared atomic access that is weaker than seq_cst.
  void saw_weak_access(Address place) {
    if (weak_accesses_to_look_at_ != 0) [[unlikely]]
      note_weak_access(place);
  }
  // The calls that led to the first such access; empty: there was none. One that the author has
  // written comes before all in libraries.
  [[nodiscard]] const std::vector<Address>& weak_access() const { return weak_access_; }

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
  bool looks_at_blocks_ = false;  // that are allocated
  // Where a fiber is to leave the calls that it stands in, instead of continuing.
  std::vector<CallFrame>* wanted_frames_ = nullptr;
  std::map<EventId, const char*> calls_of_events_;  // of this execution
  Address watched_block_ = 0;
  std::vector<Address> calls_to_watched_block_;
  std::vector<Address> weak_access_;
  // Walks through the stack take time. Libraries that have not shown an own access until then will
  // hardly be followed by one.
  std::uint32_t weak_accesses_to_look_at_ = 10'000;
};

}  // namespace mazurka::native
