#include "core/execution.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/conflict.h"
#include "unit/core/random_events.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

using Positions = std::vector<Position>;

Positions races_of(const Execution& execution, Position position) {
  const auto races = execution.races_into(position);
  return {races.begin(), races.end()};
}

class HandMade : public testing::Test {
 protected:
  TaskId task(std::uint32_t ordinal) { return registry_.task({.ordinal = ordinal}); }
  Position push(TaskId task, OperationKind operation, AccessListId accesses, TaskId other = {}) {
    Event event;
    event.task = task;
    event.index = static_cast<std::uint32_t>(execution_.events_of(task).size());
    event.operation = operation;
    event.accesses = accesses;
    event.other = other;
    execution_.push(event);
    return execution_.size() - 1;
  }
  Position read(TaskId task, ObjectId object) {
    return push(task, OperationKind::read, registry_.access_list(Access{object, AccessKind::read}));
  }
  Position write(TaskId task, ObjectId object) {
    return push(task, OperationKind::write,
                registry_.access_list(Access{object, AccessKind::write}));
  }
  Registry registry_;
  Execution execution_{registry_, Relation::events};
  const ObjectId x = add_object(registry_, "x");
  const ObjectId y = add_object(registry_, "y");
  const TaskId a = task(0), b = task(1), c = task(2);
};

TEST_F(HandMade, ReadsOfOneVariableAreNotOrdered) {
  const Position first = read(a, x);
  const Position second = read(b, x);
  EXPECT_FALSE(execution_.happens_before(first, second));
  EXPECT_TRUE(races_of(execution_, second).empty());
}

TEST_F(HandMade, ACompareExchangeThatFailedOnlyReads) {
  const auto compare = [&](Execution& execution, TaskId task, bool succeeds) {
    Event event;
    event.task = task;
    event.operation = OperationKind::update;
    event.update = UpdateKind::compare;
    event.succeeded = succeeds;
    event.accesses = registry_.access_list(Access{x, AccessKind::write});
    execution.push(event);
    return execution.size() - 1;
  };
  compare(execution_, a, true);
  compare(execution_, b, false);
  compare(execution_, c, false);
  EXPECT_EQ(races_of(execution_, 1), Positions{0});
  EXPECT_EQ(races_of(execution_, 2), Positions{0});
  EXPECT_FALSE(execution_.happens_before(1, 2));

  Execution by_operation(registry_, Relation::events, ConflictTable::of_papers());
  compare(by_operation, a, true);
  compare(by_operation, b, false);
  compare(by_operation, c, false);
  EXPECT_TRUE(by_operation.happens_before(1, 2));
}

TEST_F(HandMade, ACompareExchangeCanBeMadeToSucceedOrFail) {
  Step step;
  step.operation = OperationKind::update;
  step.update = UpdateKind::compare;
  const AccessListId write = registry_.access_list(Access{x, AccessKind::write});
  step.accesses = write;
  execution_.set_success(step, false);
  EXPECT_EQ(step.accesses, registry_.access_list(Access{x, AccessKind::read}));
  EXPECT_EQ(execution_.accesses_of(step), step.accesses);
  execution_.set_success(step, true);
  EXPECT_EQ(step.accesses, write);
  EXPECT_TRUE(step.succeeded);
}

TEST_F(HandMade, ASignalThatWakesNobodyOnlyReads) {
  const auto signal = [&](Execution& execution, TaskId task, bool wakes_somebody) {
    Event event;
    event.task = task;
    event.operation = OperationKind::signal;
    event.choice = value_waking(wakes_somebody ? c : TaskId::none());
    event.succeeded = wakes_somebody;
    event.accesses = registry_.access_list(Access{x, AccessKind::condition});
    execution.push(event);
  };
  signal(execution_, a, false);
  signal(execution_, b, false);
  signal(execution_, c, true);
  EXPECT_FALSE(execution_.happens_before(0, 1));
  EXPECT_EQ(races_of(execution_, 2), (Positions{1, 0}));

  Execution by_operation(registry_, Relation::events, ConflictTable::of_papers());
  signal(by_operation, a, false);
  signal(by_operation, b, false);
  EXPECT_TRUE(by_operation.happens_before(0, 1));
}

TEST_F(HandMade, ASignalCanBeMadeToWakeATaskOrNobody) {
  Step step;
  step.operation = OperationKind::signal;
  const AccessListId condition = registry_.access_list(Access{x, AccessKind::condition});
  step.accesses = condition;
  execution_.set_success(step, false);
  EXPECT_EQ(step.accesses, registry_.access_list(Access{x, AccessKind::read}));
  execution_.set_success(step, true);
  EXPECT_EQ(step.accesses, condition);
}

