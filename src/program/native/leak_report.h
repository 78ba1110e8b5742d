// Leaks in words, with the calls that allocated the block.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "program/native/process/leaks.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

class LeakReport {
 public:
  // REQUIRES: the program stands at the end of the execution with this schedule. If the block was
  // not asked for before, that execution is run again, to see who allocates it.
  [[nodiscard]] Failure failure_for(const Leak& leak, Runtime& of,
                                    std::span<const Choice> schedule);

 private:
  struct Origin {
    Address allocated_at = 0;  // by the allocator's own books
    Address place = 0;         // the innermost call in code of the program's author
    std::string calls;
  };
  [[nodiscard]] const Origin& origin_of(const Leak& leak, Runtime& of,
                                        std::span<const Choice> schedule);

  std::unordered_map<Address, Origin> origins_;  // by block
};

}  // namespace mazurka::native
