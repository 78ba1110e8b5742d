#include "program/native/debug_info/caller_locations.h"

#include <string_view>

#include "core/operation.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/process/heap.h"

namespace mazurka::native {
namespace {

// Those that keep a closure, or the arguments of a call, in a block of the heap.
bool makes_closure(std::string_view call) {
  return call.starts_with("std::thread::") || call.starts_with("std::jthread::") ||
         call.starts_with("std::async") || call.starts_with("std::function") ||
         call.starts_with("mazurka::handler::post");
}

// "lambda at a.cpp:12" is easier to find than "lambda of main". Where one begins that was inlined,
// nobody says.
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

// The function that a std::thread was given: the last of the words in its state.
Address last_word_of_block(Address block) {
  const Heap::Block found = heap.block_at(block);
  if (found.address != block || found.size < 2 * sizeof(Address)) return 0;
  return *reinterpret_cast<const Address*>(block + found.size - sizeof(Address));
}

// A state of std::thread is an object whose type names what it runs.
std::string name_by_state(Address state) {
  if (!is_heap(state)) return {};
  const std::string type = type_of_thread_state(*reinterpret_cast<const Address*>(state));
  if (type.find("(*)(") != std::string::npos) return name_of_task_code(last_word_of_block(state));
  return type.empty() ? "" : name_of_callable(type);
}

std::string name_by_type(const Task& task) {
  if (task.message_code != nullptr)
    return name_of_callable(type_of_message(reinterpret_cast<Address>(task.message_code)));
  return name_by_state(reinterpret_cast<Address>(task.argument));
}

Address code_of(const Task& task) {
  return task.message_code != nullptr ? reinterpret_cast<Address>(task.message_code)
                                      : reinterpret_cast<Address>(task.thread_code);
}

bool is_own_code(Address code) {
  const Address call[] = {code + 1};
  const std::vector<SourceFrame> frames = frames_of(call);
  return !frames.empty() && frames.back().is_own;
}

}  // namespace

const OwnPlaces::Known& OwnPlaces::known(const std::vector<Address>& calls) {
  const auto [entry, is_new] = known_.try_emplace(calls);
  if (is_new) entry->second = {own_place_of(calls), root_of(calls)};
  return entry->second;
}

LocationId OwnPlaces::location(const SourceLocation& place, const StepOrigin& origin) {
  const Key key(place.file, place.line, place.column, static_cast<int>(origin.kind), origin.call);
  const auto [entry, is_new] = locations_.try_emplace(key);
  if (is_new) {
    entry->second = registry_.add_location(place);
    if (origin.kind != StepOrigin::Kind::own || !origin.call.empty())
      origins_[entry->second] = origin;
  }
  return entry->second;
}

bool OwnPlaces::is_in_closure(const Task& task) const {
  const auto after = closures_.upper_bound(task.address);
  return after != closures_.begin() && task.address < std::prev(after)->second;
}

StepOrigin OwnPlaces::origin_of(const Task& task, const OwnPlace& place) const {
  using enum StepOrigin::Kind;
  if (task.operation > OperationKind::await || task.value != nullptr) return {own, place.call};
  if (place.place.file.empty() || is_in_closure(task)) return {bookkeeping, place.call};
  if (place.call.empty() || is_access(place.call) || task.order == MemoryOrder::freeing)
    return {own, place.call};
  return {is_bookkeeping(place.call) ? bookkeeping : library, place.call};
}

LocationId OwnPlaces::of_step(const Task& task) {
  if (task.operation == OperationKind::start) return start_of(task);
  const Known& found = known(task.calls);
  if (!found.root.empty()) names_by_calls_.try_emplace(task.id, found.root);
  const StepOrigin origin = origin_of(task, found.place);
  if (!found.place.place.file.empty()) return location(found.place.place, origin);
  if (task.created_at.exists()) return location(registry_.location(task.created_at), origin);
  return location(source_of(task.place), origin);
}

LocationId OwnPlaces::start_of(const Task& message) {
  const Address code = code_of(message);
  SourceLocation place;
  if (is_own_code(code)) {
    place = source_of(code + 1);
  } else if (const Address own = code_of_callable(type_of_message(code)); own != 0) {
    place = source_of(own + 1);
  }
  if (place.file.empty()) return message.created_at;
  return location(place, {});
}

LocationId OwnPlaces::of_calls(const std::vector<Address>& calls) {
  const OwnPlace& place = known(calls).place;
  if (place.place.file.empty()) return {};
  return location(place.place, {StepOrigin::Kind::own, place.call});
}

StepOrigin OwnPlaces::origin_of(LocationId location) const {
  const auto found = origins_.find(location);
  return found == origins_.end() ? StepOrigin{} : found->second;
}

void OwnPlaces::created(Task& task, LocationId by) {
  task.created_at = by;
  if (is_own_code(code_of(task))) return;
  if (names_by_type_.contains(task.id) || names_by_creation_.contains(task.id)) return;
  if (by.exists() && !registry_.location(by).file.empty())
    names_by_creation_[task.id] = (task.message_code != nullptr ? "message of " : "thread of ") +
                                  file_and_line(registry_.location(by));
  if (std::string name = name_by_type(task); !name.empty())
    names_by_type_[task.id] = std::move(name);
}

std::string OwnPlaces::name_of(TaskId task) const {
  for (const auto* const names : {&names_by_type_, &names_by_calls_, &names_by_creation_})
    if (const auto found = names->find(task); found != names->end()) return found->second;
  return {};
}

Address OwnPlaces::own_call(const std::vector<Address>& calls) {
  for (const SourceFrame& frame : frames_of(calls))
    if (frame.is_own) return frame.code;
  return 0;
}

Address OwnPlaces::allocated(Address block, std::size_t size, const std::vector<Address>& calls) {
  if (makes_closure(known(calls).place.call)) closures_[block] = block + size;
  return own_call(calls);
}

}  // namespace mazurka::native
