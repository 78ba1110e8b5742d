// Keys of known traces in memory that several workers map: one process writes, all read.
//
// It is a cache of the store's set of known traces. A worker that finds a key here need not ask; a
// key that is missing only costs a question. So the memory is bounded: when the table is full, it
// is emptied.
//
// Readers take no lock. A slot holds the two halves of a key. The writer stores the upper half
// first, and a reader loads the lower half first; a slot that is changed in between therefore never
// looks like a key that is not known: the upper half belongs to the lower one, or to a later key.
// When the table grows, the writer fills a larger one and then publishes it. Readers of the old one
// find its keys, or nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/trace_key.h"

namespace mazurka {

class SharedKeys {
 public:
  // Throws UserError if there is no address space.
  SharedKeys();
  ~SharedKeys();
  SharedKeys(const SharedKeys&) = delete;
  SharedKeys& operator=(const SharedKeys&) = delete;

  // In the process that writes.
  void insert(const TraceKey& key);
  void clear();

  // In any process.
  [[nodiscard]] bool contains(const TraceKey& key) const {
    const std::uint32_t level = head_->level.load(std::memory_order_acquire);
    const std::uint64_t mask = slots_at(level) - 1;
    const Slot* const slots = table(level);
    for (std::uint64_t i = key.low & mask;; i = (i + 1) & mask) {
      const std::uint64_t low = slots[i].low.load(std::memory_order_acquire);
      if (low == 0) return false;
      if (low == key.low && slots[i].high.load(std::memory_order_acquire) == key.high) return true;
    }
  }

 private:
  static constexpr std::uint32_t levels = 14;  // the largest table has 2^23 slots: 128 MiB
  static constexpr std::uint64_t smallest = 1u << 10;

  struct Slot {
    std::atomic<std::uint64_t> low;  // 0: free
    std::atomic<std::uint64_t> high;
  };
  struct Head {
    std::atomic<std::uint32_t> level;
  };

  [[nodiscard]] static constexpr std::uint64_t slots_at(std::uint32_t level) {
    return smallest << level;
  }
  // Tables of all levels lie one after the other.
  [[nodiscard]] Slot* table(std::uint32_t level) const { return slots_ + (smallest << level); }
  void put(std::uint32_t level, std::uint64_t low, std::uint64_t high);
  void forget(std::uint32_t level);
  void grow();

  Head* head_;
  Slot* slots_;
  std::uint64_t count_ = 0;  // of the writer
};

}  // namespace mazurka
