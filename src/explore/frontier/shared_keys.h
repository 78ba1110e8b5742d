// Keys of known traces in memory that several workers map: one process writes, all read.
//
// A worker that finds a key here need not ask the store. For the process that writes, these are the
// latest keys of the store's set of known traces (job_store.h). The memory is bounded: when the
// table is full, the writer moves the keys elsewhere and empties it. After that, a key that is
// missing only costs workers a question.
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
  static constexpr std::uint64_t usual_limit = std::uint64_t{1} << 22;

  // `most_keys`: with so many, it is full. Throws UserError if there is no address space.
  explicit SharedKeys(std::uint64_t most_keys = usual_limit);
  ~SharedKeys();
  SharedKeys(const SharedKeys&) = delete;
  SharedKeys& operator=(const SharedKeys&) = delete;

  // --- In the process that writes ---

  // Returns whether the key is new. REQUIRES: is_full() returns false.
  bool insert(const TraceKey& key);
  [[nodiscard]] bool is_full() const { return count_ >= most_keys_; }
  void clear();
  // Calls `visit` with each key as it is kept; inserting these keys gives the same set.
  template <class Visit>
  void for_each(const Visit& visit) const {
    const std::uint32_t level = head_->level.load(std::memory_order_relaxed);
    for (std::uint64_t i = 0; i < slots_at(level); ++i) {
      const Slot& slot = table(level)[i];
      const std::uint64_t low = slot.low.load(std::memory_order_relaxed);
      if (low != 0) visit(TraceKey{slot.high.load(std::memory_order_relaxed), low});
    }
  }

  // --- In the others ---

  // Makes the memory read-only in this process, so that a program under test cannot change it.
  void protect() const;
  [[nodiscard]] bool contains(const TraceKey& key) const {
    const std::uint32_t level = head_->level.load(std::memory_order_acquire);
    const std::uint64_t mask = slots_at(level) - 1;
    const std::uint64_t wanted = kept_low_of(key);
    const Slot* const slots = table(level);
    for (std::uint64_t i = wanted & mask;; i = (i + 1) & mask) {
      const std::uint64_t low = slots[i].low.load(std::memory_order_acquire);
      if (low == 0) return false;
      if (low == wanted && slots[i].high.load(std::memory_order_acquire) == key.high) return true;
    }
  }

 private:
  static constexpr std::uint32_t levels = 8;  // the largest table has 2^23 slots: 128 MiB
  static constexpr std::uint64_t smallest = std::uint64_t{1} << 9;

  struct Slot {
    std::atomic<std::uint64_t> low;  // 0: free
    std::atomic<std::uint64_t> high;
  };
  struct Head {
    std::atomic<std::uint32_t> level;
  };

  [[nodiscard]] static constexpr std::uint64_t slots_at(std::uint32_t level) {
    return smallest << 2 * level;
  }
  // Returns the lower half of the key as it is kept: not 0, which marks free slots.
  [[nodiscard]] static constexpr std::uint64_t kept_low_of(const TraceKey& key) {
    return key.low != 0 ? key.low : 1;
  }
  // Tables of all levels lie one after the other.
  [[nodiscard]] Slot* table(std::uint32_t level) const { return slots_ + slots_at(level) / 2; }
  [[nodiscard]] static std::size_t bytes();
  bool put(std::uint32_t level, std::uint64_t low, std::uint64_t high);
  void forget(std::uint32_t level);
  void grow();

  Head* head_;
  Slot* slots_;
  std::uint64_t most_keys_;
  std::uint64_t count_ = 0;  // of the writer
};

}  // namespace mazurka
