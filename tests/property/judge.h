// Compares an algorithm with brute force on one program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/conflict.h"
#include "explore/algorithms.h"

namespace mazurka::property {

struct Verdict {
  bool decided = true;    // false: brute force reached its bound
  std::string complaint;  // empty: they agree
  std::uint64_t traces = 0;
};

// The guarantees of an algorithm.
struct Promise {
  AlgorithmName algorithm;
  bool exact;  // each trace exactly once, no redundant executions
  bool handlers_as_locks;
  bool sleep_sets = true;  // false: dpor without them
};

[[nodiscard]] std::string_view name_of(const Promise& promise);

// Describes an execution of each trace that the algorithm misses, for error messages.
[[nodiscard]] std::string missed_traces(const std::string& source, const Promise& promise,
                                        std::uint64_t order_seed);

[[nodiscard]] Verdict judge(const std::string& source, const Promise& promise,
                            std::uint64_t order_seed, const ConflictTable& conflicts = {});

}  // namespace mazurka::property
