#include "program/native/waiting/foreign_writes.h"

#include <algorithm>

#include "program/native/platform/shadow.h"

namespace mazurka::native {
namespace {

constexpr std::size_t word_size = sizeof(Address);

// Returns 0xff for the bytes of the word from `first` to before `end`.
constexpr Address mask_of_bytes(std::size_t first, std::size_t end) {
  const Address upper = end == word_size ? ~Address{0} : (Address{1} << (8 * end)) - 1;
  return upper & ~((Address{1} << (8 * first)) - 1);
}

}  // namespace

MAZURKA_READS_ALL_MEMORY void ForeignWrites::add(Address address, std::size_t size) {
  for (const Address end = address + size; address < end;) {
    const std::size_t first = address % word_size;
    const std::size_t count = std::min(word_size - first, end - address);
    const auto* const word = reinterpret_cast<const Address*>(address - first);
    writes_.push_back({word, mask_of_bytes(first, first + count), *word});
    address += count;
  }
}

const std::vector<ForeignBytes>& ForeignWrites::bytes_since(std::uint32_t moment) {
  merged_.assign(writes_.begin() + moment, writes_.end());
  std::ranges::stable_sort(merged_, {}, &ForeignBytes::word);
  std::size_t count = 0;
  for (const ForeignBytes& next : merged_) {
    if (count == 0 || merged_[count - 1].word != next.word) {
      merged_[count++] = next;
      continue;
    }
    // What a later write found in a byte that is already known was not there at the moment.
    ForeignBytes& known = merged_[count - 1];
    known.old = (known.old & known.mask) | (next.old & ~known.mask);
    known.mask |= next.mask;
  }
  merged_.resize(count);
  return merged_;
}

}  // namespace mazurka::native
