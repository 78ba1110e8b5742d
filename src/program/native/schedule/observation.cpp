#include "program/native/schedule/observation.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "program/native/debug_info/caller_frames.h"
#include "program/native/debug_info/debug_variables.h"
#include "program/native/debug_info/location_text.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

void Observation::begin_execution() {
  calls_of_events_.clear();
  if (shows_caller_locations_) names_.forget_members();
  caller_locations_.begin_execution();
}

void Observation::record_calls_of(Task& task) {
  const OutsideProgram outside;
  task.recorded.calls.clear();
  calls_in_program(task.recorded.calls);
}

// --- Locations -----------------------------------------------------------------------------------

LocationId Observation::location_of(Task& task) {
  return shows_caller_locations_ ? caller_location_of(task) : places_.location(task.pending.place);
}

LocationId Observation::location_of_failure(Address place) {
  if (!shows_caller_locations_) return places_.location(place);
  std::vector<Address>& calls = runtime_.current_task().recorded.calls;
  calls.clear();
  calls_in_program(calls);
  const LocationId own = caller_locations_.of_calls(calls);
  return own.exists() ? own : places_.location(place);
}

Address Observation::own_place_of(Address place) {
  const OutsideProgram outside;
  const auto [known, is_new] = own_places_.try_emplace(place, place);
  if (is_new) {
    std::vector<Address> calls;
    calls_in_program(calls);
    if (const Address own = CallerLocations::own_call(calls); own != 0) known->second = own;
  }
  return known->second;
}

namespace {

StepToLocate step_of(const Task& task) {
  const PendingOperation& pending = task.pending;
  return {.task = task.id,
          .operation = pending.operation,
          .address = pending.address,
          .is_internal = pending.value != nullptr,
          .order = pending.order,
          .place = pending.place,
          .code = {task.code.address(), task.code.message != nullptr || task.code.posted != nullptr,
                   reinterpret_cast<Address>(task.code.argument)},
          .recorded = task.recorded};
}

}  // namespace

// Locals whose task had ended when they turned out to be shared get their names now.
LocationId Observation::caller_location_of(Task& task) {
  const PendingOperation& pending = task.pending;
  const Address address = pending.address;
  const std::size_t size = std::max(pending.size, 1u);
  const bool is_access = pending.operation <= OperationKind::await && pending.value == nullptr;
  const bool accesses_local = is_access && address - slots_begin < slots_end - slots_begin;
  if (is_access && is_heap(address) && pending.order != MemoryOrder::freeing) find_member(task);
  const auto& known = names_.frames();
  if (accesses_local && !(known.contains(address) && known.contains(address + size - 1)))
    find_frame(address, size);
  return caller_locations_.of_step(step_of(task));
}

void Observation::note_creation(Task& task, LocationId by) {
  task.recorded.created_at = by;
  caller_locations_.created(task.id, step_of(task).code, by);
}

// --- Frames --------------------------------------------------------------------------------------

void Observation::find_frames(std::span<const Address> locals) {
  for (const Address local : locals) find_frame(local);
}

// REQUIRES: the task is suspended in its fiber.
std::vector<CallFrame> Observation::frames_of(Task& task) {
  std::vector<CallFrame> frames;
  wanted_frames_ = &frames;
  enter_fiber(task.fiber);
  wanted_frames_ = nullptr;
  return frames;
}

void Observation::show_frames(Task& task) {
  frames_of_calls(*wanted_frames_);
  leave_fiber(task.fiber);
}

// Heap memory is mostly a member of an object that a function of the program's author works on. So
// this looks for such a function among the task's calls.
void Observation::find_member(Task& task) {
  const PendingOperation& pending = task.pending;
  if (task.standing >= Standing::mailed || names_.has_member(pending.object)) return;
  for (const CallFrame& frame : frames_of(task)) {
    if (!is_in_own_file(frame.code)) continue;
    const std::string name = name_of_member(pending.address, pending.size, frame);
    if (!name.empty())
      return names_.set_member(pending.object, pending.address, pending.size, name);
  }
}

void Observation::find_frame(Address local, std::size_t size) {
  Task* const owner = runtime_.tasks.in(area_of_slot(local));
  if (owner == nullptr || owner->standing >= Standing::mailed) return;
  const std::vector<CallFrame> frames = frames_of(*owner);
  const auto frame =
      std::ranges::find_if(frames, [&](const CallFrame& each) { return local < each.end; });
  if (frame == frames.end()) return;
  for (std::size_t i = 0; i < size; ++i)
    names_.set_frame(local + i, *frame);  // each part may be a separate cell
}

// --- Events and locks ----------------------------------------------------------------------------

void Observation::note_call(bool is_last, const char* call) {
  const Task& task = *running;
  const OutsideProgram outside;
  calls_of_events_[{task.id, is_last ? task.events - 1 : task.events}] = call;
}

const char* Observation::call_of(const Event& event) const {
  const auto found = calls_of_events_.find({event.task, event.index});
  return found == calls_of_events_.end() ? nullptr : found->second;
}

// Records the lock even if it is invisible: operations on a lock that only one task uses are not
// events, but the task holds it.
void Observation::note_taken(const Synchroniser& lock, bool is_shared, Address place) {
  Task& task = *running;
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  const LocationId own = caller_locations_.of_calls(calls);
  task.recorded.owned.push_back(
      {lock.object, own.exists() ? own : places_.location(place), is_shared});
}

void Observation::note_given_back(const Synchroniser& lock) {
  std::vector<OwnedLock>& owned = running->recorded.owned;
  const auto last = std::ranges::find(owned.rbegin(), owned.rend(), lock.object, &OwnedLock::lock);
  if (last != owned.rend()) owned.erase(std::next(last).base());
}

// --- Blocks --------------------------------------------------------------------------------------

void Observation::watch_allocation(Address block) {
  watched_block_ = block;
  looks_at_blocks_ = block != 0 || shows_caller_locations_;
  calls_to_watched_block_.clear();
}

void Observation::note_allocation(Address block) {
  if (block == 0) return;  // the allocation has failed
  const OutsideProgram outside;
  if (block == watched_block_) calls_in_program(calls_to_watched_block_);
  if (!shows_caller_locations_) return;
  std::vector<Address> calls;
  calls_in_program(calls);
  const std::size_t size = Heap::size_of(reinterpret_cast<void*>(block));
  const Address own = caller_locations_.allocated(block, size, calls);
  if (own != 0) Heap::set_place_of_allocation(block, own);
}

void Observation::note_release(Address block) {
  const OutsideProgram outside;
  std::vector<Address> calls;
  calls_in_program(calls);
  const Address own = CallerLocations::own_call(calls);
  if (own != 0) Heap::set_place_of_release(block, own);
}

void Observation::note_weak_access(Address place) {
  const OutsideProgram outside;
  --weak_accesses_to_look_at_;
  std::vector<Address> calls;
  calls_in_program(calls);
  if (calls.empty()) calls.push_back(place);
  if (!is_own_access(calls)) {
    if (!weak_accesses_.empty()) return;
    std::string caller = own_location_text(calls);
    weak_accesses_.push_back(caller.empty() ? location_text(calls.front()) : std::move(caller));
    return;
  }
  constexpr std::uint32_t enough = 300;
  if (!std::exchange(has_own_weak_access_, true)) {
    weak_accesses_.clear();
    weak_accesses_to_look_at_ = std::min(weak_accesses_to_look_at_, enough);
  }
  std::string own = own_location_text(calls);
  if (std::ranges::find(weak_accesses_, own) == weak_accesses_.end())
    weak_accesses_.push_back(std::move(own));
}

}  // namespace mazurka::native
