#include "program/native/waiting/rounds.h"

#include <gtest/gtest.h>

#include "program/native/waiting/own_writes.h"

namespace mazurka::native {
namespace {

RoundStep read_of(Address address, std::int64_t value) {
  return {.operation = OperationKind::read,
          .size = 4,
          .place = 100 + address,
          .address = address,
          .found = value,
          .left = value};
}

Rounds rounds_of(std::initializer_list<RoundStep> steps) {
  Rounds result;
  for (const RoundStep& step : steps) result.add(step);
  return result;
}

// The two accesses to 8 have the same place, so only the longer of the two distances is a round.
TEST(Rounds, ALengthIsTriedForEachEarlierOccurrence) {
  const Rounds rounds = rounds_of({read_of(8, 0), read_of(8, 1), read_of(8, 0), read_of(8, 1)});
  const std::uint32_t shortest = rounds.length_of(108, 8);
  EXPECT_EQ(shortest, 1u);
  EXPECT_FALSE(rounds.are_equal(shortest, 2));
  const std::uint32_t next = rounds.length_of(108, 8, shortest);
  EXPECT_EQ(next, 2u);
  EXPECT_TRUE(rounds.are_equal(next, 2));
  EXPECT_EQ(rounds.length_of(109, 9), 0u);
}

TEST(Rounds, AreEqualOnlyIfEachOfThemIs) {
  Rounds rounds = rounds_of({read_of(8, 1), read_of(8, 0), read_of(8, 0)});
  EXPECT_TRUE(rounds.are_equal(1, 2));
  EXPECT_FALSE(rounds.are_equal(1, 3));
  rounds.add(read_of(8, 0));
  EXPECT_TRUE(rounds.are_equal(1, 3));
  EXPECT_FALSE(rounds.are_equal(1, 5));
  rounds.clear();
  EXPECT_EQ(rounds.length_of(108, 8), 0u);
}

// What a store replaces is not known to its task, what it leaves there is.
TEST(Rounds, AStoreOfAnotherValueIsAnotherRound) {
  RoundStep store = read_of(8, 0);
  store.operation = OperationKind::write;
  Rounds rounds = rounds_of({store, store});
  EXPECT_TRUE(rounds.are_equal(1, 2));
  rounds.last().left = 1;
  EXPECT_FALSE(rounds.are_equal(1, 2));
}

class OwnWritesTest : public testing::Test {
 protected:
  void write(std::size_t at, std::uint32_t value) {
    ASSERT_TRUE(writes.add(reinterpret_cast<Address>(&words[at]), sizeof value));
    words[at] = value;
  }
  std::uint32_t words[1000] = {};
  OwnWrites writes;
};

TEST_F(OwnWritesTest, AreUndoneIfAllBytesAreWhatTheyWere) {
  write(0, 7);
  const std::uint32_t moment = writes.moment();
  write(0, 8);
  write(1, 1);
  EXPECT_FALSE(writes.are_undone_since(moment));
  write(1, 0);
  EXPECT_FALSE(writes.are_undone_since(moment));
  write(0, 7);
  EXPECT_TRUE(writes.are_undone_since(moment));
  EXPECT_FALSE(writes.are_undone_since(0));
}

TEST_F(OwnWritesTest, AStoreOfTheSameValueChangesNothing) {
  write(3, 0);
  write(3, 0);
  EXPECT_TRUE(writes.are_undone_since(0));
}

TEST_F(OwnWritesTest, AreRefusedIfTheyAreTooMany) {
  EXPECT_FALSE(writes.add(reinterpret_cast<Address>(words), sizeof words));
  writes.clear();
  EXPECT_TRUE(writes.add(reinterpret_cast<Address>(words), 20));
  words[4] = 1;
  EXPECT_FALSE(writes.are_undone_since(0));
}

}  // namespace
}  // namespace mazurka::native
