// Random numbers that are the same on every platform and with every standard library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mazurka::property {

// SplitMix64: a counter and a mixing function. Every seed is equally good.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  // Returns a number from 0 to bound - 1. REQUIRES: bound > 0. (The bias of the
  // remainder is below 2^-20.)
  int below(int bound) { return static_cast<int>((next() >> 20) % static_cast<unsigned>(bound)); }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() >> 20) % bound; }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool percent(int chance) { return below(100) < chance; }

 private:
  std::uint64_t state_;
};

}  // namespace mazurka::property
