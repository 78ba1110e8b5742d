// How executions are picked at random (algorithm/random.cpp).
#pragma once

#include <cstdint>

namespace mazurka {

enum class RandomStrategy : std::uint8_t { uniform, pct, pos };

struct RandomOptions {
  std::uint64_t executions = 0;  // how many; 0: none, an algorithm explores
  RandomStrategy strategy = RandomStrategy::pos;
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;  // pct: how many ordered steps an error may need
};

}  // namespace mazurka
