// Small tables of trace keys that forget: a set, and a map.
//
// Each key has one slot, which the next key with the same slot takes over. So "not there" may be
// wrong, which costs time. "There" is wrong only if two keys share their slot and the other 64
// bits, with a chance of 2^-64 for each question. The tables never grow, so that they stay in the
// cache.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace_key.h"

namespace mazurka {

// The half of a key that a slot remembers; its place stands for some bits of the other half. Zero
// stands for a free slot.
[[nodiscard]] constexpr std::uint64_t tag_of(const TraceKey& key) {
  return key.high != 0 ? key.high : 1;
}

// A set of recently inserted keys.
class RecentKeys {
 public:
  RecentKeys() : slots_(size) {}

  // Returns whether the key is new, as far as this set remembers.
  bool insert(const TraceKey& key) {
    std::uint64_t& slot = slots_[key.low & (size - 1)];
    if (slot == tag_of(key)) return false;
    slot = tag_of(key);
    return true;
  }

 private:
  static constexpr std::size_t size = 1u << 14;  // 128 KiB
  std::vector<std::uint64_t> slots_;             // tags
};

// A map from keys to the values that were recently assigned to them.
class RecentValues {
 public:
  RecentValues() : slots_(size) {}

  void assign(const TraceKey& key, const TraceKey& value) {
    slots_[key.low & (size - 1)] = {tag_of(key), value};
  }
  // Returns null if the map does not remember a value.
  [[nodiscard]] const TraceKey* find(const TraceKey& key) const {
    const Slot& slot = slots_[key.low & (size - 1)];
    return slot.tag == tag_of(key) ? &slot.value : nullptr;
  }

 private:
  static constexpr std::size_t size = 1u << 13;  // 192 KiB
  struct Slot {
    std::uint64_t tag = 0;
    TraceKey value;
  };
  std::vector<Slot> slots_;
};

}  // namespace mazurka
