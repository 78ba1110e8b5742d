#include "check/undelivered_message.h"

#include <gtest/gtest.h>

#include "unit/check/explored_model.h"
#include "unit/check/hand_made.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

using Lines = std::vector<std::string>;

std::vector<std::string> kinds_of(const Summary& summary) {
  std::vector<std::string> kinds;
  for (const Counterexample& error : summary.errors)
    kinds.emplace_back(name_of(error.finding.kind));
  return kinds;
}

// A thread posts a message, which is still in the mailbox of "h" at the end.
class PostedOnly : public HandMadeExecution {
 public:
  PostedOnly() {
    const TaskId poster = add_task();
    const HandlerId handler = add_handler(registry(), "h", Discipline::fifo);
    const TaskId message = registry().task({.creator = poster, .handler = handler});
    operate(poster, OperationKind::post, registry().handler(handler).as_lock, AccessKind::read)
        .other = message;
    next().accesses = Registry::no_accesses();
    push();
    pending_ = {{.task = message, .operation = OperationKind::start}};
  }

  [[nodiscard]] std::vector<Finding> findings(EndingKind kind) const {
    const Ending ending{.kind = kind};
    std::vector<Finding> result;
    find_undelivered_messages({execution(), PlainDescriber(), ending, pending_}, result);
    return result;
  }

 private:
  std::vector<Pending> pending_;
};

// Models never end like this, because all of their tasks run to their end.
TEST(UndeliveredMessage, IsInAMailboxAlthoughTheProgramHasEnded) {
  const auto findings = PostedOnly().findings(EndingKind::complete);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "undelivered message: t1 is still in the mailbox of h");
  EXPECT_EQ(argument_of(findings[0]),
            (Lines{"t0 posted it at step 1", "because the program ended before h started it"}));
}

TEST(UndeliveredMessage, IsPartOfADeadlockOrCutShortByAnAssume) {
  EXPECT_TRUE(PostedOnly().findings(EndingKind::deadlock).empty());
  EXPECT_TRUE(PostedOnly().findings(EndingKind::blocked).empty());
}

// The failure of another thread makes the execution an error, not a deadlock.
TEST(UndeliveredMessage, IsBehindOneThatWaitsForItself) {
  const Summary summary = all_errors_of(R"(handler h fifo; lock A;
thread main { post stuck to h; post late to h; }
thread fails { assert(0 == 1); }
message stuck { lock(A); lock(A); }
message late { })");
  ASSERT_EQ(kinds_of(summary), (Lines{"assertion", "undelivered_message"}));
  const Finding& finding = summary.errors[1].finding;
  EXPECT_EQ(finding.message, "undelivered message: h/late is still in the mailbox of h");
  EXPECT_EQ(argument_of(finding), (Lines{"main posted it at step 2 (m.mzk:2)",
                                         "because h is busy with h/stuck, which never ends"}));
}

TEST(UndeliveredMessage, IsNoneBehindAMessageThatFailed) {
  const Summary summary = all_errors_of(R"(handler h fifo;
thread main { post fails to h; post late to h; }
message fails { assert(0 == 1); }
message late { })");
  EXPECT_EQ(kinds_of(summary), Lines{"assertion"});
}

// The failed task might have written x if it had not failed.
TEST(UndeliveredMessage, IsNoneBehindAMessageThatWaitsForSomethingThatMightHaveCome) {
  const Summary summary = all_errors_of(R"(handler h fifo; var x;
thread main { post waits to h; post late to h; }
thread fails { assert(0 == 1); x = 1; }
message waits { await x == 1; }
message late { })");
  EXPECT_EQ(kinds_of(summary), Lines{"assertion"});
}

}  // namespace
}  // namespace mazurka
