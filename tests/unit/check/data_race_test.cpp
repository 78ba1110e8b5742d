#include "check/data_race.h"

#include <map>

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"
#include "unit/check/hand_made.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

using Lines = std::vector<std::string>;
constexpr MemoryOrder plain = MemoryOrder::plain;
constexpr MemoryOrder relaxed = MemoryOrder::relaxed;
constexpr MemoryOrder acquire = MemoryOrder::acquire;
constexpr MemoryOrder release = MemoryOrder::release;

// Returns the locks that tasks hold, either before every step or, if `knows` is false, before none.
class DescriberOfLocks : public PlainDescriber {
 public:
  bool knows = true;
  std::map<Position, std::vector<OwnedLock>> locks;
  [[nodiscard]] std::optional<std::vector<OwnedLock>> locks_before(
      Position position) const override {
    if (!knows) return std::nullopt;
    const auto found = locks.find(position);
    return found == locks.end() ? std::vector<OwnedLock>() : found->second;
  }
};

// Builds an execution of two threads `a` and `b` step by step. Each step has its own line number.
class Steps : public HandMadeExecution {
 public:
  const TaskId a = add_task();
  const TaskId b = add_task();
  const ObjectId x = add_object(registry(), "x");
  const ObjectId flag = add_object(registry(), "flag");

  void read(TaskId task, ObjectId object, MemoryOrder order = plain, Fences fences = {}) {
    access(task, OperationKind::read, object, order, fences);
  }
  void write(TaskId task, ObjectId object, MemoryOrder order = plain, Fences fences = {}) {
    access(task, OperationKind::write, object, order, fences);
  }
  void update(TaskId task, ObjectId object, MemoryOrder order, bool succeeds = true) {
    operate(task, OperationKind::update, object, AccessKind::write).succeeded = succeeds;
    push_with(order, {});
  }
  void on_task(TaskId task, OperationKind operation, TaskId other) {
    Event event;
    event.task = task;
    event.index = static_cast<std::uint32_t>(execution().events_of(task).size());
    event.operation = operation;
    event.other = other;
    event.accesses = Registry::no_accesses();
    operate(task, operation, x, AccessKind::read) = event;
    push();
  }
  TaskId message(HandlerId handler) {
    return registry().task({.creator = a, .ordinal = registry().task_count(), .handler = handler});
  }

  // The task of the next step holds this lock.
  void has(ObjectId lock, bool is_shared = false) {
    describer_.locks[execution().size()].push_back({lock, LocationId::none(), is_shared});
  }
  void nobody_knows_locks() { describer_.knows = false; }

  [[nodiscard]] std::vector<Finding> races() const { return races(check_); }
  [[nodiscard]] std::vector<Finding> races(DataRaceCheck& check) const {
    std::vector<Finding> findings;
    check.find({execution(), describer_, ending_, pending_}, findings);
    return findings;
  }

 private:
  void access(TaskId task, OperationKind operation, ObjectId object, MemoryOrder order,
              Fences fences) {
    operate(task, operation, object,
            operation == OperationKind::read ? AccessKind::read : AccessKind::write);
    push_with(order, fences);
  }
  void push_with(MemoryOrder order, Fences fences) {
    next().order = order;
    next().fences = fences;
    next().location = registry().add_location({"f.c", execution().size() + 1, 0});
    push();
  }

  DescriberOfLocks describer_;
  Ending ending_;
  std::vector<Pending> pending_;
  mutable DataRaceCheck check_;
};

Fences fence(MemoryOrder order) {
  Fences fences;
  fences.add(order);
  return fences;
}

TEST(DataRace, IsTwoPlainWritesThatNothingOrders) {
  Steps steps;
  steps.write(steps.a, steps.x);
  steps.write(steps.b, steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, FindingKind::data_race);
  EXPECT_EQ(races[0].message, "data race on x");
  EXPECT_EQ(races[0].task, steps.b);
  EXPECT_EQ(races[0].events, (std::vector<Position>{0, 1}));
  EXPECT_EQ(races[0].position, 2u);
  EXPECT_EQ(argument_of(races[0]),
            (Lines{"t0 writes x at step 1 (f.c:1)", "t1 writes x at step 2 (f.c:2)",
                   "because no synchronisation leads from step 1 to step 2: neither task holds a "
                   "lock"}));
}

