// Sets of trace keys: one that keeps all, one that keeps some.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace_key.h"

namespace mazurka {

// All keys that were inserted. Open addressing, at most three quarters full: 21 to 43 bytes each.
class KeySet {
 public:
  KeySet() : slots_(first_size) {}

  // Returns whether it is new.
  bool insert(TraceKey key) {
    if (key == TraceKey{}) key.high = 1;  // all zero: a free slot
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    TraceKey& slot = slot_of(key);
    if (slot == key) return false;
    slot = key;
    ++size_;
    return true;
  }
  [[nodiscard]] bool contains(TraceKey key) {
    if (key == TraceKey{}) key.high = 1;
    return slot_of(key) == key;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const TraceKey& key : slots_)
      if (key != TraceKey{}) visit(key);
  }

 private:
  static constexpr std::size_t first_size = 1024;  // a power of two, as all sizes

  [[nodiscard]] TraceKey& slot_of(const TraceKey& key) {
    std::size_t i = key.low & (slots_.size() - 1);
    while (slots_[i] != TraceKey{} && slots_[i] != key) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<TraceKey> old(2 * slots_.size());
    old.swap(slots_);
    for (const TraceKey& key : old)
      if (key != TraceKey{}) slot_of(key) = key;
  }

  std::vector<TraceKey> slots_;
  std::size_t size_ = 0;
};

// The keys that were inserted lately. It forgets: "new" may be wrong, "known" never is.
class RecentKeys {
 public:
  RecentKeys() : slots_(size) {}

  // Returns whether it is new, as far as this set remembers.
  bool insert(const TraceKey& key) {
    TraceKey& slot = slots_[key.low & (size - 1)];
    if (slot == key) return false;
    slot = key;
    return true;
  }

 private:
  static constexpr std::size_t size = 1u << 16;  // 1 MiB
  std::vector<TraceKey> slots_;
};

}  // namespace mazurka
