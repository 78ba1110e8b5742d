#include "core/memory_order.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

// [atomics.order]: acquire, acq_rel and seq_cst operations acquire. An access that is not the
// program's own orders nothing.
TEST(MemoryOrder, AcquiresFromAcquireOn) {
  for (const MemoryOrder order :
       {MemoryOrder::acquire, MemoryOrder::acquire_release, MemoryOrder::sequential})
    EXPECT_TRUE(acquires(order)) << static_cast<int>(order);
  for (const MemoryOrder order : {MemoryOrder::plain, MemoryOrder::freeing, MemoryOrder::relaxed,
                                  MemoryOrder::release, MemoryOrder::watched})
    EXPECT_FALSE(acquires(order)) << static_cast<int>(order);
}

TEST(MemoryOrder, ReleasesFromReleaseOn) {
  for (const MemoryOrder order :
       {MemoryOrder::release, MemoryOrder::acquire_release, MemoryOrder::sequential})
    EXPECT_TRUE(releases(order)) << static_cast<int>(order);
  for (const MemoryOrder order : {MemoryOrder::plain, MemoryOrder::freeing, MemoryOrder::relaxed,
                                  MemoryOrder::acquire, MemoryOrder::watched})
    EXPECT_FALSE(releases(order)) << static_cast<int>(order);
}

// A watched variable is not an access, so a report must not advise a stronger order for it.
TEST(MemoryOrder, OnlyAtomicOrdersBelowSequentialAreWeak) {
  for (const MemoryOrder order : {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                                  MemoryOrder::acquire_release})
    EXPECT_TRUE(is_weak(order)) << static_cast<int>(order);
  for (const MemoryOrder order :
       {MemoryOrder::plain, MemoryOrder::freeing, MemoryOrder::sequential, MemoryOrder::watched})
    EXPECT_FALSE(is_weak(order)) << static_cast<int>(order);
}

}  // namespace
}  // namespace mazurka
