// A worker's side of the protocol, with a store that is called directly.
#include "explore/frontier/frontier.h"

#include <gtest/gtest.h>

#include "explore/frontier/job_store.h"
#include "explore/frontier/put_off_jobs.h"

namespace mazurka {
namespace {

TraceKey key(std::uint64_t number) { return {number, number}; }
std::vector<Choice> schedule(std::uint32_t task) { return {{TaskId{task}, 0}}; }

class FrontierTest : public testing::Test {
 protected:
  FrontierTest() : frontier(exchange_of(store.add_worker()), {}) { EXPECT_TRUE(frontier.begin()); }

  Frontier::Exchange exchange_of(std::size_t worker) {
    return [this, worker](std::string_view bytes) {
      const Commit commit = parse_commit(bytes);
      last = commit;
      Reply reply = store.book(worker, parse_commit(bytes));
      if (commit.is_idle) (void)store.give_jobs(worker, reply);
      return to_bytes(reply);
    };
  }
  void run(std::uint64_t trace, bool was_noted) {
    frontier.reached(key(trace), was_noted);
    summary.executions += 1;
    frontier.count(summary);
  }

  JobStore store;
  Commit last;
  Frontier frontier;
  Summary summary;
};

TEST_F(FrontierTest, ExploresTheFirstExecution) {
  ASSERT_EQ(frontier.new_jobs().size(), 1u);
  EXPECT_TRUE(frontier.new_jobs().front().is_first);
  run(1, false);
  frontier.commit(/*is_idle=*/true);
  EXPECT_TRUE(store.is_complete());
  EXPECT_EQ(store.counts().maximal_executions(), 1u);
}

TEST_F(FrontierTest, NotesWhatIsLeftWithEachCommit) {
  frontier.set_teller([](Frontier& to) { to.note(key(2), schedule(2)); });
  run(1, false);
  frontier.commit(/*is_idle=*/false);
  EXPECT_EQ(last.noted, (std::vector<Job>{{key(2), schedule(2)}}));
  EXPECT_EQ(store.left(), 1u);
}

// Something that was found in the run has not been noted: if the worker dies now, the run must be
// repeated, so it is a job.
TEST_F(FrontierTest, ARunThatIsHeldBackIsAJobUntilTheNextCommit) {
  bool holds = true;
  frontier.set_teller([&](Frontier& to) {
    if (std::exchange(holds, false)) to.hold_last_run(schedule(1));
  });
  run(1, false);
  frontier.commit(/*is_idle=*/false);
  EXPECT_EQ(last.noted, (std::vector<Job>{{key(1), schedule(1)}}));
  EXPECT_TRUE(last.done.empty());
  EXPECT_EQ(store.left(), 1u);
  EXPECT_EQ(store.counts().maximal_executions(), 0u);
  run(2, false);
  frontier.commit(/*is_idle=*/false);
  EXPECT_EQ(last.done.size(), 2u);
  EXPECT_TRUE(store.is_complete());
  EXPECT_EQ(store.counts().maximal_executions(), 2u);
}

TEST_F(FrontierTest, AJobThatLedElsewhereMakesTheExplorationFail) {
  run(1, false);
  frontier.fail();
  frontier.commit(/*is_idle=*/false);
  EXPECT_TRUE(store.has_failed());
}

TEST_F(FrontierTest, AnotherWorkersNoteComesFirst) {
  frontier.set_teller([](Frontier& to) { to.note(key(2), schedule(2)); });
  run(1, false);
  frontier.commit(/*is_idle=*/false);
  Frontier other(exchange_of(store.add_worker()), {});
  other.set_teller([](Frontier& to) { to.note(key(2), schedule(7)); });
  other.commit(/*is_idle=*/false);
  ASSERT_EQ(other.lost_jobs().size(), 1u);
  EXPECT_EQ(other.lost_jobs().front(), (Job{key(2), schedule(7)}));
}

// Jobs that another worker has claimed are noted with the next commit, and explored after the one
// that follows it.
TEST_F(FrontierTest, JobsThatWerePutOffWaitForTwoCommits) {
  PutOffJobs put_off;
  frontier.set_teller([&](Frontier& to) { put_off.note(to); });
  put_off.add({key(2), schedule(2)});
  put_off.add({key(3), schedule(3)});
  run(1, false);
  frontier.commit(/*is_idle=*/false);
  EXPECT_EQ(last.noted.size(), 2u);
  EXPECT_TRUE(put_off.take_ready().empty());
  EXPECT_FALSE(put_off.empty());
  put_off.remove(key(3));  // another worker has it
  frontier.commit(/*is_idle=*/false);
  EXPECT_TRUE(last.noted.empty());
  EXPECT_EQ(put_off.take_ready(), (std::vector<Job>{{key(2), schedule(2)}}));
  EXPECT_TRUE(put_off.empty());
}

}  // namespace
}  // namespace mazurka
