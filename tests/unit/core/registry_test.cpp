#include "core/registry.h"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "unit/named_things.h"
#include "unit/random.h"

namespace mazurka {
namespace {

TEST(Registry, GivesATaskTheSameIdWheneverItAppears) {
  Registry registry;
  const TaskId first = registry.task({.ordinal = 0});
  const TaskId child = registry.task({.creator = first, .ordinal = 0});
  EXPECT_EQ(registry.task({.ordinal = 0}), first);
  EXPECT_EQ(registry.task({.creator = first, .ordinal = 0}), child);
  EXPECT_EQ(registry.task_count(), 2u);
}

// A task is identified by creator, ordinal, code and handler; tasks that differ in one of
// them are different tasks.
// Also where the order does not fit into a number: long paths, and large ordinals.
TEST(Registry, OrdersTasksByTheirPaths) {
  Registry registry;
  std::vector<TaskId> sorted;
  const auto add_children = [&](TaskId creator) {
    for (const std::uint32_t ordinal : {0u, 1u, 16382u, 16383u, 16384u, 70000u})
      sorted.push_back(registry.task({.creator = creator, .ordinal = ordinal}));
  };
  add_children(TaskId::none());
  for (int depth = 1, first = 0; depth < 4; ++depth) {
    const auto end = static_cast<int>(sorted.size());
    for (int i = first; i < std::min(end, first + 40); ++i)
      add_children(sorted[static_cast<std::size_t>(i)]);
    first = end;
  }
  TaskId last = sorted.back();
  for (int depth = 4; depth < 300; ++depth)
    sorted.push_back(last = registry.task({.creator = last, .ordinal = 3}));
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = 0; j < sorted.size(); ++j)
      ASSERT_EQ(registry.comes_before(sorted[i], sorted[j]), i < j)
          << registry.path_of(sorted[i]) << " and " << registry.path_of(sorted[j]);
}

TEST(Registry, TellsTasksApartByEveryPartOfTheirName) {
  Registry registry;
  const HandlerId handler = add_handler(registry, "h", Discipline::multiset);
  const TaskId creator = registry.task({});
  const std::set<TaskId> ids = {
      registry.task({.creator = creator, .ordinal = 1, .code = 2, .handler = handler}),
      registry.task({.creator = {}, .ordinal = 1, .code = 2, .handler = handler}),
      registry.task({.creator = creator, .ordinal = 2, .code = 2, .handler = handler}),
      registry.task({.creator = creator, .ordinal = 1, .code = 1, .handler = handler}),
      registry.task({.creator = creator, .ordinal = 1, .code = 2, .handler = {}})};
  EXPECT_EQ(ids.size(), 5u);
  EXPECT_EQ(registry.handler_of(*ids.begin()), handler);
}

TEST(Registry, WritesTasksAsPathsOfOrdinals) {
  Registry registry;
  const TaskId first = registry.task({.ordinal = 2});
  const TaskId child = registry.task({.creator = first, .ordinal = 0});
  const TaskId grandchild = registry.task({.creator = child, .ordinal = 11});
  EXPECT_EQ(registry.path_of(first), "2");
  EXPECT_EQ(registry.path_of(child), "2.0");
  EXPECT_EQ(registry.path_of(grandchild), "2.0.11");
}

// Two objects may have the same name, because local names may repeat.
TEST(Registry, NumbersObjectsAndHandlers) {
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  EXPECT_NE(add_object(registry, "x"), x);
  const HandlerId handler = add_handler(registry, "ui", Discipline::fifo);
  const HandlerInfo& info = registry.handler(handler);
  EXPECT_EQ(info.discipline, Discipline::fifo);
  EXPECT_NE(info.as_lock, info.mailbox);
  EXPECT_EQ(registry.name_of(info.as_lock), "ui");
  EXPECT_EQ(registry.name_of(info.mailbox), "ui's mailbox");
  EXPECT_EQ(registry.object_count(), 4u);
  EXPECT_EQ(registry.handler_count(), 1u);
}

TEST(Registry, WritesPlacesAsEditorsDo) {
  Registry registry;
  const LocationId place = registry.add_location({.file = "a.mzk", .line = 3, .column = 7});
  EXPECT_EQ(registry.text_of(place), "a.mzk:3:7");
  const LocationId line = registry.add_location({.file = "a.c", .line = 3});
  EXPECT_EQ(registry.text_of(line), "a.c:3");  // not "a.c:3:0": there is no column 0
  EXPECT_EQ(registry.text_of(LocationId::none()), "?");
}

class AccessLists : public testing::Test {
 protected:
  AccessListId list(std::initializer_list<Access> accesses) {
    return registry_.access_list(std::vector<Access>(accesses));
  }
  std::vector<Access> content(AccessListId id) {
    const auto accesses = registry_.accesses(id);
    return {accesses.begin(), accesses.end()};
  }
  Registry registry_;
  const ObjectId x = add_object(registry_, "x");
  const ObjectId y = add_object(registry_, "y");
};

TEST_F(AccessLists, OfNothingAreNumberZero) {
  EXPECT_EQ(list({}), AccessListId{0});
  EXPECT_EQ(Registry::no_accesses(), AccessListId{0});
  EXPECT_TRUE(registry_.accesses({0}).empty());
}

TEST_F(AccessLists, DoNotDependOnOrderOrRepetition) {
  const Access read_x{x, AccessKind::read};
  const Access write_y{y, AccessKind::write};
  EXPECT_EQ(list({read_x, write_y}), list({write_y, read_x}));
  EXPECT_EQ(list({read_x, write_y}), list({write_y, read_x, write_y, read_x}));
  EXPECT_EQ(content(list({write_y, read_x})), (std::vector{read_x, write_y}));
  EXPECT_EQ(registry_.access_list(read_x), list({read_x}));
  EXPECT_NE(list({read_x}), list({read_x, write_y}));
}

// Every access that conflicts with a read also conflicts with a write of the same object.
TEST_F(AccessLists, HideTheReadOfWhatIsWritten) {
  const Access write_x{x, AccessKind::write};
  EXPECT_EQ(list({{x, AccessKind::read}, write_x}), list({write_x}));
  EXPECT_EQ(list({write_x, {x, AccessKind::read}}), list({write_x}));
  EXPECT_NE(list({{x, AccessKind::read}}), list({write_x}));
}

TEST_F(AccessLists, KeepTheirContentWhenOthersAreAdded) {
  const AccessListId first = list({{x, AccessKind::read}, {y, AccessKind::write}});
  const std::vector<Access> before = content(first);
  Random random(1);
  for (std::uint32_t i = 0; i < 2000; ++i)
    list({{ObjectId{random.below(50)}, AccessKind::read},
          {ObjectId{random.below(50)}, AccessKind::write}});
  EXPECT_EQ(content(first), before);
  EXPECT_EQ(list({{y, AccessKind::write}, {x, AccessKind::read}}), first);
}

TEST_F(AccessLists, ConflictIfSomePairDoes) {
  const AccessListId reads = list({{x, AccessKind::read}, {y, AccessKind::read}});
  const AccessListId writes_y = list({{y, AccessKind::write}});
  const AccessListId writes_x = list({{x, AccessKind::write}});
  EXPECT_FALSE(conflict(registry_, {}, reads, reads));
  EXPECT_TRUE(conflict(registry_, {}, reads, writes_y));
  EXPECT_TRUE(conflict(registry_, {}, writes_y, reads));
  EXPECT_FALSE(conflict(registry_, {}, writes_x, writes_y));
  EXPECT_FALSE(conflict(registry_, {}, reads, Registry::no_accesses()));
}

}  // namespace
}  // namespace mazurka
