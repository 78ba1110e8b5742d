// A map from keys of traces to values, with removal.
//
// Open addressing with linear probing, at most three quarters full. Removing an entry moves later
// ones back, so there are no marks of removed entries. Values stay where they are in memory, and
// are reused as they are: their memory is allocated once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {

template <class Value>
class KeyMap {
 public:
  KeyMap() : slots_(first_size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Returns the value of the key, or null.
  [[nodiscard]] Value* find(const TraceKey& key) {
    const Slot& slot = slots_[slot_of(key)];
    return slot.value == free ? nullptr : &values_[slot.value];
  }
  // Adds the key, and returns its value: that of a removed key, or a new one. REQUIRES: the key is
  // not in the map.
  Value& add(const TraceKey& key) {
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    std::uint32_t value = static_cast<std::uint32_t>(values_.size());
    if (unused_.empty()) {
      values_.emplace_back();
    } else {
      value = unused_.back();
      unused_.pop_back();
    }
    slots_[slot_of(key)] = {key, value};
    ++size_;
    return values_[value];
  }
  // Removes the key. REQUIRES: it is in the map.
  void remove(const TraceKey& key) {
    std::size_t hole = slot_of(key);
    unused_.push_back(slots_[hole].value);
    --size_;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (hole + 1) & mask; slots_[i].value != free; i = (i + 1) & mask) {
      // An entry may fill the hole unless its own place lies between the hole and itself.
      const std::size_t home = home_of(slots_[i].key);
      if (((i - home) & mask) < ((i - hole) & mask)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].value = free;
  }
  // Removes all keys.
  void clear() {
    for (Slot& slot : slots_) {
      if (slot.value != free) unused_.push_back(slot.value);
      slot.value = free;
    }
    size_ = 0;
  }
  // Calls `visit` with each key and its value.
  template <class Visit>
  void for_each(const Visit& visit) {
    for (const Slot& slot : slots_)
      if (slot.value != free) visit(slot.key, values_[slot.value]);
  }

 private:
  static constexpr std::size_t first_size = 64;  // a power of two, as all sizes
  static constexpr std::uint32_t free = ~std::uint32_t{0};

  struct Slot {
    TraceKey key;
    std::uint32_t value = free;  // its index
  };

  [[nodiscard]] std::size_t home_of(const TraceKey& key) const {
    return fold(key.high ^ 0x9e3779b97f4a7c15u, key.low ^ 0xd6e8feb86659fd93u) &
           (slots_.size() - 1);
  }
  // Returns where the key is, or the free slot where it would be.
  [[nodiscard]] std::size_t slot_of(const TraceKey& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = home_of(key);
    while (slots_[i].value != free && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.value != free) slots_[slot_of(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::deque<Value> values_;
  std::vector<std::uint32_t> unused_;  // values of removed keys
  std::size_t size_ = 0;
};

}  // namespace mazurka
