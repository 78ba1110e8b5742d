#include "check/possible_data_race.h"

#include <gtest/gtest.h>

#include "unit/check/hand_made.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

// Two threads access `x` and call a library between the accesses.
class CallsOfALibrary : public HandMadeExecution {
 public:
  const TaskId a = add_task();
  const TaskId b = add_task();
  const ObjectId x = add_object(registry(), "x");
  const ObjectId state = add_object(registry(), "state of libfoo");

  void write(TaskId task) { add(task, OperationKind::write, x, MemoryOrder::plain); }
  void call(TaskId task, MemoryOrder order = MemoryOrder::presumed) {
    add(task, OperationKind::update, state, order);
  }

  [[nodiscard]] std::vector<NotCovered> possible_races() {
    std::vector<Finding> findings;
    const FinishedExecution finished{execution(), describer_, ending_, pending_};
    DataRaceCheck().find(finished, findings);
    possible_.look_at(finished, findings);
    possible_.look_at(finished, findings);  // says nothing twice
    std::vector<NotCovered> result;
    possible_.add(result);
    return result;
  }

 private:
  void add(TaskId task, OperationKind operation, ObjectId object, MemoryOrder order) {
    operate(task, operation, object, AccessKind::write).order = order;
    next().location = registry().add_location({"f.c", execution().size() + 1, 0});
    push();
  }

  PlainDescriber describer_;
  Ending ending_;
  std::vector<Pending> pending_;
  PossibleDataRaces possible_;
};

TEST(PossibleDataRace, IsOneThatOnlyCallsOfAnUnknownLibraryPrevent) {
  CallsOfALibrary steps;
  steps.write(steps.a);
  steps.call(steps.a);
  steps.call(steps.b);
  steps.write(steps.b);
  const std::vector<NotCovered> races = steps.possible_races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0],
            (NotCovered{NotCoveredKind::possible_data_race,
                        "data race on x, if libfoo does not synchronise: only calls into it order "
                        "this access and the one at f.c:4",
                        "f.c:1"}));
}

TEST(PossibleDataRace, IsNoneIfTheLibraryIsKnownToSynchronise) {
  CallsOfALibrary steps;
  steps.write(steps.a);
  steps.call(steps.a, MemoryOrder::acquire_release);
  steps.call(steps.b, MemoryOrder::acquire_release);
  steps.write(steps.b);
  EXPECT_TRUE(steps.possible_races().empty());
}

// Calls of a known library order the accesses, whatever the unknown one does.
TEST(PossibleDataRace, IsNoneIfSomethingElseOrdersTheAccesses) {
  CallsOfALibrary steps;
  const ObjectId lock = add_object(steps.registry(), "m");
  for (const TaskId task : {steps.a, steps.b}) {
    steps.on_lock(task, OperationKind::lock, lock);
    steps.write(task);
    steps.call(task);
    steps.on_lock(task, OperationKind::unlock, lock);
  }
  EXPECT_TRUE(steps.possible_races().empty());
}

// The second thread calls the library after its access: that is a data race in any case.
TEST(PossibleDataRace, IsNoneIfItIsARealOne) {
  CallsOfALibrary steps;
  steps.write(steps.a);
  steps.call(steps.a);
  steps.write(steps.b);
  steps.call(steps.b);
  EXPECT_TRUE(steps.possible_races().empty());
}

TEST(PossibleDataRace, IsLeftOutIfADataRaceOnTheVariableIsFound) {
  CallsOfALibrary steps;
  steps.write(steps.a);
  steps.call(steps.a);
  steps.call(steps.b);
  steps.write(steps.b);
  std::vector<NotCovered> races = steps.possible_races();
  leave_out_possible_races(races, {.kind = FindingKind::data_race, .message = "data race on xs"});
  EXPECT_EQ(races.size(), 1u);
  leave_out_possible_races(races, {.kind = FindingKind::data_race, .message = "data race on x"});
  EXPECT_TRUE(races.empty());
}

}  // namespace
}  // namespace mazurka
