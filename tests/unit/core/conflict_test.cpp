#include "core/conflict.h"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/registry.h"
#include "core/step.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

// The row of the table that decides about two accesses to one object. An object has accesses of
// one family of kinds only.
struct Entry {
  AccessKind a;
  AccessKind b;
  ConflictRow row;
};
constexpr std::array<Entry, 8> whole_table = {{
    {AccessKind::read, AccessKind::write, ConflictRow::read_write},
    {AccessKind::write, AccessKind::write, ConflictRow::write_write},
    {AccessKind::lock, AccessKind::lock, ConflictRow::lock_lock},
    {AccessKind::condition, AccessKind::condition, ConflictRow::condition},
    {AccessKind::handler, AccessKind::handler, ConflictRow::handler},
    {AccessKind::mailbox, AccessKind::mailbox, ConflictRow::mailbox},
    {AccessKind::send, AccessKind::send, ConflictRow::send_send},
    {AccessKind::after, AccessKind::send, ConflictRow::after_send},
}};

TEST(ConflictTable, HasEveryRow) {
  for (int row = 0; row < conflict_row_count; ++row)
    EXPECT_TRUE(ConflictTable().has(static_cast<ConflictRow>(row)));
}

TEST(ConflictTable, LetsAllButReadsConflictInBothOrders) {
  const ConflictTable table;
  for (const Entry& entry : whole_table) {
    EXPECT_TRUE(table.conflict(entry.a, entry.b)) << name_of(entry.row);
    EXPECT_TRUE(table.conflict(entry.b, entry.a)) << name_of(entry.row);
  }
  EXPECT_FALSE(table.conflict(AccessKind::read, AccessKind::read));
}

// A mutation test that disabled more than its row would prove nothing.
TEST(ConflictTable, WithoutARowLacksThatRowOnly) {
  for (int i = 0; i < conflict_row_count; ++i) {
    const auto off = static_cast<ConflictRow>(i);
    const ConflictTable table = ConflictTable::without(off);
    SCOPED_TRACE(name_of(off));
    for (int j = 0; j < conflict_row_count; ++j)
      EXPECT_EQ(table.has(static_cast<ConflictRow>(j)), i != j);
    for (const Entry& entry : whole_table) {
      EXPECT_EQ(table.conflict(entry.a, entry.b), entry.row != off) << name_of(entry.row);
      EXPECT_EQ(table.conflict(entry.b, entry.a), entry.row != off) << name_of(entry.row);
    }
    EXPECT_FALSE(table.conflict(AccessKind::read, AccessKind::read));
  }
}

// A receive that takes a message depends on the send of this message only (a fixed edge), and two
// receives belong to one task.
TEST(ConflictTable, LetsReceivesConflictWithNothingButSends) {
  const ConflictTable table;
  for (const AccessKind kind : {AccessKind::send, AccessKind::take, AccessKind::after}) {
    EXPECT_FALSE(table.conflict(AccessKind::take, kind));
    EXPECT_FALSE(table.conflict(kind, AccessKind::take));
  }
  EXPECT_FALSE(table.conflict(AccessKind::after, AccessKind::after));
}

TEST(ConflictTable, LetsAnAfterConflictWithSendsOfWhatItCouldTakeOnly) {
  Registry registry;
  const ObjectId mailbox = add_object(registry, "mailbox");
  const MessageMatches::Filter filter = registry.matches().add_filter();
  registry.matches().set(filter, 2);
  const auto conflicts = [&](std::uint32_t message, MessageMatches::Filter with) {
    const AccessListId send = registry.access_list(Access{mailbox, AccessKind::send, message});
    const AccessListId after = registry.access_list(Access{mailbox, AccessKind::after, with});
    EXPECT_EQ(conflict(registry, {}, send, after), conflict(registry, {}, after, send));
    return conflict(registry, {}, send, after);
  };
  EXPECT_TRUE(conflicts(2, filter));
  EXPECT_FALSE(conflicts(1, filter));
  EXPECT_FALSE(conflicts(3, filter));
  EXPECT_TRUE(conflicts(1, MessageMatches::everything));
}

TEST(ConflictTable, HasANameForEachRow) {
  std::set<std::string_view> names;
  for (int row = 0; row < conflict_row_count; ++row)
    names.insert(name_of(static_cast<ConflictRow>(row)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(conflict_row_count));
  EXPECT_EQ(name_of(ConflictRow::wake), "wake");
}

// --- depends(): the fixed edges, and the conflicts ----------------------------------------------

class Depends : public testing::Test {
 protected:
  Step step(std::uint32_t task, OperationKind operation) {
    Step result;
    result.task = TaskId{task};
    result.operation = operation;
    result.accesses = Registry::no_accesses();
    return result;
  }
  bool depends_without(const Step& earlier, const Step& later, ConflictRow row) {
    return depends(registry_, ConflictTable::without(row), earlier, later);
  }
  bool depends_now(const Step& earlier, const Step& later) {
    return depends(registry_, {}, earlier, later);
  }
  Registry registry_;
};

TEST_F(Depends, StepsOfOneTaskKeepTheirOrder) {
  EXPECT_TRUE(depends_now(step(1, OperationKind::choose), step(1, OperationKind::choose)));
  EXPECT_FALSE(depends_now(step(1, OperationKind::choose), step(2, OperationKind::choose)));
}

TEST_F(Depends, ATaskComesAfterItsCreation) {
  for (const OperationKind creation : {OperationKind::spawn, OperationKind::post}) {
    Step earlier = step(1, creation);
    earlier.other = TaskId{2};
    EXPECT_TRUE(depends_now(earlier, step(2, OperationKind::choose)));
    EXPECT_FALSE(depends_now(earlier, step(3, OperationKind::choose)));
    EXPECT_FALSE(depends_without(earlier, step(2, OperationKind::choose), ConflictRow::creation));
  }
}

TEST_F(Depends, AJoinComesAfterWhatItJoins) {
  Step join = step(1, OperationKind::join);
  join.other = TaskId{2};
  EXPECT_TRUE(depends_now(step(2, OperationKind::choose), join));
  EXPECT_FALSE(depends_now(step(3, OperationKind::choose), join));
  EXPECT_FALSE(depends_without(step(2, OperationKind::choose), join, ConflictRow::join));
}

// The relock depends on the event that woke it, and on no other event of the waker.
TEST_F(Depends, ARelockComesAfterTheSignalThatWokeIt) {
  Step relock = step(1, OperationKind::relock);
  relock.other = TaskId{2};
  relock.other_index = 5;
  Step signal = step(2, OperationKind::signal);
  signal.index = 5;
  EXPECT_TRUE(depends_now(signal, relock));
  EXPECT_FALSE(depends_without(signal, relock, ConflictRow::wake));
  signal.index = 4;
  EXPECT_FALSE(depends_now(signal, relock));
}

TEST_F(Depends, ConflictsNeedACommonObject) {
  const ObjectId x = add_object(registry_, "x");
  const ObjectId y = add_object(registry_, "y");
  Step earlier = step(1, OperationKind::write);
  Step later = step(2, OperationKind::read);
  earlier.accesses = registry_.access_list(Access{x, AccessKind::write});
  later.accesses = registry_.access_list(Access{y, AccessKind::read});
  EXPECT_FALSE(depends_now(earlier, later));
  const std::array<Access, 2> both = {{{x, AccessKind::read}, {y, AccessKind::read}}};
  later.accesses = registry_.access_list(both);
  EXPECT_TRUE(depends_now(earlier, later));
  EXPECT_FALSE(depends_without(earlier, later, ConflictRow::read_write));
}

}  // namespace
}  // namespace mazurka
