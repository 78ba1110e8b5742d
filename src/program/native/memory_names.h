// What objects in memory are called. A first name comes from the symbol table; a better one, by the
// debug information, is looked up when somebody will read it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "program/native/debug_variables.h"
#include "program/native/layout.h"
#include "program/native/symbols.h"

namespace mazurka::native {

class MemoryNames {
 public:
  explicit MemoryNames(Registry& registry) : registry_(registry) {}

  // `size` 0: something that begins there.
  [[nodiscard]] ObjectId add_object(Address address, std::size_t size);
  // Whose local variable this is.
  void set_frame(Address local, const CallFrame& frame) { frames_[local] = frame; }
  [[nodiscard]] const std::unordered_map<Address, CallFrame>& frames() const { return frames_; }
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

  struct Local {
    ObjectId object;
    MemoryName name;
  };
  void name_locals();

  Registry& registry_;
  std::vector<Unresolved> unresolved_;
  std::vector<Local> locals_;  // that have names
  std::unordered_map<Address, CallFrame> frames_;
  bool blocks_come_late_ = false;
};

}  // namespace mazurka::native
