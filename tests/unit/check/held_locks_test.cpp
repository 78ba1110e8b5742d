#include "check/held_locks.h"

#include <gtest/gtest.h>

#include "unit/check/hand_made.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

class HeldLocks : public testing::Test {
 protected:
  // Returns "lock by task since position" for each held lock, in order.
  std::vector<std::string> held() {
    std::vector<std::string> result;
    for (const HeldLock& h : held_locks(made_.execution()))
      result.push_back(made_.registry().name_of(h.lock) + " by t" + std::to_string(h.owner.value) +
                       " since " + std::to_string(h.since));
    return result;
  }
  using Lines = std::vector<std::string>;

  HandMadeExecution made_;
  TaskId a_ = made_.add_task();
  TaskId b_ = made_.add_task();
  ObjectId lock_ = add_object(made_.registry(), "l");
  ObjectId other_ = add_object(made_.registry(), "m");
};

TEST_F(HeldLocks, EndWithTheirUnlock) {
  made_.on_lock(a_, OperationKind::lock, lock_);
  made_.on_lock(a_, OperationKind::lock, other_);
  EXPECT_EQ(held(), (Lines{"l by t0 since 0", "m by t0 since 1"}));
  made_.on_lock(a_, OperationKind::unlock, lock_);
  EXPECT_EQ(held(), Lines{"m by t0 since 1"});
}

TEST_F(HeldLocks, CountATrylockOnlyIfItSucceeded) {
  made_.on_lock(a_, OperationKind::trylock, lock_);
  made_.on_lock(b_, OperationKind::trylock, lock_, false);
  EXPECT_EQ(held(), Lines{"l by t0 since 0"});
}

// A `wait` releases the lock, and its second half, the relock, acquires it again.
TEST_F(HeldLocks, AreGivenUpBySleepAndTakenByRelock) {
  made_.on_lock(a_, OperationKind::lock, lock_);
  made_.on_lock(a_, OperationKind::sleep, lock_);
  EXPECT_EQ(held(), Lines{});
  made_.on_lock(a_, OperationKind::relock, lock_);
  EXPECT_EQ(held(), Lines{"l by t0 since 2"});
}

// Unlocking a lock that another task holds is a misuse and does not release the lock.
TEST_F(HeldLocks, StayWhenSomebodyElseUnlocks) {
  made_.on_lock(a_, OperationKind::lock, lock_);
  made_.on_lock(b_, OperationKind::unlock, lock_);
  EXPECT_EQ(held(), Lines{"l by t0 since 0"});
}

}  // namespace
}  // namespace mazurka
