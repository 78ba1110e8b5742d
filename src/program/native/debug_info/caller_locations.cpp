#include "program/native/debug_info/caller_locations.h"

#include <string_view>

#include "core/operation.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"

namespace mazurka::native {
namespace {

// Returns whether the library function stores a closure, or the arguments of a call, in the heap.
bool makes_closure(std::string_view call) {
  return call.starts_with("std::thread::") || call.starts_with("std::jthread::") ||
         call.starts_with("std::async") || call.starts_with("std::function") ||
         call.starts_with("mazurka::handler::post");
}

// Returns the name of the outermost own function. "lambda at a.cpp:12" is easier to find than
// "lambda of main", but debug information does not say where an inlined lambda begins.
std::string name_of_root(const SourceFrame& frame) {
  if (!frame.is_inlined) return name_of_task_code(frame.code - 1);
  const bool is_lambda =
      frame.function.starts_with("lambda of ") || frame.function.ends_with("operator()");
  return is_lambda ? "" : frame.function;
}

std::string file_and_line(const SourceLocation& place) {
  return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
}

std::string root_of(const std::vector<Address>& calls) {
  std::string result;
  for (const SourceFrame& frame : frames_of(calls))
    if (frame.is_own) result = name_of_root(frame);
  return result;
}

// Returns the last word of the heap block: in the state of a std::thread, the function that it
// runs.
Address last_word_of_block(Address block) {
  const Heap::Block found = heap.block_at(block);
  if (found.address != block || found.size < 2 * sizeof(Address)) return 0;
  return *reinterpret_cast<const Address*>(block + found.size - sizeof(Address));
}

// Returns the name of what a std::thread runs, from the type of its state object.
std::string name_by_state(Address state) {
  if (!is_heap(state)) return {};
  const std::string type = type_of_thread_state(*reinterpret_cast<const Address*>(state));
  if (type.find("(*)(") != std::string::npos) return name_of_task_code(last_word_of_block(state));
  return type.empty() ? "" : name_of_callable(type);
}

std::string name_by_type(const CodeToName& code) {
  if (code.is_message) return name_of_callable(type_of_message(code.code));
  return name_by_state(code.argument);
}

bool is_own_code(Address code) {
  const Address call[] = {code + 1};
  const std::vector<SourceFrame> frames = frames_of(call);
  return !frames.empty() && frames.back().is_own;
}

}  // namespace

const CallerLocations::Known& CallerLocations::known(const std::vector<Address>& calls) {
  const auto [entry, is_new] = known_.try_emplace(calls);
  if (is_new) entry->second = {own_place_of(calls), root_of(calls)};
  return entry->second;
}

LocationId CallerLocations::location(const SourceLocation& place, const StepOrigin& origin) {
  const Key key(place.file, place.line, place.column, static_cast<int>(origin.kind), origin.call);
  const auto [entry, is_new] = locations_.try_emplace(key);
  if (is_new) {
    entry->second = registry_.add_location(place);
    if (origin.kind != StepOrigin::Kind::own || !origin.call.empty())
      origins_[entry->second] = origin;
  }
  return entry->second;
}

bool CallerLocations::is_in_closure(Address address) const {
  const auto after = closures_.upper_bound(address);
  return after != closures_.begin() && address < std::prev(after)->second;
}

StepOrigin CallerLocations::origin_of(const StepToLocate& step, const OwnPlace& place) const {
  using enum StepOrigin::Kind;
  if (step.operation > OperationKind::await || step.is_internal) return {own, place.call};
  if (place.place.file.empty() || is_in_closure(step.address)) return {bookkeeping, place.call};
  if (place.call.empty() || is_access(place.call) || step.order == MemoryOrder::freeing)
    return {own, place.call};
  return {is_bookkeeping(place.call) ? bookkeeping : library, place.call};
}

LocationId CallerLocations::of_step(const StepToLocate& step) {
  if (step.operation == OperationKind::start) return start_of(step);
  const Known& found = known(step.recorded.calls);
  if (!found.root.empty()) names_by_calls_.try_emplace(step.task, found.root);
  const StepOrigin origin = origin_of(step, found.place);
  if (!found.place.place.file.empty()) return location(found.place.place, origin);
  const LocationId created_at = step.recorded.created_at;
  if (created_at.exists()) return location(registry_.location(created_at), origin);
  return location(source_of(step.place), origin);
}

LocationId CallerLocations::start_of(const StepToLocate& message) {
  const Address code = message.code.code;
  SourceLocation place;
  if (is_own_code(code)) {
    place = source_of(code + 1);
  } else if (const Address own = code_of_callable(type_of_message(code)); own != 0) {
    place = source_of(own + 1);
  }
  if (place.file.empty()) return message.recorded.created_at;
  return location(place, {});
}

LocationId CallerLocations::of_calls(const std::vector<Address>& calls) {
  const OwnPlace& place = known(calls).place;
  if (place.place.file.empty()) return {};
  return location(place.place, {StepOrigin::Kind::own, place.call});
}

StepOrigin CallerLocations::origin_of(LocationId location) const {
  const auto found = origins_.find(location);
  return found == origins_.end() ? StepOrigin{} : found->second;
}

void CallerLocations::created(TaskId task, const CodeToName& code, LocationId by) {
  if (is_own_code(code.code)) return;
  if (names_by_type_.contains(task) || names_by_creation_.contains(task)) return;
  if (by.exists() && !registry_.location(by).file.empty())
    names_by_creation_[task] =
        (code.is_message ? "message of " : "thread of ") + file_and_line(registry_.location(by));
  if (std::string name = name_by_type(code); !name.empty()) names_by_type_[task] = std::move(name);
}

std::string CallerLocations::name_of(TaskId task) const {
  for (const auto* const names : {&names_by_type_, &names_by_calls_, &names_by_creation_})
    if (const auto found = names->find(task); found != names->end()) return found->second;
  return {};
}

Address CallerLocations::own_call(const std::vector<Address>& calls) {
  for (const SourceFrame& frame : frames_of(calls))
    if (frame.is_own) return frame.code;
  return 0;
}

Address CallerLocations::allocated(Address block, std::size_t size,
                                   const std::vector<Address>& calls) {
  if (makes_closure(known(calls).place.call)) closures_[block] = block + size;
  return own_call(calls);
}

}  // namespace mazurka::native