TEST_F(HandMade, AWriteRacesWithAllReadsSinceTheLastWrite) {
  const Position old_read = read(c, x);
  const Position old_write = write(a, x);
  const Position first = read(b, x);
  const Position second = read(c, x);
  const Position last = write(a, x);
  EXPECT_EQ(races_of(execution_, last), (Positions{second, first}));
  EXPECT_TRUE(execution_.happens_before(old_read, last));
  EXPECT_EQ(races_of(execution_, old_write), Positions{old_read});
}

// The accesses to x are ordered through y: they cannot be reversed without reversing those to y.
TEST_F(HandMade, ConflictsThatAreOrderedOtherwiseAreNoRaces) {
  const Position write_x = write(a, x);
  const Position write_y = write(a, y);
  const Position read_y = read(b, y);
  const Position read_x = read(b, x);
  EXPECT_EQ(races_of(execution_, read_y), Positions{write_y});
  EXPECT_TRUE(races_of(execution_, read_x).empty());
  EXPECT_TRUE(execution_.happens_before(write_x, read_x));
  EXPECT_EQ(execution_.last_dependency(read_x), read_y);
}

TEST_F(HandMade, KnowsWhereThingsAre) {
  const Position first = read(a, x);
  const Position second = write(a, x);
  EXPECT_EQ(execution_.cause(first), Execution::nowhere);
  EXPECT_EQ(execution_.cause(second), first);
  EXPECT_EQ(execution_.position_of({a, 1}), second);
  EXPECT_EQ(execution_.position_of({a, 2}), Execution::nowhere);
  EXPECT_EQ(execution_.position_of({TaskId{99}, 0}), Execution::nowhere);
  EXPECT_EQ(execution_.creation_of(a), Execution::nowhere);
}

TEST_F(HandMade, ListsAccessesLatestFirst) {
  const Position first = write(a, x);
  const Position second = read(b, x);
  (void)read(c, y);
  const auto* access = execution_.last_access(x);
  ASSERT_NE(access, nullptr);
  EXPECT_EQ(access->position, second);
  EXPECT_EQ(execution_.last_write(access)->position, first);
  EXPECT_EQ(execution_.previous(access)->position, first);
  EXPECT_EQ(execution_.previous(execution_.previous(access)), nullptr);
  EXPECT_EQ(execution_.last_write(execution_.last_access(y)), nullptr);
  EXPECT_EQ(execution_.last_access(ObjectId{99}), nullptr);
}

// Messages of one handler are ordered only by their conflicts; if handlers are
// locks, they are always ordered.
TEST_F(HandMade, HandlersOrderMessagesOnlyWhereTheyAreLocks) {
  const HandlerId handler = add_handler(registry_, "h", Discipline::fifo);
  Execution as_locks(registry_, Relation::handlers_as_locks);
  const TaskId m1 = registry_.task({.creator = a, .ordinal = 0, .handler = handler});
  const TaskId m2 = registry_.task({.creator = b, .ordinal = 0, .handler = handler});
  for (const auto& [poster, message] : {std::pair(a, m1), std::pair(b, m2)})
    push(poster, OperationKind::post, Registry::no_accesses(), message);
  for (const TaskId message : {m1, m2})
    push(message, OperationKind::start, Registry::no_accesses());
  for (Event event : execution_.events()) {
    event.ends_task = true;
    as_locks.push(event);
  }
  EXPECT_EQ(execution_.creation_of(m2), 1u);
  EXPECT_TRUE(execution_.happens_before(1, 3));
  EXPECT_FALSE(execution_.happens_before(0, 1));
  EXPECT_FALSE(execution_.happens_before(2, 3));
  EXPECT_EQ(races_of(as_locks, 1), Positions{0});  // the posts race, because the handler is fifo
  EXPECT_EQ(races_of(as_locks, 3), Positions{2});
}

// --- Random events against the definitions ------------------------------------------------------

