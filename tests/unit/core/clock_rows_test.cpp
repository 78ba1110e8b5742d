#include "core/clock_rows.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "unit/random.h"

namespace mazurka {
namespace {

// Rows as they are defined: a number for each task.
class PlainRows {
 public:
  using Row = std::vector<std::uint32_t>;

  explicit PlainRows(std::uint32_t tasks) : tasks_(tasks) {}
  [[nodiscard]] const Row& operator[](Position row) const { return rows_[row]; }
  [[nodiscard]] Position size() const { return static_cast<Position>(rows_.size()); }
  void push() { rows_.emplace_back(tasks_, 0); }
  void join(Position row) {
    Row& last = rows_.back();
    for (std::uint32_t i = 0; i < tasks_; ++i) last[i] = std::max(last[i], rows_[row][i]);
  }
  void set(TaskId task, std::uint32_t count) { rows_.back()[task.value] = count; }
  void truncate(Position rows) { rows_.resize(rows); }

 private:
  std::uint32_t tasks_;
  std::vector<Row> rows_;
};

void expect_equal(const ClockRows& rows, const PlainRows& plain, std::uint32_t tasks) {
  for (Position row = 0; row < plain.size(); ++row)
    for (std::uint32_t task = 0; task < tasks; ++task)
      ASSERT_EQ(rows.count(row, TaskId{task}), plain[row][task]) << row << ' ' << task;
}

// Rows grow, shrink, get more tasks, and are joined with several others, with one block and with
// many. The counts that are set grow, as those of a task do, so that one row often covers another.
TEST(ClockRows, HaveTheCountsOfRowsThatShareNothing) {
  for (const std::uint32_t tasks : {3u, 16u, 17u, 40u, 200u}) {
    SCOPED_TRACE(tasks);
    Random random(tasks);
    ClockRows rows;
    PlainRows plain(tasks);
    std::uint32_t known = 1;
    for (std::uint32_t round = 1; round <= 400; ++round) {
      if (random.one_in(10)) known = std::min(tasks, known + random.below(tasks) / 4 + 1);
      if (random.one_in(20)) {
        const Position left = random.below(plain.size() + 1);
        rows.truncate(left);
        plain.truncate(left);
      }
      rows.make_room_for(known);
      rows.push();
      plain.push();
      for (std::uint32_t joins = random.below(4); joins > 0 && plain.size() > 1; --joins) {
        const Position from = random.below(plain.size() - 1);
        rows.join(from);
        plain.join(from);
      }
      const TaskId task{random.below(known)};
      rows.set(task, round);
      plain.set(task, round);
    }
    expect_equal(rows, plain, tasks);
  }
}

TEST(ClockRows, CountNothingOfTasksWithoutRoom) {
  ClockRows rows;
  rows.make_room_for(1);
  rows.push();
  EXPECT_EQ(rows.count(0, TaskId{1'000}), 0u);
}

// What a row costs does not depend on the number of tasks: one block, if it has one predecessor.
TEST(ClockRows, ShareTheBlocksInWhichTheyAreEqual) {
  constexpr std::uint32_t tasks = 800;
  ClockRows rows;
  rows.make_room_for(tasks);
  for (std::uint32_t task = 0; task < tasks; ++task) {  // each knows all before it
    rows.push();
    if (task > 0) rows.join(task - 1);
    rows.set(TaskId{task}, 1);
  }
  for (std::uint32_t task = 0; task < tasks; ++task)
    EXPECT_EQ(rows.count(tasks - 1, TaskId{task}), 1u);
  EXPECT_EQ(rows.block_count(), tasks + 1);

  // A predecessor that knows no more costs nothing, whichever is joined first.
  for (const bool is_reversed : {false, true}) {
    const std::size_t before = rows.block_count();
    rows.push();
    rows.join(is_reversed ? tasks - 1 : 0);
    rows.join(is_reversed ? 0 : tasks - 1);
    EXPECT_EQ(rows.block_count(), before);
  }
}

}  // namespace
}  // namespace mazurka
