// Random numbers for unit tests: the same everywhere, from a seed.
#pragma once

#include <cstdint>

#include "core/hash.h"

namespace mazurka {

class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  // Returns a number from 0 to limit - 1. REQUIRES: limit > 0.
  std::uint32_t below(std::size_t limit) {
    return static_cast<std::uint32_t>(mix(seed_, ++drawn_) % limit);
  }
  bool one_in(std::uint32_t count) { return below(count) == 0; }

 private:
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
};

}  // namespace mazurka
