// A search of all interleavings without merging any, as an independent check of trace keys.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/conflict.h"
#include "core/ending.h"
#include "core/trace_key.h"

namespace mazurka::property {

struct PlainResult {
  std::map<TraceKey, EndingKind> traces;
  std::set<std::pair<std::uint64_t, EndingKind>> realities;  // final states, and how they ended
  std::string failure;   // two interleavings with equal keys have different final states or endings
  bool complete = true;  // false: more than `max_interleavings`
};

// `conflicts` is the table from which the keys are computed; `handlers_as_locks` picks the
// relation.
[[nodiscard]] PlainResult search_plainly(const std::string& source, bool handlers_as_locks,
                                         ConflictTable conflicts, std::uint64_t max_interleavings);

}  // namespace mazurka::property
