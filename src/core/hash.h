// Mixes 64-bit words. The finaliser of splitmix64 spreads every input bit over the result.
#pragma once

#include <cstdint>

namespace mazurka {

[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Combines two words. The order matters: mix(a, b) != mix(b, a).
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return spread(a ^ spread(b));
}

// Combines a hash with a word by the two halves of a product. This is cheap, and good enough inside
// a chain. End the chain with spread() where every bit matters.
[[nodiscard]] constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace mazurka