TEST(DataRace, NeedsAWriteAndAPlainAccess) {
  const auto race_of = [](bool is_write, MemoryOrder first, MemoryOrder second) {
    Steps steps;
    is_write ? steps.write(steps.a, steps.x, first) : steps.read(steps.a, steps.x, first);
    steps.read(steps.b, steps.x, second);
    return steps.races().size();
  };
  EXPECT_EQ(race_of(true, plain, plain), 1u);
  EXPECT_EQ(race_of(false, plain, plain), 0u);
  EXPECT_EQ(race_of(true, relaxed, relaxed), 0u);
  EXPECT_EQ(race_of(true, relaxed, plain), 1u);
  EXPECT_EQ(race_of(true, plain, relaxed), 1u);
}

TEST(DataRace, OfAnEarlierPlainAccessIsSeenBehindAnAtomicOne) {
  Steps steps;
  steps.write(steps.a, steps.x, plain);
  steps.write(steps.a, steps.x, MemoryOrder::sequential);
  steps.write(steps.b, steps.x, MemoryOrder::sequential);
  EXPECT_EQ(steps.races().size(), 1u);
}

TEST(DataRace, IsNoneIfBothHoldTheSameLock) {
  Steps steps;
  for (const TaskId task : {steps.a, steps.b}) {
    steps.on_lock(task, OperationKind::lock, steps.flag);
    steps.write(task, steps.x);
    steps.on_lock(task, OperationKind::unlock, steps.flag);
  }
  EXPECT_TRUE(steps.races().empty());
}

TEST(DataRace, UnderDifferentLocksNamesBoth) {
  Steps steps;
  const ObjectId other = add_object(steps.registry(), "other");
  steps.has(steps.flag);
  steps.write(steps.a, steps.x);
  steps.has(other);
  steps.write(steps.b, steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].because.back().text,
            "because no synchronisation leads from step 1 to step 2: t0 holds flag, t1 holds "
            "other");
}

// A task that holds a lock for reading must not write.
TEST(DataRace, UnderASharedLockSaysThatItIsHeldToRead) {
  Steps steps;
  steps.has(steps.flag, true);
  steps.write(steps.a, steps.x);
  steps.has(steps.flag, true);
  steps.write(steps.b, steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].because.back().text,
            "because no synchronisation leads from step 1 to step 2: t0 holds flag to read, t1 "
            "holds flag to read");
}

// A lock that only one task uses produces no events, so the absence of events does not
// prove that no lock is held.
TEST(DataRace, SaysNothingAboutLocksThatNobodyHasNoted) {
  Steps steps;
  steps.nobody_knows_locks();
  steps.write(steps.a, steps.x);
  steps.write(steps.b, steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].because.back().text, "because no synchronisation leads from step 1 to step 2");
}

TEST(DataRace, UnderALockThatOnlyOneHoldsSaysSo) {
  Steps steps;
  steps.has(steps.flag);
  steps.write(steps.a, steps.x);
  steps.read(steps.b, steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].because.back().text,
            "because no synchronisation leads from step 1 to step 2: t0 holds flag, but t1 holds "
            "no lock");
}

// The order in which two tasks acquire a lock does not order what they did before acquiring it.
TEST(DataRace, IsNotPreventedByALockThatWasTakenFirst) {
  Steps steps;
  steps.write(steps.a, steps.x);
  steps.on_lock(steps.b, OperationKind::lock, steps.flag);
  steps.on_lock(steps.b, OperationKind::unlock, steps.flag);
  steps.on_lock(steps.a, OperationKind::lock, steps.flag);
  steps.on_lock(steps.a, OperationKind::unlock, steps.flag);
  steps.write(steps.b, steps.x);
  EXPECT_EQ(steps.races().size(), 1u);
}

TEST(DataRace, IsNotPreventedByATrylockThatFails) {
  for (const bool succeeds : {true, false}) {
    Steps steps;
    steps.on_lock(steps.a, OperationKind::lock, steps.flag);
    steps.write(steps.a, steps.x);
    if (succeeds) steps.on_lock(steps.a, OperationKind::unlock, steps.flag);
    steps.on_lock(steps.b, OperationKind::trylock, steps.flag, succeeds);
    steps.write(steps.b, steps.x);
    EXPECT_EQ(steps.races().empty(), succeeds);
  }
}

TEST(DataRace, IsPreventedBySpawnAndJoin) {
  Steps steps;
  steps.write(steps.a, steps.x);
  steps.on_task(steps.a, OperationKind::spawn, steps.b);
  steps.write(steps.b, steps.x);
  steps.on_task(steps.a, OperationKind::join, steps.b);
  steps.write(steps.a, steps.x);
  EXPECT_TRUE(steps.races().empty());
}

