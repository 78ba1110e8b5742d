// The key of a state that its trace alone does not determine.
#pragma once

#include <cstdint>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {

// Returns a key of the trace and `extra`, such as a fingerprint of the mailboxes. `extra` enters
// both halves, because hash tables and comparisons rely on each half alone to tell keys apart.
[[nodiscard]] constexpr TraceKey with_extra(const TraceKey& trace, std::uint64_t extra) {
  return {mix(trace.high, extra), mix(trace.low, ~extra)};
}

}  // namespace mazurka
