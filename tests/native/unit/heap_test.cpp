#include "program/native/process/heap.h"

#include <vector>

#include <gtest/gtest.h>

#include "native/unit/unit.h"

namespace mazurka::native {
namespace {

class HeapBlocks : public testing::Test {
 protected:
  void SetUp() override { heap.rewind(); }
  void TearDown() override { heap.rewind(); }

  static Address allocate(std::size_t size, std::size_t alignment = 16) {
    return reinterpret_cast<Address>(heap.allocate(2, size, alignment, 0x1234));
  }
};

// Reports name many addresses of a heap with many blocks, so the search must not visit all of them.
// What it finds is compared with a search that does.
TEST_F(HeapBlocks, AnAddressBelongsToTheLastBlockThatBeginsBeforeIt) {
  std::vector<Address> blocks;
  for (const std::size_t size : {1u, 16u, 17u, 0u, 100u, 0u, 0u, 64u, 4096u, 15u, 0u})
    blocks.push_back(allocate(size));
  blocks.push_back(allocate(100, 512));
  blocks.push_back(allocate(0, 256));
  ASSERT_EQ(heap.release(reinterpret_cast<void*>(blocks[2]), 0x5678), Heap::Release::done);
  ASSERT_EQ(heap.release(reinterpret_cast<void*>(blocks[4]), 0x5678), Heap::Release::done);
  std::size_t expected = 0;
  for (Address at = blocks.front(); at < heap.used_end(2) + 64; ++at) {
    while (expected + 1 < blocks.size() && blocks[expected + 1] <= at) ++expected;
    const Heap::Block found = heap.block_at(at);
    ASSERT_EQ(found.address, blocks[expected]) << at - blocks.front();
    ASSERT_EQ(found.number, expected);
    ASSERT_EQ(found.freed_at != 0, expected == 2 || expected == 4);
  }
}

TEST_F(HeapBlocks, BeforeTheFirstBlockOfATaskThereIsNone) {
  EXPECT_EQ(heap.block_at(begin_of_heap_part(2)).address, 0u);
  const Address first = allocate(8);
  EXPECT_EQ(heap.block_at(first - 1).address, 0u);
  EXPECT_EQ(heap.block_at(begin_of_heap_part(3) + 32).address, 0u);
}

}  // namespace
}  // namespace mazurka::native
