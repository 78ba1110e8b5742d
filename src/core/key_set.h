// A set of trace keys that forgets nothing.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {

// All keys that were inserted, with all of their bits. Open addressing, at most seven eighths full:
// 18 to 37 bytes for each key.
class KeySet {
 public:
  KeySet() : slots_(first_size) {}

  // Returns whether it is new.
  bool insert(const TraceKey& key) {
    if (8 * (size_ + 1) > 7 * slots_.size()) grow();
    const TraceKey kept = kept_of(key);
    TraceKey& slot = slot_of(kept);
    if (slot == kept) return false;
    slot = kept;
    ++size_;
    return true;
  }
  [[nodiscard]] bool contains(const TraceKey& key) {
    const TraceKey kept = kept_of(key);
    return slot_of(kept) == kept;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Calls `visit` with each key as it is kept; inserting these keys gives the same set.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const TraceKey& slot : slots_)
      if (slot != TraceKey{}) visit(slot);
  }
  // Returns all keys as they are kept, sorted, and leaves the set empty.
  [[nodiscard]] std::vector<TraceKey> take() {
    std::vector<TraceKey> keys(first_size);
    keys.swap(slots_);
    size_ = 0;
    std::erase(keys, TraceKey{});
    std::ranges::sort(keys);
    return keys;
  }

  // The key that stands for this one in the set: itself, unless it is all zero, as free slots are.
  [[nodiscard]] static TraceKey kept_of(const TraceKey& key) {
    return key == TraceKey{} ? TraceKey{0, 1} : key;
  }

 private:
  static constexpr std::size_t first_size = 1024;  // a power of two, as all sizes

  // `high` is taken as well because some keys are not hashes in both halves.
  [[nodiscard]] TraceKey& slot_of(const TraceKey& key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = fold(key.high ^ 0x9e3779b97f4a7c15u, key.low ^ 0xd6e8feb86659fd93u) & mask;
    while (slots_[i] != TraceKey{} && slots_[i] != key) i = (i + 1) & mask;
    return slots_[i];
  }
  void grow() {
    std::vector<TraceKey> old(2 * slots_.size());
    old.swap(slots_);
    for (const TraceKey& key : old)
      if (key != TraceKey{}) slot_of(key) = key;
  }

  std::vector<TraceKey> slots_;  // all zero: a free one
  std::size_t size_ = 0;
};

}  // namespace mazurka
