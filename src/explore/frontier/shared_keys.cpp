#include "explore/frontier/shared_keys.h"

#include <algorithm>
#include <sys/mman.h>

#include "core/user_error.h"

namespace mazurka {
namespace {

constexpr std::size_t page = 4096;
// Fixed, so that the address space of a native program does not depend on it.
void* const keys_address = reinterpret_cast<void*>(0x60c0'0000'0000);

}  // namespace

// The tables have 1/2, 2, 8 … times the slots of the smallest one in front of them.
std::size_t SharedKeys::bytes() {
  return page + (slots_at(levels - 1) / 2 + slots_at(levels - 1)) * sizeof(Slot);
}

SharedKeys::SharedKeys(std::uint64_t most_keys)
    : most_keys_(std::min(most_keys, slots_at(levels - 1) / 2)) {
  void* const memory = mmap(keys_address, bytes(), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "cannot map memory for exploring processes");
  head_ = static_cast<Head*>(memory);
  slots_ = reinterpret_cast<Slot*>(static_cast<char*>(memory) + page);
}

SharedKeys::~SharedKeys() { munmap(head_, bytes()); }

void SharedKeys::protect() const { (void)mprotect(head_, bytes(), PROT_READ); }

// Returns whether the key is new.
bool SharedKeys::put(std::uint32_t level, std::uint64_t low, std::uint64_t high) {
  const std::uint64_t mask = slots_at(level) - 1;
  Slot* const slots = table(level);
  std::uint64_t i = low & mask;
  for (std::uint64_t here = 0; (here = slots[i].low.load(std::memory_order_relaxed)) != 0;
       i = (i + 1) & mask)
    if (here == low && slots[i].high.load(std::memory_order_relaxed) == high) return false;
  slots[i].high.store(high, std::memory_order_release);
  slots[i].low.store(low, std::memory_order_release);
  return true;
}

bool SharedKeys::insert(const TraceKey& key) {
  if (count_ >= slots_at(head_->level.load(std::memory_order_relaxed)) / 2) grow();
  const std::uint32_t level = head_->level.load(std::memory_order_relaxed);
  if (!put(level, kept_low_of(key), key.high)) return false;
  ++count_;
  return true;
}

// Frees the pages of a table: readers find nothing in it any more.
void SharedKeys::forget(std::uint32_t level) {
  static_assert(smallest / 2 * sizeof(Slot) % page == 0);
  (void)madvise(table(level), slots_at(level) * sizeof(Slot), MADV_REMOVE);
}

void SharedKeys::grow() {
  const std::uint32_t level = head_->level.load(std::memory_order_relaxed);
  for_each([&](const TraceKey& key) { (void)put(level + 1, key.low, key.high); });
  head_->level.store(level + 1, std::memory_order_release);
  forget(level);
}

void SharedKeys::clear() {
  count_ = 0;
  for (std::uint32_t level = 0; level < levels; ++level) forget(level);
  head_->level.store(0, std::memory_order_release);
}

}  // namespace mazurka
