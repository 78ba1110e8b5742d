// A recording, read, checked and prepared: the operations in an order in which they can run.
#pragma once

#include <cstddef>
#include <vector>

#include "program/recorded/operations.h"

namespace mazurka::recorded {

// The columns of [EmDpor18] Table 1.
struct RecordingSize {
  std::size_t length = 0;     // operations without START; empty messages do not count
  std::size_t threads = 0;    // without those that only post for the system or after a delay
  std::size_t messages = 0;   // that are called and are not empty ("events")
  std::size_t locations = 0;  // memory locations that are read or written
};

struct Recording {
  std::vector<Operation> operations;
  std::vector<Dependence> dependences;
  RecordingSize size;
};

// Returns the recording with empty messages removed and delayed posts as tasks
// (post_processing.h). If `dependences` has no name, there is no dependence file, and the order of
// lifecycle events is derived from the trace (lifecycle_order.h). Throws UserError for the first
// line that cannot be part of an execution.
[[nodiscard]] Recording read_recording(const File& trace, const File& dependences);

}  // namespace mazurka::recorded
