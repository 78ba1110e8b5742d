// What objects in memory are called. A first name comes from the symbol table; a better one, by the
// debug information, is looked up when somebody will read it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "program/native/debug_info/debug_variables.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

class MemoryNames {
 public:
  explicit MemoryNames(Registry& registry) : registry_(registry) {}

  // `size` 0: something that begins there.
  [[nodiscard]] ObjectId add_object(Address address, std::size_t size);
  // Whose local variable this is.
  void set_frame(Address local, const CallFrame& frame) { frames_[local] = frame; }
  [[nodiscard]] const std::unordered_map<Address, CallFrame>& frames() const { return frames_; }
  // What lies in the heap, as a part of an object; until forget_members(): in another execution,
  // other objects may lie there.
  void set_member(ObjectId object, Address address, std::size_t size, const std::string& name);
  [[nodiscard]] bool has_member(ObjectId object) const { return members_.contains(object); }
  void forget_members();
  // "heap[a.cpp:9, task 1 #0]+8", also of a member; nothing if it does not lie in the heap.
  [[nodiscard]] std::string name_in_heap(ObjectId object) const;

  // In a replay, objects get known before the blocks of the heap that they lie in: until then their
  // names are wrong.
  void expect_late_blocks() { blocks_come_late_ = true; }
  // REQUIRES: the program stands in an execution: what is known of heap blocks is what it has.
  void resolve();

 private:
  struct Unresolved {
    ObjectId object;
    Address address = 0;
    std::size_t size = 0;
  };
  [[nodiscard]] static std::string heap_name_of(const Unresolved& object);
  struct Local {
    ObjectId object;
    MemoryName name;
  };
  void name_locals();

  Registry& registry_;
  std::vector<Unresolved> unresolved_;
  std::vector<Local> locals_;  // that have names
  std::unordered_map<ObjectId, Unresolved> members_;
  std::size_t named_ = 0;  // how many of the locals
  std::unordered_map<Address, CallFrame> frames_;
  bool blocks_come_late_ = false;
};

}  // namespace mazurka::native
