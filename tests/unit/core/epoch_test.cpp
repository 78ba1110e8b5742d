#include "core/epoch.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

Epoch epoch(std::vector<std::string> lines) { return Epoch::of_lines(lines); }

TEST(Epoch, DoesNotDependOnTheOrderInWhichFactsWereLearned) {
  const Epoch a = epoch({"cell x 4", "cell y 8"});
  const Epoch b = epoch({"cell y 8", "cell x 4", "cell y 8"});
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.id(), b.id());
}

TEST(Epoch, IsAnotherOneWithAnotherFact) {
  Epoch a = epoch({"cell x 4"});
  const StableName before = a.id();
  EXPECT_FALSE(a.add("cell x 4"));
  EXPECT_EQ(a.id(), before);
  EXPECT_TRUE(a.add("cell y 8"));
  EXPECT_NE(a.id(), before);
  EXPECT_NE(epoch({"ab", "c"}).id(), epoch({"a", "bc"}).id());
  EXPECT_NE(epoch({}).id(), before);
}

// Two workers that learn different things propose the same union.
TEST(Epoch, IsTheUnionOfWhatTwoProcessesHaveLearned) {
  Epoch a = epoch({"cell x 4", "cell y 8"});
  Epoch b = epoch({"cell y 8", "cell z 1"});
  Epoch both = a;
  EXPECT_TRUE(both.join(b));
  EXPECT_TRUE(b.join(a));
  EXPECT_EQ(both.id(), b.id());
  EXPECT_FALSE(both.join(a));
}

// Keys that were noted because of a prediction that failed must not be used again.
TEST(Epoch, IsAnotherOneWithoutPredictions) {
  Epoch a = epoch({"cell x 4"});
  const Epoch before = a;
  EXPECT_TRUE(a.stop_predicting());
  EXPECT_FALSE(a.stop_predicting());
  EXPECT_NE(a.id(), before.id());
  EXPECT_NE(a, before);
  Epoch joined = before;
  EXPECT_TRUE(joined.join(a));
  EXPECT_FALSE(joined.predicts());
}

// Otherwise an exploration would start again because a report can name a variable better.
TEST(Epoch, IsTheSameWhateverHintsThereAre) {
  Epoch a = epoch({"cell x 4"});
  const StableName before = a.id();
  EXPECT_FALSE(a.add("# frame of x"));
  EXPECT_EQ(a.id(), before);
  EXPECT_EQ(a, epoch({"cell x 4"}));
  EXPECT_EQ(a.hints().size(), 1u);
}

TEST(Epoch, IsReadAsItWasWritten) {
  Epoch a = epoch({"cell x 4", "# frame of x"});
  a.stop_predicting();
  const Epoch b = Epoch::of_lines(a.lines());
  EXPECT_EQ(b.id(), a.id());
  EXPECT_EQ(b.facts(), a.facts());
  EXPECT_EQ(b.hints(), a.hints());
  EXPECT_FALSE(b.predicts());
}

}  // namespace
}  // namespace mazurka