class RandomExecution {
 public:
  RandomExecution(Registry& registry, Relation relation, std::uint64_t seed, ConflictTable table)
      : execution(registry, relation, table) {
    RandomEvents events(registry, seed);
    for (int i = 0; i < 25; ++i) execution.push(events.next());
    const Position size = execution.size();
    direct.assign(size, std::vector<bool>(size, false));
    for (Position j = 0; j < size; ++j)
      for (Position i = 0; i < j; ++i)
        direct[i][j] = depends(registry, table, execution[i], execution[j]);
    before = direct;
    for (Position k = 0; k < size; ++k)
      for (Position i = 0; i < k; ++i)
        for (Position j = k + 1; j < size; ++j)
          if (before[i][k] && before[k][j]) before[i][j] = true;
  }
  // A race: a conflict and nothing else orders the two events, and they are
  // adjacent in happens-before.
  [[nodiscard]] bool is_race(Position i, Position j) const {
    Step earlier = execution[i];
    Step later = execution[j];
    earlier.accesses = later.accesses = Registry::no_accesses();
    if (!direct[i][j] || depends(execution.registry(), execution.conflicts(), earlier, later))
      return false;
    for (Position k = i + 1; k < j; ++k)
      if (before[i][k] && before[k][j]) return false;
    return true;
  }

  Execution execution;
  std::vector<std::vector<bool>> direct;
  std::vector<std::vector<bool>> before;  // the transitive closure of `direct`
};

void expect_definitions(Relation relation, ConflictTable table) {
  std::size_t races = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Registry registry;
    const RandomExecution random(registry, relation, seed, table);
    for (Position j = 0; j < random.execution.size(); ++j) {
      Positions expected;
      Position last = Execution::nowhere;
      for (Position i = j; i-- > 0;) {
        EXPECT_EQ(random.execution.happens_before(i, j), random.before[i][j]) << i << " " << j;
        if (random.is_race(i, j)) expected.push_back(i);
        if (last == Execution::nowhere && random.direct[i][j]) last = i;
      }
      EXPECT_TRUE(random.execution.happens_before(j, j));
      EXPECT_EQ(races_of(random.execution, j), expected);
      EXPECT_EQ(random.execution.last_dependency(j), last);
      races += expected.size();
    }
  }
  EXPECT_GT(races, 500u);
}

TEST(Execution, HappensBeforeIsTheClosureOfDependence) {
  expect_definitions(Relation::events, {});
  expect_definitions(Relation::handlers_as_locks, {});
}

// Returns the answers to all queries about the execution as comparable numbers.
std::vector<std::vector<std::uint32_t>> all_of(const Execution& execution) {
  std::vector<std::vector<std::uint32_t>> result;
  for (Position j = 0; j < execution.size(); ++j) {
    auto& row = result.emplace_back(races_of(execution, j));
    for (Position i = 0; i < j; ++i) row.push_back(execution.happens_before(i, j) ? 1 : 0);
    row.insert(row.end(), {execution.cause(j), execution.last_dependency(j),
                           execution[j].task.value, execution[j].accesses.value});
  }
  for (std::uint32_t task = 0; task < execution.registry().task_count(); ++task) {
    auto& row = result.emplace_back(1, execution.creation_of({task}));
    for (const Position position : execution.events_of({task})) row.push_back(position);
    for (Position j = 0; j < execution.size(); ++j) row.push_back(execution.count(j, {task}));
  }
  for (std::uint32_t object = 0; object < execution.registry().object_count(); ++object) {
    auto& row = result.emplace_back();
    for (auto* access = execution.last_access({object}); access != nullptr;
         access = execution.previous(access)) {
      const auto* write = execution.last_write(access);
      row.insert(row.end(), {access->position, static_cast<std::uint32_t>(access->kind),
                             write == nullptr ? Execution::nowhere : write->position});
    }
  }
  return result;
}

// The execution grows and shrinks while the registry learns of more and more tasks.
TEST(Execution, ForgetsAllThatIsTruncated) {
  for (const Relation relation : {Relation::events, Relation::handlers_as_locks}) {
    Registry registry;
    Execution reused(registry, relation);
    Random random(1);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(seed);
      reused.truncate(0);
      RandomEvents first(registry, 100 + seed);
      for (std::uint32_t i = random.below(30); i > 0; --i) reused.push(first.next());
      const Position kept = reused.size() / 2;
      std::vector<Event> events(reused.events().begin(), reused.events().begin() + kept);
      reused.truncate(kept);
      reused.truncate(reused.size() + 5);  // beyond its end: has no effect
      Execution fresh(registry, relation);
      for (const Event& event : events) fresh.push(event);
      EXPECT_EQ(all_of(reused), all_of(fresh));

      reused.clear();
      RandomEvents again(registry, seed);
      std::vector<Event> more;
      for (std::uint32_t i = 0; i < 30; ++i) more.push_back(again.next());
      fresh.clear();
      Execution third(registry, relation);
      for (const Event& event : more) {
        reused.push(event);
        third.push(event);
      }
      EXPECT_EQ(all_of(reused), all_of(third));
    }
  }
}

}  // namespace
}  // namespace mazurka
