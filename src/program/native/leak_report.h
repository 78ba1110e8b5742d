// Describes leaks, with the calls that allocated the block.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "program/native/process/leaks.h"
#include "program/native/schedule/runtime.h"

namespace mazurka::native {

class LeakReport {
 public:
  // Returns the failure to report for a leak. At the first call for a block, runs the execution
  // again to record the calls that allocate it. REQUIRES: the program is at the end of the
  // execution with this schedule.
  [[nodiscard]] Failure failure_for(const Leak& leak, Runtime& of,
                                    std::span<const Choice> schedule);

 private:
  struct Origin {
    Address allocated_at = 0;  // as the heap recorded it
    Address place = 0;         // the innermost call in the program's own code
    std::string calls;
  };
  [[nodiscard]] const Origin& origin_of(const Leak& leak, Runtime& of,
                                        std::span<const Choice> schedule);

  std::unordered_map<Address, Origin> origins_;  // by block
};

}  // namespace mazurka::native
