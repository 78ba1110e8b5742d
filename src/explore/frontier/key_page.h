// The pages that files of keys consist of, each with a checksum.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {

// A sum over words, in four independent chains: a processor works on all of them at once.
[[nodiscard]] inline std::uint64_t sum_of_words(std::span<const std::uint64_t> words) {
  std::array<std::uint64_t, 4> sums = {words.size(), 1, 2, 3};
  for (std::size_t i = 0; i < words.size(); ++i)
    sums[i % 4] = fold(sums[i % 4] ^ words[i], 0x9e3779b97f4a7c15u) + 0x5851f42d4c957f2du;
  return mix(mix(sums[0], sums[1]), mix(sums[2], sums[3]));
}

// As it lies in the file, in the byte order of the machine. Keys that do not exist are all zero.
struct KeyPage {
  static constexpr std::size_t size = 4096;
  static constexpr std::size_t most_keys = 255;

  std::uint64_t checksum = 0;
  std::uint64_t count = 0;
  std::array<TraceKey, most_keys> keys{};

  [[nodiscard]] std::span<const TraceKey> used() const { return {keys.data(), count}; }

  // Returns the checksum of the page's other words and of its number. The number is included so
  // that a page in the wrong place counts as damaged.
  [[nodiscard]] std::uint64_t right_checksum(std::uint64_t number) const {
    std::array<std::uint64_t, size / 8> words;
    std::memcpy(words.data(), this, size);
    words[0] = number;
    return sum_of_words(words);
  }
};
static_assert(sizeof(KeyPage) == KeyPage::size);

// The first page of a file.
struct KeyHeader {
  static constexpr std::array<char, 16> right_magic = {'m', 'a', 'z', 'u', 'r', 'k', 'a', ' ',
                                                       'k', 'e', 'y', 's', ' ', '1', '\n'};

  std::array<char, 16> magic{};
  std::uint64_t count = 0;     // keys in the file
  std::uint64_t contents = 0;  // a sum over the checksums of all pages
  std::uint64_t checksum = 0;  // of what comes before it
  std::array<std::uint64_t, 507> unused{};

  [[nodiscard]] std::uint64_t right_checksum() const {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), this, sizeof words);
    return sum_of_words(words);
  }
};
static_assert(sizeof(KeyHeader) == KeyPage::size);

}  // namespace mazurka
