#include "explore/frontier/shared_keys.h"

#include <sys/mman.h>

#include "core/user_error.h"

namespace mazurka {
namespace {

constexpr std::size_t page = 4096;
// Fixed, so that the address space of a native program does not depend on it.
void* const keys_address = reinterpret_cast<void*>(0x60c0'0000'0000);

}  // namespace

SharedKeys::SharedKeys() {
  const std::size_t size = page + 2 * slots_at(levels - 1) * sizeof(Slot);
  void* const memory = mmap(keys_address, size, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw UserError("", "cannot map memory for exploring processes");
  head_ = static_cast<Head*>(memory);
  slots_ = reinterpret_cast<Slot*>(static_cast<char*>(memory) + page);
}

SharedKeys::~SharedKeys() { munmap(head_, page + 2 * slots_at(levels - 1) * sizeof(Slot)); }

void SharedKeys::put(std::uint32_t level, std::uint64_t low, std::uint64_t high) {
  const std::uint64_t mask = slots_at(level) - 1;
  Slot* const slots = table(level);
  std::uint64_t i = low & mask;
  while (slots[i].low.load(std::memory_order_relaxed) != 0) i = (i + 1) & mask;
  slots[i].high.store(high, std::memory_order_release);
  slots[i].low.store(low, std::memory_order_release);
}

void SharedKeys::insert(const TraceKey& key) {
  if (key.low == 0) return;  // looks like a free slot
  const std::uint32_t level = head_->level.load(std::memory_order_relaxed);
  if (++count_ > slots_at(level) / 2) return grow(), insert(key);
  put(level, key.low, key.high);
}

// Frees the pages of a table: readers find nothing in it any more.
void SharedKeys::forget(std::uint32_t level) {
  (void)madvise(table(level), slots_at(level) * sizeof(Slot), MADV_REMOVE);
}

void SharedKeys::grow() {
  count_ = 0;
  const std::uint32_t level = head_->level.load(std::memory_order_relaxed);
  if (level + 1 == levels) return clear();
  for (std::uint64_t i = 0; i < slots_at(level); ++i) {
    const Slot& slot = table(level)[i];
    const std::uint64_t low = slot.low.load(std::memory_order_relaxed);
    if (low == 0) continue;
    put(level + 1, low, slot.high.load(std::memory_order_relaxed));
    ++count_;
  }
  head_->level.store(level + 1, std::memory_order_release);
  forget(level);
}

void SharedKeys::clear() {
  count_ = 0;
  for (std::uint32_t level = 0; level < levels; ++level) forget(level);
  head_->level.store(0, std::memory_order_release);
}

}  // namespace mazurka
