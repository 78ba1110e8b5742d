// A search that merges nothing: every interleaving. Holds the trace key against reality.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/conflict.h"
#include "core/ending.h"
#include "core/trace_key.h"

namespace mazurka::property {

struct PlainResult {
  std::map<TraceKey, EndingKind> traces;
  std::string failure;   // two interleavings with equal keys differ in their final state or ending
  bool complete = true;  // false: more than `max_interleavings`
};

// `conflicts` is the table that the keys are made with; `handlers_as_locks` the relation.
[[nodiscard]] PlainResult search_plainly(const std::string& source, bool handlers_as_locks,
                                         ConflictTable conflicts, std::uint64_t max_interleavings);

}  // namespace mazurka::property
