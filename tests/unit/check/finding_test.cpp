#include "check/finding.h"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(Finding, IsTheSameErrorIfKindAndPlaceAreTheSame) {
  const Finding a{.kind = FindingKind::assertion, .message = "x", .location = {3}, .position = 1};
  Finding b = a;
  b.position = 7;
  b.message = "y";
  EXPECT_EQ(a.identity(), b.identity());
  b.location = {4};
  EXPECT_NE(a.identity(), b.identity());
  b = a;
  b.kind = FindingKind::misuse;
  EXPECT_NE(a.identity(), b.identity());
}

// Two deadlocks with the same primary location can still be different deadlocks.
TEST(Finding, OfADeadlockIsIdentifiedByAllPlacesWhereItsTasksWait) {
  const Finding a{.kind = FindingKind::deadlock, .location = {1}, .places = {{1}, {2}}};
  const Finding b{.kind = FindingKind::deadlock, .location = {1}, .places = {{1}, {3}}};
  EXPECT_NE(a.identity(), b.identity());
}

TEST(Finding, WithoutAPlaceIsIdentifiedByItsMessage) {
  const Finding a{.message = "x"};
  const Finding b{.message = "y"};
  EXPECT_NE(a.identity(), b.identity());
}

TEST(Finding, HasTheKindsOfTheJsonFormat) {
  EXPECT_EQ(name_of(FindingKind::assertion), "assertion");
  EXPECT_EQ(name_of(FindingKind::deadlock), "deadlock");
  EXPECT_EQ(name_of(FindingKind::livelock), "livelock");
  EXPECT_EQ(name_of(FindingKind::runtime_error), "runtime_error");
  EXPECT_EQ(name_of(FindingKind::misuse), "misuse");
}

}  // namespace
}  // namespace mazurka
