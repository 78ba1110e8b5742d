// The bounds on time are generous: a loaded machine must not make these tests fail. Each of them
// would wait forever if the child were not ended.
#include "cli/child/supervise.h"

#include <csignal>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "cli/child/value_bytes.h"

namespace mazurka::cli {
namespace {

class Supervise : public testing::Test {
 protected:
  using Work = std::function<int(const ChildSide&)>;

  ChildResult run(const Work& work, const ChildLimits& limits = {}) {
    return supervise(memory_.state(), limits, out_, err_, work);
  }
  [[noreturn]] static void hang() {
    while (true) pause();
  }
  [[noreturn]] static void compute() {
    for (volatile unsigned i = 0;;) i = i + 1;
  }
  static Counterexample error_named(const std::string& message) {
    Counterexample error;
    error.finding.message = message;
    return error;
  }
  static void send_error(const ChildSide& side, std::uint64_t index, const std::string& message) {
    side.records.write(RecordKind::error, bytes_of(index, error_named(message)));
  }

  SharedMemory memory_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(Supervise, PassesOnTextsAndTheExitStatus) {
  const ChildResult result = run([](const ChildSide& side) {
    side.out << "report";
    side.err << "note\n";
    return 3;
  });
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(out_.str(), "report");
  EXPECT_EQ(err_.str(), "note\n");
  EXPECT_FALSE(result.died());
}

TEST_F(Supervise, PassesOnRecordsThatAreLargerThanAPipe) {
  const std::string large(std::size_t{1} << 20, 'x');
  const ChildResult result = run([&](const ChildSide& side) {
    for (std::uint64_t i = 0; i < 3; ++i) send_error(side, i, large);
    return 0;
  });
  ASSERT_EQ(result.errors.size(), 3u);
  EXPECT_EQ(result.errors[2].finding.message, large);
}

TEST_F(Supervise, ThrowsWhatTheWorkThrew) {
  try {
    (void)run([](const ChildSide&) -> int { throw UserError("file:1", "wrong", "a hint"); });
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.where, "file:1");
    EXPECT_EQ(error.message, "wrong");
    EXPECT_EQ(error.hint, "a hint");
  }
  const ChildResult result =
      run([](const ChildSide&) -> int { throw std::runtime_error("a mistake"); });
  EXPECT_FALSE(result.died());
  EXPECT_THROW(result.throw_mistake(), std::runtime_error);
}

// What was sent and counted before the child hangs is there after it was killed.
TEST_F(Supervise, KillsAChildThatDoesNotStopAndKeepsWhatItHadFound) {
  const ChildResult result = run(
      [](const ChildSide& side) -> int {
        side.state.phase = Phase::exploring;
        send_error(side, 0, "found");
        Summary summary;
        summary.executions = 7;
        side.state.set_counts(summary);
        hang();
      },
      {.timeout_seconds = 0.1});
  EXPECT_TRUE(result.was_killed);
  EXPECT_EQ(result.reason, StopReason::timeout);
  EXPECT_EQ(result.bound(), Bound::timeout);
  ASSERT_EQ(result.errors.size(), 1u);
  Summary counted;
  memory_.state().last_counts().give(counted);
  EXPECT_EQ(counted.executions, 7u);
}

TEST_F(Supervise, AsksBeforeItKills) {
  const ChildResult result = run(
      [](const ChildSide& side) {
        while (!side.state.stop_exploring) usleep(1000);
        return 5;
      },
      {.timeout_seconds = 0.1});
  EXPECT_EQ(result.status, 5);
  EXPECT_FALSE(result.was_killed);
  EXPECT_EQ(memory_.state().reason, StopReason::timeout);
}

// The user asked for the checkpoint: it is not given up because it takes longer than the time that
// an exploration has to end.
TEST_F(Supervise, DoesNotKillAChildThatWritesACheckpoint) {
  const ChildResult result = run(
      [](const ChildSide& side) {
        side.state.phase = Phase::saving;
        while (!side.state.stop_exploring) usleep(1000);
        usleep(1'500'000);
        return 0;
      },
      {.timeout_seconds = 0.05});
  EXPECT_EQ(result.status, 0);
}

TEST_F(Supervise, EndsExplanationsThatTakeTooLong) {
  const ChildResult result = run(
      [](const ChildSide& side) -> int {
        side.records.write(RecordKind::summary, bytes_of(Summary()));
        send_error(side, 0, "as it was found");
        side.state.phase = Phase::explaining;
        while (!side.state.stop_shortening) {
        }
        send_error(side, 0, "simplified");
        compute();
      },
      {.explain_seconds = 0.2});
  EXPECT_TRUE(result.was_killed);
  EXPECT_TRUE(result.summary);
  EXPECT_EQ(result.bound(), Bound::none);
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].finding.message, "simplified");
}

TEST_F(Supervise, StopsAChildThatTakesTooMuchMemory) {
  const ChildResult result = run(
      [](const ChildSide&) -> int {
        static std::vector<std::string> all;
        for (int i = 0; i < 64; ++i) all.emplace_back(std::size_t{1} << 20, 'x');
        hang();
      },
      {.most_memory = std::uint64_t{32} << 20});
  EXPECT_EQ(result.bound(), Bound::memory);
  EXPECT_FALSE(result.died());
}

TEST_F(Supervise, NoticesIfTheChildDies) {
  const ChildResult killed = run([](const ChildSide&) -> int {
    kill(getpid(), SIGKILL);
    hang();
  });
  EXPECT_TRUE(killed.died());
  EXPECT_EQ(end_in_words(killed.wait_status), "was terminated by signal 9 (Killed)");
  const ChildResult left = run([](const ChildSide&) -> int { _exit(3); });
  EXPECT_TRUE(left.died());
  EXPECT_EQ(end_in_words(left.wait_status), "exited with status 3");
}

// The child may have been in the middle of a record when it was killed.
TEST_F(Supervise, DropsAnIncompleteRecord) {
  const ChildResult result = run([](const ChildSide& side) -> int {
    send_error(side, 0, "complete");
    std::thread([] {
      usleep(100'000);
      kill(getpid(), SIGKILL);
    }).detach();
    const std::string endless(std::size_t{64} << 20, 'x');
    while (true) side.records.write(RecordKind::err, endless.substr(0, 1 << 20));
  });
  EXPECT_TRUE(result.died());
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(err_.str().size() % (1 << 20), 0u);
}

}  // namespace
}  // namespace mazurka::cli