TEST(DataRace, BetweenASpawnAndAJoinIsOne) {
  Steps steps;
  steps.on_task(steps.a, OperationKind::spawn, steps.b);
  steps.write(steps.b, steps.x);
  steps.write(steps.a, steps.x);
  EXPECT_EQ(steps.races().size(), 1u);
}

// A message happens after everything that its poster did before the post, but not after
// later steps of the poster.
TEST(DataRace, IsPreventedByAPostForWhatCameBeforeIt) {
  for (const bool writes_after_post : {false, true}) {
    Steps steps;
    const HandlerId handler = add_handler(steps.registry(), "h", Discipline::fifo);
    const TaskId message = steps.message(handler);
    if (!writes_after_post) steps.write(steps.a, steps.x);
    steps.on_task(steps.a, OperationKind::post, message);
    if (writes_after_post) steps.write(steps.a, steps.x);
    steps.on_task(message, OperationKind::start, {});
    steps.write(message, steps.x);
    EXPECT_EQ(steps.races().size(), writes_after_post ? 1u : 0u);
  }
}

// Messages of one handler run on one thread; messages of two handlers do not.
TEST(DataRace, IsNeverBetweenMessagesOfOneHandler) {
  for (const bool is_same_handler : {true, false}) {
    Steps steps;
    const HandlerId first = add_handler(steps.registry(), "h", Discipline::multiset);
    const HandlerId second = add_handler(steps.registry(), "g", Discipline::multiset);
    const TaskId one = steps.message(first);
    const TaskId two = steps.message(is_same_handler ? first : second);
    steps.on_task(steps.a, OperationKind::post, one);
    steps.on_task(steps.a, OperationKind::post, two);
    for (const TaskId message : {one, two}) {
      steps.on_task(message, OperationKind::start, {});
      steps.write(message, steps.x);
    }
    EXPECT_EQ(steps.races().empty(), is_same_handler);
  }
}

// x = 1; flag.store(1, first)  ||  flag.load(second); read x
std::vector<Finding> message_passing(MemoryOrder first, MemoryOrder second,
                                     Fences before_write = {}, Fences behind_read = {}) {
  Steps steps;
  steps.write(steps.a, steps.x);
  steps.write(steps.a, steps.flag, first, before_write);
  steps.read(steps.b, steps.flag, second);
  steps.read(steps.b, steps.x, plain, behind_read);
  return steps.races();
}

TEST(DataRace, IsPreventedByReleaseAndAcquire) {
  EXPECT_TRUE(message_passing(release, acquire).empty());
  EXPECT_TRUE(message_passing(MemoryOrder::sequential, MemoryOrder::sequential).empty());
  EXPECT_EQ(message_passing(relaxed, acquire).size(), 1u);
  EXPECT_EQ(message_passing(release, relaxed).size(), 1u);
}

TEST(DataRace, BehindARelaxedFlagSaysWhichAccessIsTooWeak) {
  const auto write = message_passing(relaxed, acquire);
  ASSERT_EQ(write.size(), 1u);
  EXPECT_EQ(write[0].because.back().text,
            "t0 writes flag at step 2 (f.c:2) and t1 reads that at step 3 (f.c:3), but the write "
            "is relaxed, which does not order what is before it");
  const auto read = message_passing(release, relaxed);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].because.back().text,
            "t0 writes flag at step 2 (f.c:2) and t1 reads that at step 3 (f.c:3), but the read "
            "is relaxed, which does not order what is after it");
}

TEST(DataRace, IsPreventedByFencesOnBothSides) {
  const Fences both = fence(MemoryOrder::sequential);
  EXPECT_TRUE(message_passing(relaxed, relaxed, fence(release), fence(acquire)).empty());
  EXPECT_TRUE(message_passing(relaxed, relaxed, both, both).empty());
  EXPECT_TRUE(message_passing(release, relaxed, {}, fence(acquire)).empty());
  EXPECT_TRUE(message_passing(relaxed, acquire, fence(release), {}).empty());
  EXPECT_EQ(message_passing(relaxed, relaxed, fence(release), {}).size(), 1u);
  EXPECT_EQ(message_passing(relaxed, relaxed, {}, fence(acquire)).size(), 1u);
  EXPECT_EQ(message_passing(relaxed, relaxed, fence(acquire), fence(release)).size(), 1u);
}

