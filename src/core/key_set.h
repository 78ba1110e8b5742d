// A set of trace keys that forgets nothing.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {

// All keys that were inserted, 96 bits of each: among n keys, two are confused with a chance of
// about n² / 2^97. Open addressing, at most seven eighths full: 14 to 27 bytes each.
class KeySet {
 public:
  // What is kept of a key; never all zero. (Words, not an array: that would be compared by memcmp,
  // which is a call, and in a native program one of ours.)
  struct Part {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    constexpr auto operator<=>(const Part&) const = default;
  };

  KeySet() : slots_(first_size) {}

  // Returns whether it is new.
  bool insert(const TraceKey& key) {
    if (8 * (size_ + 1) > 7 * slots_.size()) grow();
    const Part part = part_of(key);
    Part& slot = slot_of(part);
    if (slot == part) return false;
    slot = part;
    ++size_;
    return true;
  }
  [[nodiscard]] bool contains(const TraceKey& key) {
    const Part part = part_of(key);
    return slot_of(part) == part;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  // As far as they are known; inserting that gives the same set.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Part& part : slots_)
      if (part != Part{}) visit(key_of(part));
  }
  // Takes all out, sorted.
  [[nodiscard]] std::vector<Part> take() {
    std::vector<Part> parts(first_size);
    parts.swap(slots_);
    size_ = 0;
    std::erase(parts, Part{});
    std::ranges::sort(parts);
    return parts;
  }

  [[nodiscard]] static Part part_of(const TraceKey& key) {
    Part part{static_cast<std::uint32_t>(key.high), static_cast<std::uint32_t>(key.high >> 32),
              static_cast<std::uint32_t>(key.low)};
    if (part == Part{}) part.c = 1;
    return part;
  }
  // A key of which this is the part.
  [[nodiscard]] static TraceKey key_of(const Part& part) {
    return {std::uint64_t{part.b} << 32 | part.a, part.c};
  }

 private:
  static constexpr std::size_t first_size = 1024;  // a power of two, as all sizes

  [[nodiscard]] Part& slot_of(const Part& part) {
    const std::size_t mask = slots_.size() - 1;
    const auto [high, low] = key_of(part);
    std::size_t i = fold(high ^ 0x9e3779b97f4a7c15u, low ^ 0xd6e8feb86659fd93u) & mask;
    while (slots_[i] != Part{} && slots_[i] != part) i = (i + 1) & mask;
    return slots_[i];
  }
  void grow() {
    std::vector<Part> old(2 * slots_.size());
    old.swap(slots_);
    for (const Part& part : old)
      if (part != Part{}) slot_of(part) = part;
  }

  std::vector<Part> slots_;  // all zero: a free one
  std::size_t size_ = 0;
};

}  // namespace mazurka
