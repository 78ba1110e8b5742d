#include "program/native/process/leaks.h"

#include <cstring>

#include <gtest/gtest.h>

#include "native/unit/unit.h"

namespace mazurka::native {
namespace {

constexpr Address some_place = 0x1234;

class Leaks : public testing::Test {
 protected:
  void SetUp() override { heap.rewind(); }
  void TearDown() override { heap.rewind(); }

  // Allocates a zero-filled block for task 0.
  static Address* block(std::size_t words, Address place = some_place) {
    const std::size_t size = words * sizeof(Address);
    void* const result = heap.allocate(1, size, 16, place);
    return static_cast<Address*>(std::memset(result, 0, size));
  }
  static Address address(const Address* block) { return reinterpret_cast<Address>(block); }
};

TEST_F(Leaks, WhatNothingPointsToIsLost) {
  const Address* const lost = block(3);
  const auto leaks = LeakSearch().lost_blocks();
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].block.address, address(lost));
  EXPECT_EQ(leaks[0].block.allocated_at, some_place);
  EXPECT_EQ(leaks[0].blocks, 1u);
  EXPECT_EQ(leaks[0].bytes, 24u);
}

TEST_F(Leaks, APointerIntoTheMiddleKeepsABlockAndOneBehindItDoesNot) {
  const Address* const kept = block(3);
  LeakSearch with_middle;
  with_middle.add_root(address(kept) + 17);
  EXPECT_FALSE(with_middle.has_suspects());
  EXPECT_TRUE(with_middle.lost_blocks().empty());
  LeakSearch with_end;
  with_end.add_root(address(kept) + 24);
  EXPECT_EQ(with_end.lost_blocks().size(), 1u);
}

// Unaligned words are not examined, because compilers do not place pointers there.
TEST_F(Leaks, RootsAreTheAlignedWordsOfARange) {
  const Address* const kept = block(1);
  alignas(8) unsigned char memory[24] = {};
  const Address begin = reinterpret_cast<Address>(memory);
  const Address word = address(kept);
  std::memcpy(memory + 8, &word, sizeof word);
  LeakSearch aligned;
  aligned.add_roots(begin + 1, begin + sizeof memory);
  EXPECT_FALSE(aligned.has_suspects());
  LeakSearch too_short;
  too_short.add_roots(begin, begin + 15);
  EXPECT_TRUE(too_short.has_suspects());
  std::memset(memory, 0, sizeof memory);
  std::memcpy(memory + 4, &word, sizeof word);
  LeakSearch askew;
  askew.add_roots(begin, begin + sizeof memory);
  EXPECT_TRUE(askew.has_suspects());
}

TEST_F(Leaks, WhatAKeptBlockLeadsToIsKept) {
  Address* const first = block(2);
  Address* const second = block(2);
  second[1] = address(block(1));
  first[1] = address(second);
  LeakSearch search;
  search.add_root(address(first));
  EXPECT_FALSE(search.has_suspects());
}

TEST_F(Leaks, WhatOnlyALostBlockPointsToIsLostWithIt) {
  Address* const second = block(2);
  Address* const first = block(4);
  first[3] = address(second);
  const auto leaks = LeakSearch().lost_blocks();
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].block.address, address(first));
  EXPECT_EQ(leaks[0].blocks, 2u);
  EXPECT_EQ(leaks[0].bytes, 48u);
}

TEST_F(Leaks, BlocksThatPointToEachOtherAreOneLeakAndOneThatPointsToItselfAnother) {
  Address* const first = block(1);
  Address* const second = block(1);
  Address* const alone = block(1);
  *first = address(second);
  *second = address(first);
  *alone = address(alone);
  const auto leaks = LeakSearch().lost_blocks();
  ASSERT_EQ(leaks.size(), 2u);
  EXPECT_EQ(leaks[0].block.address, address(first));
  EXPECT_EQ(leaks[0].blocks, 2u);
  EXPECT_EQ(leaks[1].block.address, address(alone));
  EXPECT_EQ(leaks[1].blocks, 1u);
}

TEST_F(Leaks, WhatIsFreedOrEmptyIsNotLostAndLeadsNowhere) {
  Address* const freed = block(1);
  const Address* const lost = block(1);
  *freed = address(lost);
  ASSERT_EQ(heap.release(freed, some_place), Heap::Release::done);
  (void)block(0);
  LeakSearch search;
  search.add_root(address(freed));
  const auto leaks = search.lost_blocks();
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].block.address, address(lost));
}

// Blocks that the runtime allocates for the program have no location in the code.
TEST_F(Leaks, BlocksOfTheRuntimeAreNeverLostAndKeepOthers) {
  Address* const of_runtime = block(1, 0);
  *of_runtime = address(block(1));
  EXPECT_FALSE(LeakSearch().has_suspects());
}

}  // namespace
}  // namespace mazurka::native
