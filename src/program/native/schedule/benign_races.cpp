#include "program/native/schedule/benign_races.h"

#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

struct Range {
  Address begin = 0;
  std::size_t size = 0;
};

// A fixed array, because static constructors, which run before the checker can allocate, declare
// most of these ranges. Declarations beyond the last entry have no effect.
constexpr std::size_t most_ranges = 512;
constinit Range ranges[most_ranges];
constinit std::size_t range_count = 0;
constinit std::size_t count_before_main = 0;

}  // namespace

void declare_benign(Address address, std::size_t size) {
  for (std::size_t i = 0; i < range_count; ++i)
    if (ranges[i].begin == address && ranges[i].size >= size) return;
  if (range_count == most_ranges) return;
  ranges[range_count++] = {address, size};
  if (!the_checker_has_started) count_before_main = range_count;
}

bool is_declared_benign(Address address) {
  for (std::size_t i = 0; i < range_count; ++i)
    if (address - ranges[i].begin < ranges[i].size) return true;
  return false;
}

MemoryOrder order_of_access(const Task& task) {
  const PendingOperation& pending = task.pending;
  if (pending.order != MemoryOrder::plain) return pending.order;
  const bool reads = pending.operation == OperationKind::read;
  const std::uint32_t ignored = reads ? task.ignored.reads : task.ignored.writes;
  return ignored != 0 || is_declared_benign(pending.address) ? MemoryOrder::relaxed
                                                             : MemoryOrder::plain;
}

void forget_benign_races() { range_count = count_before_main; }

}  // namespace mazurka::native
