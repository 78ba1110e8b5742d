// Which bytes on a task's stack other tasks have written.
//
// Whether a task only waits is decided by comparing its stack with an earlier state of it
// (loops.h). A write by another task to one of its local variables must not change the answer: the
// next operation of a task may depend only on what the task has observed (decision 0001, assumption
// b). So such bytes are left out of a comparison if they were written since the earlier state. All
// other bytes count, even those of shared variables: the same bytes may belong to private variables
// of another call at another time.
//
// What another task writes without any hook (in a library that is not instrumented) is unknown
// here. Then stacks differ, and the loop is not recognised in this iteration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// The bytes of one aligned word on the stack.
struct ForeignBytes {
  const Address* word = nullptr;
  Address mask = 0;  // 0xff for each byte that another task has written
  Address old = 0;   // the word before the first of these writes; only the bytes in `mask` count
};

class ForeignWrites {
 public:
  void clear() { writes_.clear(); }
  // Called before another task writes these bytes. REQUIRES: they are readable.
  void add(Address address, std::size_t size);
  // Names the current moment, for bytes_since().
  [[nodiscard]] std::uint32_t moment() const { return static_cast<std::uint32_t>(writes_.size()); }
  // Returns the bytes that were written since `moment`, sorted by address, with what they contained
  // at that moment. The result is valid until the next call. REQUIRES: moment() was `moment`
  // earlier in the same execution.
  [[nodiscard]] const std::vector<ForeignBytes>& bytes_since(std::uint32_t moment);

 private:
  std::vector<ForeignBytes> writes_;  // in order of time
  std::vector<ForeignBytes> merged_;  // the result of bytes_since(), kept to reuse its memory
};

}  // namespace mazurka::native
