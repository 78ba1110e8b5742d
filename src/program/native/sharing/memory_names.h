// Names of objects in memory. The first name comes from the symbol table. A better name, from debug
// information, is looked up only when a report needs it.
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

  // Registers an object in memory under its first name. `size` is 0 if it is unknown.
  [[nodiscard]] ObjectId add_object(NameKind kind, Address address, std::size_t size);
  // Records which stack frame a local variable belongs to.
  void set_frame(Address local, const CallFrame& frame) { frames_[local] = frame; }
  [[nodiscard]] const std::unordered_map<Address, CallFrame>& frames() const { return frames_; }
  // Names memory in the heap as a member of a C++ object. The name holds until forget_members(),
  // because in another execution a different object may lie there.
  void set_member(ObjectId object, Address address, std::size_t size, const std::string& name);
  [[nodiscard]] bool has_member(ObjectId object) const { return members_.contains(object); }
  void forget_members();
  // Returns the name of the object by its heap block, "heap[a.cpp:9, task 1 #0]+8", even if it is
  // known as a member. For other objects, returns their usual name.
  [[nodiscard]] std::string name_in_heap(ObjectId object) const;

  // Says that objects will be registered before the heap blocks that contain them exist, as in a
  // replay. resolve() then updates their first names.
  void expect_late_blocks() { blocks_come_late_ = true; }
  // Looks up the better names of all objects that have none yet. REQUIRES: an execution is in
  // progress, because names of heap memory depend on its blocks.
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
  std::vector<Local> locals_;  // objects that have a brief and a full name
  std::unordered_map<ObjectId, Unresolved> members_;
  std::size_t named_ = 0;  // size of locals_ when name_locals() was last called
  std::unordered_map<Address, CallFrame> frames_;
  bool blocks_come_late_ = false;
};

}  // namespace mazurka::native
