// Access lists of operations, interned once per cell, lock and condition variable, so that a step
// computes no hash.
#pragma once

#include <cstdint>
#include <vector>

#include "core/registry.h"
#include "program/model/bytecode.h"

namespace mazurka::model {

// Lists are created on first use, because a model may have a million cells and touch few of them.
class AccessLists {
 public:
  AccessLists(const Image& image, Registry& registry)
      : image_(image),
        registry_(registry),
        reads_(image.cells.size()),
        writes_(image.cells.size()),
        locks_(image.locks.size()),
        conditions_(image.condition_variables.size()) {}

  [[nodiscard]] AccessListId read(std::uint32_t cell) {
    return known(reads_[cell], image_.cells[cell].object, AccessKind::read);
  }
  [[nodiscard]] AccessListId write(std::uint32_t cell) {
    return known(writes_[cell], image_.cells[cell].object, AccessKind::write);
  }
  [[nodiscard]] AccessListId lock(std::uint32_t lock) {
    return known(locks_[lock], image_.locks[lock], AccessKind::lock);
  }
  [[nodiscard]] AccessListId condition(std::uint32_t variable) {
    return known(conditions_[variable], image_.condition_variables[variable],
                 AccessKind::condition);
  }
  // Returns the accesses of the first half of a `wait`.
  [[nodiscard]] AccessListId sleep(std::uint32_t variable, std::uint32_t lock) {
    const Access both[] = {{image_.condition_variables[variable], AccessKind::condition},
                           {image_.locks[lock], AccessKind::lock}};
    return registry_.access_list(both);
  }

 private:
  AccessListId known(AccessListId& list, ObjectId object, AccessKind kind) {
    if (!list.exists()) [[unlikely]]
      list = registry_.access_list({object, kind});
    return list;
  }

  const Image& image_;
  Registry& registry_;
  std::vector<AccessListId> reads_;
  std::vector<AccessListId> writes_;
  std::vector<AccessListId> locks_;
  std::vector<AccessListId> conditions_;
};

}  // namespace mazurka::model
