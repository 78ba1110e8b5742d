#include "core/shared_vector.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(SharedVector, CopiesShareTheirElementsUntilOneIsChanged) {
  SharedVector<int> first = {1, 2, 3};
  const SharedVector<int> second = first;
  EXPECT_EQ(first.data(), second.data());
  first.change()[0] = 9;
  EXPECT_EQ(first, (SharedVector<int>{9, 2, 3}));
  EXPECT_EQ(second, (SharedVector<int>{1, 2, 3}));
}

TEST(SharedVector, OnlyTheLastOwnerChangesTheElementsInPlace) {
  SharedVector<int> only = {1, 2, 3};
  const int* const before = only.data();
  only.change().back() = 4;
  EXPECT_EQ(only.data(), before);
}

TEST(SharedVector, EqualVectorsCanShareAndOthersStayApart) {
  SharedVector<int> vector = {1, 2};
  const SharedVector<int> equal = {1, 2};
  const SharedVector<int> other = {1, 3};
  vector.share_with(other);
  EXPECT_EQ(vector, equal);
  vector.share_with(equal);
  EXPECT_EQ(vector.data(), equal.data());
}

TEST(SharedVector, AnEmptyOneIsEqualToOneThatWasNeverFilled) {
  SharedVector<int> emptied = {1};
  emptied.change().clear();
  SharedVector<int> never;
  EXPECT_EQ(never, emptied);
  EXPECT_TRUE(never.empty());
  never.change().push_back(7);
  EXPECT_EQ(never.size(), 1u);
}

}  // namespace
}  // namespace mazurka
