#include "program/native/process/task_areas.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace mazurka::native {
namespace {

AreaId area(TaskAreas& areas, std::string_view path) { return areas.with_path(path); }

// Returns a path whose hash is that of "0.0.0".
std::string colliding_path() {
  TaskAreas areas;
  const AreaId wanted = area(areas, "0.0.0");
  for (int i = 1;; ++i) {
    TaskAreas fresh;
    std::string path = "0.1." + std::to_string(i);
    if (area(fresh, path) == wanted) return path;
  }
}

TEST(TaskAreas, AreNumberedForTheChildrenOfMain) {
  TaskAreas areas;
  EXPECT_EQ(area(areas, "0"), area_of_main);
  EXPECT_EQ(area(areas, "0.0"), AreaId{1});
  EXPECT_EQ(area(areas, "0.7"), AreaId{8});
}

TEST(TaskAreas, AreTheSameInWhateverOrderTasksAreMet) {
  std::vector<std::string> paths;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 3; ++k) {
      paths.push_back("0." + std::to_string(i) + "." + std::to_string(k));
      paths.push_back(paths.back() + ".0.1");
    }
  TaskAreas first;
  for (const std::string& path : paths) (void)area(first, path);
  ASSERT_FALSE(first.has_news());
  std::minstd_rand random(1);
  for (int round = 0; round < 20; ++round) {
    TaskAreas second;
    std::shuffle(paths.begin(), paths.end(), random);
    for (const std::string& path : paths) EXPECT_EQ(area(second, path), area(first, path)) << path;
  }
}

TEST(TaskAreas, KnowThePathsOfTheirTasks) {
  TaskAreas areas;
  for (const char* path : {"0", "0.3", "0.3.12.0"})
    EXPECT_EQ(areas.path_of(area(areas, path)), path);
  EXPECT_EQ(areas.path_of(AreaId{500}), "");
  for (const char* text : {"", "1", "0.", "0..1", "0.x", "0.1x", "-1", "0.99999999999"})
    EXPECT_EQ(area(areas, text), AreaId::none()) << text;
}

TEST(TaskAreas, AreDifferentForPathsWithTheSameHash) {
  const std::string other = colliding_path();
  TaskAreas areas;
  const AreaId first = area(areas, "0.0.0");
  EXPECT_FALSE(areas.has_news());
  const AreaId second = area(areas, other);
  EXPECT_NE(second, first);
  EXPECT_EQ(area(areas, other), second);
  EXPECT_TRUE(areas.has_news());
  EXPECT_TRUE(areas.is_new_exception(second));
  areas.commit();
  EXPECT_FALSE(areas.has_news());
  ASSERT_EQ(areas.exceptions().size(), 1u);
  EXPECT_EQ(areas.exceptions().front(), (std::pair(other, second)));
}

// Whoever knows the exception gives both paths the same areas, whichever it meets first.
TEST(TaskAreas, AgreeOnceTheExceptionIsKnown) {
  const std::string other = colliding_path();
  TaskAreas areas;
  const AreaId first = area(areas, "0.0.0");
  const AreaId second = area(areas, other);
  TaskAreas later;
  later.add_exception(other, second);
  EXPECT_EQ(area(later, other), second);
  EXPECT_EQ(area(later, "0.0.0"), first);
  EXPECT_FALSE(later.has_news());
  EXPECT_EQ(later.exceptions(), areas.exceptions());
}

// Two processes may give the same area to different exceptions. Then the first one that is added
// keeps it.
TEST(TaskAreas, OfTwoExceptionsWithOneAreaAreDifferent) {
  const AreaId wanted{most_areas / 2};
  TaskAreas first;
  TaskAreas second;
  for (TaskAreas* const each : {&first, &second}) {
    each->add_exception("0.0.1", wanted);
    each->add_exception("0.5.1", wanted);
    EXPECT_EQ(area(*each, "0.0.1"), wanted);
  }
  EXPECT_NE(area(first, "0.5.1"), wanted);
  EXPECT_EQ(area(first, "0.5.1"), area(second, "0.5.1"));
}

TEST(TaskAreas, AreDifferentForThousandsOfTasks) {
  TaskAreas areas;
  std::set<AreaId> known;
  for (int i = 0; i < 100; ++i)
    for (int k = 0; k < 80; ++k)
      EXPECT_TRUE(
          known.insert(area(areas, "0." + std::to_string(i) + "." + std::to_string(k))).second);
  EXPECT_TRUE(areas.has_news());
}

}  // namespace
}  // namespace mazurka::native