// A release fence does not release what is acquired after it, even if there is no event in between.
TEST(DataRace, IsNotPreventedByFencesInTheWrongOrder) {
  for (const bool releases_first : {true, false}) {
    Steps steps;
    const TaskId c = steps.add_task();
    const ObjectId second_flag = add_object(steps.registry(), "second_flag");
    Fences fences = fence(releases_first ? release : acquire);
    fences.add(releases_first ? acquire : release);
    steps.write(steps.a, steps.x);
    steps.write(steps.a, steps.flag, release);
    steps.read(steps.b, steps.flag, relaxed);
    steps.write(steps.b, second_flag, relaxed, fences);
    steps.read(c, second_flag, acquire);
    steps.read(c, steps.x);
    EXPECT_EQ(steps.races().size(), releases_first ? 1u : 0u);
  }
}

// A relaxed read-modify-write continues the release sequence of the write it reads
// from; a plain write ends it.
TEST(DataRace, IsPreventedThroughReadModifyWritesOfOthers) {
  enum class Between { update, write, plain_write, failed_update };
  for (const Between between :
       {Between::update, Between::write, Between::plain_write, Between::failed_update}) {
    Steps steps;
    const TaskId c = steps.add_task();
    steps.write(steps.a, steps.x);
    steps.write(steps.a, steps.flag, release);
    if (between == Between::update) steps.update(c, steps.flag, relaxed);
    if (between == Between::failed_update) steps.update(c, steps.flag, relaxed, false);
    if (between == Between::write) steps.write(c, steps.flag, relaxed);
    if (between == Between::plain_write) steps.write(steps.a, steps.flag, plain);
    steps.read(steps.b, steps.flag, acquire);
    steps.read(steps.b, steps.x);
    std::size_t on_x = 0;
    for (const Finding& finding : steps.races()) on_x += finding.message == "data race on x";
    EXPECT_EQ(on_x, between == Between::write || between == Between::plain_write ? 1u : 0u);
  }
}

TEST(DataRace, IsOneErrorForEachPairOfPlaces) {
  Steps steps;
  DataRaceCheck check;
  for (int i = 0; i < 3; ++i) {
    for (const TaskId task : {steps.a, steps.b}) {
      Event& event = steps.operate(task, OperationKind::write, steps.x, AccessKind::write);
      event.order = plain;
      event.location = steps.registry().add_location({"f.c", task == steps.a ? 3u : 7u, 1});
      steps.push();
    }
  }
  const auto first = steps.races(check);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].because.size(), 3u);
  // The explanation is computed only the first time; later occurrences are only counted.
  const auto again = steps.races(check);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].identity(), first[0].identity());
  EXPECT_TRUE(again[0].because.empty());
}

// Which threads have accessed an object is a set of bits, which takes several words here.
TEST(DataRace, IsSeenBetweenAnyTwoOfManyThreads) {
  Steps steps;
  std::vector<TaskId> tasks = {steps.a, steps.b};
  while (tasks.size() < 200) tasks.push_back(steps.add_task());
  const std::size_t readers[] = {1, 63, 64, 130, 199};
  for (const std::size_t reader : readers) steps.read(tasks[reader], steps.x);
  steps.write(tasks[128], steps.x);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), std::size(readers));
  for (std::size_t i = 0; i < races.size(); ++i)
    EXPECT_EQ(races[i].events, (std::vector<Position>{static_cast<Position>(i), 5}));
}

// The order in which the free comes first is also explored, and is reported as a use after free.
TEST(DataRace, WithAFreeThatCouldComeFirstIsLeftToTheUseAfterFree) {
  Steps steps;
  steps.read(steps.a, steps.x);
  steps.write(steps.a, steps.x);
  steps.write(steps.b, steps.x, MemoryOrder::freeing);
  EXPECT_TRUE(steps.races().empty());
}

TEST(DataRace, WithAFreeThatARelaxedFlagHoldsBackIsOne) {
  Steps steps;
  steps.read(steps.a, steps.x);
  steps.write(steps.a, steps.flag, relaxed);
  steps.read(steps.b, steps.flag, relaxed);
  steps.write(steps.b, steps.x, MemoryOrder::freeing);
  const auto races = steps.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].because[1].text, "frees x at step 4 (f.c:4)");
}

TEST(DataRace, DoesNotExistInModels) {
  const Summary summary = all_errors_of("var x; thread a { x = 1; } thread b { x = 2; }");
  EXPECT_EQ(summary.executions, 2u);
  EXPECT_TRUE(summary.errors.empty());
}

}  // namespace
}  // namespace mazurka
