// Holds an algorithm against brute force on one program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/conflict.h"
#include "explore/algorithms.h"

namespace mazurka::property {

struct Verdict {
  bool decided = true;    // false: brute force hit its bound
  std::string complaint;  // empty: no difference
  std::uint64_t traces = 0;
};

// What an algorithm promises.
struct Promise {
  AlgorithmName algorithm;
  bool exact;  // each trace exactly once, no redundant executions
  bool handlers_as_locks;
  bool sleep_sets = true;  // false: dpor without them
};

[[nodiscard]] std::string_view name_of(const Promise& promise);

// An execution of each trace that the algorithm misses, for people.
[[nodiscard]] std::string missed_traces(const std::string& source, const Promise& promise,
                                        std::uint64_t order_seed);

[[nodiscard]] Verdict judge(const std::string& source, const Promise& promise,
                            std::uint64_t order_seed, const ConflictTable& conflicts = {});

}  // namespace mazurka::property
