#include "program/native/waiting/foreign_writes.h"

#include <gtest/gtest.h>

#include "program/native/waiting/stack_snapshot.h"

namespace mazurka::native {
namespace {

class ForeignWritesTest : public testing::Test {
 protected:
  // Writes one byte as another task.
  void write(std::size_t at, unsigned char value) {
    auto* const bytes = reinterpret_cast<unsigned char*>(words);
    foreign.add(reinterpret_cast<Address>(bytes + at), 1);
    bytes[at] = value;
  }

  Address words[3] = {0x1111'1111'1111'1111, 0x2222'2222'2222'2222, 0x3333'3333'3333'3333};
  ForeignWrites foreign;
};

TEST_F(ForeignWritesTest, AByteKeepsWhatItContainedAtTheMoment) {
  write(8, 0xaa);
  const std::uint32_t moment = foreign.moment();
  write(8, 0xbb);
  write(9, 0xcc);
  write(8, 0xdd);
  const auto& bytes = foreign.bytes_since(moment);
  ASSERT_EQ(bytes.size(), 1u);
  EXPECT_EQ(bytes[0].word, &words[1]);
  EXPECT_EQ(bytes[0].mask, 0xffffu);
  EXPECT_EQ(bytes[0].old & bytes[0].mask, 0x22aau);
  EXPECT_TRUE(foreign.bytes_since(foreign.moment()).empty());
}

TEST_F(ForeignWritesTest, ARangeIsSplitIntoWordsInOrderOfAddresses) {
  write(16, 1);
  foreign.add(reinterpret_cast<Address>(words) + 6, 12);
  const auto& bytes = foreign.bytes_since(0);
  ASSERT_EQ(bytes.size(), 3u);
  EXPECT_EQ(bytes[0].word, &words[0]);
  EXPECT_EQ(bytes[0].mask, 0xffff'0000'0000'0000u);
  EXPECT_EQ(bytes[1].mask, ~Address{0});
  EXPECT_EQ(bytes[2].mask, 0xffffu);
  EXPECT_EQ(bytes[2].old & bytes[2].mask, 0x3333u);
}

TEST(StackSum, WithoutTheSameBytesTwoStacksAreEqualIffTheRestIs) {
  StackSum then;
  then.add(0x1234, 8);
  then.add(0x5678, 16);
  StackSum now;
  now.add(0x1299, 8);
  now.add(0x5678, 16);
  EXPECT_NE(then, now);
  then.remove(0x34, 8);
  now.remove(0x99, 8);
  EXPECT_EQ(then, now);
  now.add(1, 24);
  EXPECT_NE(then, now);
}

// Two changes of the highest bit cancel out in a sum modulo 2^64.
TEST(StackSum, ChangesOfTwoWordsDoNotCancelOut) {
  constexpr std::uint64_t highest = std::uint64_t{1} << 63;
  StackSum none;
  none.add(0, 8);
  none.add(0, 16);
  StackSum both;
  both.add(highest, 8);
  both.add(highest, 16);
  EXPECT_NE(none, both);
  StackSum swapped;
  swapped.add(1, 8);
  swapped.add(2, 16);
  StackSum other;
  other.add(2, 8);
  other.add(1, 16);
  EXPECT_NE(swapped, other);
}

}  // namespace
}  // namespace mazurka::native
