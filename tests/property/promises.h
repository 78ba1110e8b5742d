// The guarantees of each algorithm.
#pragma once

#include <array>
#include <span>

#include "property/judge.h"

namespace mazurka::property {

inline std::span<const Promise> promises() {
  static constexpr std::array<Promise, 5> all = {{
      {AlgorithmName::optimal, /*exact=*/true, /*handlers_as_locks=*/true},
      {AlgorithmName::source, false, true},
      {AlgorithmName::dpor, false, true},
      {AlgorithmName::dpor, false, true, /*sleep_sets=*/false},
      {AlgorithmName::event, true, false},
  }};
  return all;
}

}  // namespace mazurka::property
