// The store of an exploration by several workers, without workers: commits are made by hand.
#include "explore/frontier/job_store.h"

#include <gtest/gtest.h>

#include "explore/checkpoint_io.h"
#include "explore/mutations.h"

namespace mazurka {
namespace {

Job job_to(std::uint64_t key) {
  return {{key, key}, {{TaskId{static_cast<std::uint32_t>(key)}, 0}}, false};
}

DoneRun run_of(std::uint64_t key, bool was_noted = true) {
  DoneRun run{{key, key}, was_noted, {}};
  run.counts.values.front() = 1;
  return run;
}

std::uint64_t executions(const JobStore& store) { return store.counts().values.front(); }

// A store whose first execution has been run by worker 0, and has led to the given traces.
class JobStoreTest : public testing::Test {
 protected:
  JobStoreTest() {
    EXPECT_EQ(store.add_worker(), 0u);
    EXPECT_EQ(store.add_worker(), 1u);
  }
  void begin(std::initializer_list<std::uint64_t> keys) {
    Reply reply = store.book(0, {.is_idle = true});
    ASSERT_TRUE(store.give_jobs(0, reply));
    ASSERT_TRUE(reply.jobs.front().is_first);
    Commit commit;
    for (const std::uint64_t key : keys) commit.noted.push_back(job_to(key));
    commit.done.push_back(run_of(1000, /*was_noted=*/false));
    (void)store.book(0, std::move(commit));
  }
  void done(std::size_t worker, std::uint64_t key) {
    Commit commit;
    commit.done.push_back(run_of(key));
    (void)store.book(worker, std::move(commit));
  }

  JobStore store;
};

TEST_F(JobStoreTest, IsCompleteWhenEveryNotedTraceIsDone) {
  EXPECT_FALSE(store.is_complete());
  begin({1, 2});
  EXPECT_EQ(store.left(), 2u);
  done(0, 1);
  EXPECT_FALSE(store.is_complete());
  done(0, 2);
  EXPECT_TRUE(store.is_complete());
  EXPECT_FALSE(store.has_failed());
  EXPECT_EQ(executions(store), 3u);
}

// Worker 0 has two jobs, which seem to lead to 30 executions. A job of a worker that has died is
// taken to lead to 15, too.
TEST_F(JobStoreTest, AddsUpTheEstimatesOfItsWorkers) {
  EXPECT_FALSE(store.estimate());
  begin({1, 2});
  EXPECT_FALSE(store.estimate());
  (void)store.book(0, {.estimated_left = 30});
  ASSERT_TRUE(store.estimate());
  EXPECT_EQ(store.estimate()->executions, 31);
  EXPECT_EQ(store.estimate()->least, 3);
  Commit commit;
  commit.noted = {job_to(3)};
  (void)store.book(1, std::move(commit));
  store.lose(1);
  EXPECT_EQ(store.estimate()->executions, 46);
  EXPECT_EQ(store.estimate()->least, 4);
  // An estimate that says less than what is certain does not count.
  (void)store.book(0, {.estimated_left = 1});
  EXPECT_EQ(store.estimate()->executions, 4);
}

// Two workers note the same trace: the first one explores it.
TEST_F(JobStoreTest, GrantsATraceToTheWorkerThatNotedItFirst) {
  begin({1});
  Commit commit;
  commit.noted = {job_to(1), job_to(2)};
  const Reply reply = store.book(1, std::move(commit));
  EXPECT_EQ(reply.granted, (std::vector<bool>{false, true}));
  Commit again;
  again.noted = {job_to(1), job_to(2)};
  EXPECT_EQ(store.book(1, std::move(again)).granted, (std::vector<bool>{false, true}));
}

TEST_F(JobStoreTest, CountsATraceOnceEvenIfTwoWorkersRanIt) {
  begin({1});
  done(1, 1);
  done(0, 1);
  EXPECT_EQ(executions(store), 2u);
  EXPECT_TRUE(store.is_complete());
  EXPECT_FALSE(store.has_failed());
}

// Whether two workers run one job depends on their speed, so random programs do not always show
// this fault.
TEST_F(JobStoreTest, WouldCountATraceTwiceIfTheFirstReportDidNotDecide) {
  const WithMutations faults({.counts_twice = true});
  begin({1});
  done(1, 1);
  done(0, 1);
  EXPECT_EQ(executions(store), 3u);
}

TEST_F(JobStoreTest, GivesTheOldestJobsOfTheRichestWorkerToOneWithoutJobs) {
  begin({1, 2, 3, 4});
  Reply reply = store.book(1, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(1, reply));
  EXPECT_EQ(reply.jobs, (std::vector<Job>{job_to(1), job_to(2)}));
  // The worker that loses them hears of it with its next commit, once.
  EXPECT_EQ(store.book(0, {}).taken, (std::vector<Job>{job_to(1), job_to(2)}));
  EXPECT_TRUE(store.book(0, {}).taken.empty());
}

// A worker that has one job is about to run it.
TEST_F(JobStoreTest, LeavesAWorkerItsLastJob) {
  begin({1});
  Reply reply = store.book(1, {.is_idle = true});
  EXPECT_FALSE(store.give_jobs(1, reply));
}

TEST_F(JobStoreTest, GivesTheJobsOfADeadWorkerToOthers) {
  begin({1, 2});
  done(0, 2);
  store.lose(0);
  Reply reply = store.book(1, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(1, reply));
  EXPECT_EQ(reply.jobs, (std::vector<Job>{job_to(1)}));
  done(1, 1);
  EXPECT_TRUE(store.is_complete());
}

// Its worker holds it back, or its trace was known by then.
TEST_F(JobStoreTest, LeavesTheFirstExecutionToTheNotesOfItsWorker) {
  Reply reply = store.book(0, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(0, reply));
  Commit commit;
  commit.noted = {job_to(1)};
  (void)store.book(0, std::move(commit));
  EXPECT_EQ(store.left(), 1u);
  done(0, 1);
  EXPECT_TRUE(store.is_complete());
  EXPECT_EQ(executions(store), 1u);
}

// The workers together may never run more executions than the bound allows.
TEST(JobStore, GivesLeaveForAsManyExecutionsAsTheBoundAllows) {
  constexpr std::uint64_t bound = 20;
  JobStore store({.max_executions = bound});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(store.add_worker(), i);
  std::uint64_t next_key = 1;
  std::uint64_t run = 0;
  std::uint64_t under_way = 0;
  Reply replies[3];
  for (std::size_t round = 0; !store.exceeds_bound() && round < 100; ++round)
    for (std::size_t worker = 0; worker < 3; ++worker) {
      Commit commit;
      commit.noted.push_back(job_to(1000));  // so that something is left
      for (std::uint64_t i = 0; i < replies[worker].most_runs; ++i)
        commit.done.push_back(run_of(next_key++, /*was_noted=*/false));
      run += replies[worker].most_runs;
      under_way -= replies[worker].most_runs;
      replies[worker] = store.book(worker, std::move(commit));
      EXPECT_FALSE(replies[worker].is_over);
      if (store.give_leave(worker, replies[worker])) under_way += replies[worker].most_runs;
      EXPECT_LE(run + under_way, bound);
    }
  EXPECT_TRUE(store.exceeds_bound());
  EXPECT_EQ(executions(store), bound);
  EXPECT_FALSE(store.can_give_leave());
}

// A worker that was taken for dead comes back when others have run the rest. Nothing that it says
// counts, not even jobs that it noted: a checkpoint must have all runs that do not count as jobs.
TEST(JobStore, BooksNothingOfACommitThatExceedsTheBound) {
  JobStore store({.max_executions = 2});
  (void)store.add_worker();
  (void)store.add_worker();
  Reply reply = store.book(0, {});
  ASSERT_TRUE(store.give_jobs(0, reply));
  Commit first;
  first.noted.push_back(job_to(2));
  first.noted.push_back(job_to(3));
  first.done.push_back(run_of(1, /*was_noted=*/false));
  reply = store.book(0, std::move(first));
  ASSERT_TRUE(store.give_leave(0, reply));
  store.lose(0);
  ASSERT_TRUE(store.give_jobs(1, reply));
  Commit other;
  other.done.push_back(run_of(2));
  (void)store.book(1, std::move(other));
  Commit late;
  late.noted.push_back(job_to(4));
  late.done.push_back(run_of(3));
  EXPECT_TRUE(store.book(0, std::move(late)).is_over);
  EXPECT_TRUE(store.book(0, {}).is_over);
  EXPECT_EQ(executions(store), 2u);
  EXPECT_EQ(store.left(), 1u);
  EXPECT_EQ(store.known(), 3u);
}

TEST_F(JobStoreTest, ContinuesFromWhatItHasSaved) {
  begin({1, 2, 3});
  Commit commit;
  commit.gave_up_search = true;
  commit.done.push_back(run_of(2));
  (void)store.book(0, std::move(commit));
  const Registry nothing;
  CheckpointWriter writer(nothing);
  JobStore::Saved saved = store.save(writer);
  EXPECT_EQ(saved.jobs.size(), 2u);
  const std::vector<std::uint64_t> words = writer.take();

  Registry registry;
  const RestoredNames names;
  CheckpointReader reader(registry, names, words);
  JobStore again;
  again.resume(saved, reader);
  (void)again.add_worker();
  EXPECT_EQ(executions(again), 2u);
  EXPECT_EQ(again.left(), 2u);
  EXPECT_TRUE(again.gave_up_search());
  Reply reply;
  ASSERT_TRUE(again.give_jobs(0, reply));
  EXPECT_EQ(reply.jobs.size(), 2u);
  Commit rest;
  rest.noted.push_back(job_to(2));  // known: it was explored before
  for (const Job& job : reply.jobs) {
    EXPECT_EQ(job.schedule, job_to(job.key.low).schedule);
    rest.done.push_back(run_of(job.key.low));
  }
  reply = again.book(0, std::move(rest));
  EXPECT_FALSE(reply.granted.front());
  EXPECT_TRUE(again.is_complete());
  EXPECT_FALSE(again.has_failed());
  EXPECT_EQ(executions(again), 4u);
}

// A resumed exploration may begin with a run whose trace is not known.
TEST_F(JobStoreTest, SavesTheFirstJobIfItIsLeft) {
  const Registry nothing;
  CheckpointWriter writer(nothing);
  JobStore::Saved saved = store.save(writer);
  ASSERT_EQ(saved.jobs.size(), 1u);
  EXPECT_TRUE(saved.jobs.front().is_first);
  saved.jobs.front().schedule = job_to(7).schedule;
  const std::vector<std::uint64_t> words = writer.take();
  Registry registry;
  const RestoredNames names;
  CheckpointReader reader(registry, names, words);
  JobStore again;
  again.resume(saved, reader);
  (void)again.add_worker();
  Reply reply;
  ASSERT_TRUE(again.give_jobs(0, reply));
  EXPECT_TRUE(reply.jobs.front().is_first);
  EXPECT_EQ(reply.jobs.front().schedule, job_to(7).schedule);
}

// The thief's jobs lead to nothing new, so it gets more of them the next time.
TEST_F(JobStoreTest, GivesMoreJobsToAWorkerWhoseLastOnesLedToFewOthers) {
  JobStore small({.most_jobs_at_once = 2});
  (void)small.add_worker();
  (void)small.add_worker();
  Commit commit;
  for (std::uint64_t key = 1; key <= 100; ++key) commit.noted.push_back(job_to(key));
  (void)small.book(0, std::move(commit));
  std::vector<std::size_t> got;
  for (int round = 0; round < 4; ++round) {
    Reply reply;
    (void)small.give_jobs(1, reply);
    got.push_back(reply.jobs.size());
    Commit all;
    for (const Job& job : reply.jobs) all.done.push_back(run_of(job.key.low));
    (void)small.book(1, std::move(all));
  }
  EXPECT_EQ(got, (std::vector<std::size_t>{1, 2, 4, 8}));
}

// Workers look for known traces in a table that is small here.
TEST(JobStore, KnowsTracesThatTheSharedTableHasForgotten) {
  SharedKeys keys(10);
  JobStore store({.keys = &keys});
  (void)store.add_worker();
  (void)store.add_worker();
  for (std::size_t round = 0; round < 2; ++round)
    for (std::uint64_t key = 1; key <= 25; ++key) {
      Commit commit;
      commit.noted = {job_to(key)};
      EXPECT_EQ(store.book(round, std::move(commit)).granted.front(), round == 0) << key;
    }
  EXPECT_EQ(store.known(), 25u);
}

TEST_F(JobStoreTest, RepeatsTheFirstExecutionIfItsWorkerDies) {
  Reply reply = store.book(0, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(0, reply));
  store.lose(0);
  EXPECT_FALSE(store.is_complete());
  Reply other = store.book(1, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(1, other));
  EXPECT_TRUE(other.jobs.front().is_first);
}

// A worker that was only stopped may report a job that has meanwhile been given to another.
TEST_F(JobStoreTest, AcceptsTheWorkOfAWorkerThatWasTakenForDead) {
  begin({1, 2});
  store.lose(0);
  Reply reply = store.book(1, {.is_idle = true});
  ASSERT_TRUE(store.give_jobs(1, reply));
  done(0, 1);
  EXPECT_EQ(executions(store), 2u);
  done(1, 1);
  done(1, 2);
  done(0, 2);
  EXPECT_EQ(executions(store), 3u);
  EXPECT_TRUE(store.is_complete());
  EXPECT_FALSE(store.has_failed());
}

TEST_F(JobStoreTest, FailsIfAJobLeadsToATraceThatNobodyNoted) {
  begin({1});
  done(0, 7);
  EXPECT_TRUE(store.has_failed());
}

// The job led to a trace that another job was noted for, and which is counted only once.
TEST_F(JobStoreTest, FailsIfAWorkerHasRunAllItsJobsAndATraceIsMissing) {
  begin({1, 2});
  Commit commit;
  commit.done = {run_of(1), run_of(1)};
  commit.is_idle = true;
  (void)store.book(0, std::move(commit));
  EXPECT_TRUE(store.has_failed());
}

// A probe is a run whose trace was not known beforehand.
TEST_F(JobStoreTest, CountsAProbeThatReachesANewTrace) {
  begin({});
  Commit commit;
  commit.done = {run_of(5, /*was_noted=*/false), run_of(5, /*was_noted=*/false)};
  (void)store.book(0, std::move(commit));
  EXPECT_EQ(executions(store), 2u);
  EXPECT_FALSE(store.has_failed());
  EXPECT_TRUE(store.is_complete());
}

TEST(Commit, SurvivesItsBytes) {
  Commit commit;
  commit.noted = {job_to(1), job_to(2)};
  commit.noted[1].schedule = {{TaskId{1}, 0}, {TaskId{300}, wakes_nobody}, {TaskId{2}, 70000}};
  commit.noted.push_back(commit.noted[1]);
  commit.noted.back().schedule.pop_back();
  commit.done = {run_of(3), run_of(4, false)};
  commit.is_idle = true;
  commit.gave_up_search = true;
  EXPECT_EQ(parse_commit(to_bytes(commit)), commit);
  Reply reply;
  reply.is_over = reply.samples = true;
  reply.most_runs = 300;
  reply.granted = {true, false, true};
  reply.taken = commit.noted;
  reply.jobs = {job_to(9), {.is_first = true}};
  EXPECT_EQ(parse_reply(to_bytes(reply)), reply);
}

TEST(Commit, IsRejectedIfItsBytesAreDamaged) {
  Commit commit;
  commit.noted = {job_to(1), job_to(2)};
  commit.done = {run_of(3)};
  const std::string bytes = to_bytes(commit);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THROW((void)parse_commit(bytes.substr(0, length)), std::runtime_error) << length;
  EXPECT_THROW((void)parse_commit(bytes + "x"), std::runtime_error);
}

// --- As a part of a store for several machines ---------------------------------------------------

// A part with one worker, which has the jobs 1 to 6.
class PartOfStore : public testing::Test {
 protected:
  PartOfStore() : store({.is_part = true}) {
    EXPECT_EQ(store.add_worker(), 0u);
    EXPECT_TRUE(store.is_complete());
    store.add_first();
    Reply reply = store.book(0, {.is_idle = true});
    EXPECT_TRUE(store.give_jobs(0, reply));
    EXPECT_TRUE(reply.jobs.front().is_first);
    Commit commit;
    for (std::uint64_t key = 1; key <= 6; ++key) commit.noted.push_back(job_to(key));
    commit.done.push_back(run_of(1000, /*was_noted=*/false));
    (void)store.book(0, std::move(commit));
  }
  [[nodiscard]] static std::vector<std::uint64_t> keys(const std::vector<Job>& jobs) {
    std::vector<std::uint64_t> result;
    for (const Job& job : jobs) result.push_back(job.key.high);
    return result;
  }
  [[nodiscard]] std::vector<std::uint64_t> taken_from_worker() {
    return keys(store.book(0, {}).taken);
  }

  JobStore store;
};

TEST_F(PartOfStore, TellsWhatIsNewOnce) {
  const std::vector<DoneRun> done = store.take_done();
  ASSERT_EQ(done.size(), 2u);
  EXPECT_EQ(done[0].key, key_of_first_job);
  EXPECT_EQ(done[1], run_of(1000, /*was_noted=*/false));
  EXPECT_TRUE(store.take_done().empty());
  Commit commit;
  commit.done = {run_of(2)};
  (void)store.book(0, std::move(commit));
  EXPECT_EQ(keys(store.take_noted()), (std::vector<std::uint64_t>{1, 3, 4, 5, 6}));
  EXPECT_TRUE(store.take_noted().empty());
  EXPECT_EQ(store.take_done().size(), 1u);
}

TEST_F(PartOfStore, GivesAwayTheOldestHalfOfItsJobs) {
  EXPECT_EQ(keys(store.give_away(2)), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(keys(store.give_away(100)), (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(taken_from_worker(), (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(store.left(), 2u);
  EXPECT_EQ(store.give_away(100).size(), 1u);
  EXPECT_TRUE(store.give_away(100).empty());  // the last job stays
}

// The worker explores such a job before it hears of that: its run is not told.
TEST_F(PartOfStore, DropsJobsThatOthersKnow) {
  (void)store.take_done();
  store.know({3, 3});
  EXPECT_EQ(store.left(), 5u);
  store.know({77, 77});
  Commit commit;
  commit.done = {run_of(3)};
  commit.noted = {job_to(77), job_to(78)};
  const Reply reply = store.book(0, std::move(commit));
  EXPECT_EQ(keys(reply.taken), std::vector<std::uint64_t>{3});
  EXPECT_EQ(reply.granted, (std::vector<bool>{false, true}));
  EXPECT_TRUE(store.take_done().empty());
}

TEST_F(PartOfStore, GetsJobsOfOthers) {
  store.know({50, 50});  // known, but to be explored here all the same: its machine has died
  EXPECT_TRUE(store.add_job({50, 50}, {{TaskId{5}, 0}}));
  EXPECT_TRUE(store.add_job({1, 1}, {}));         // it has this one
  EXPECT_FALSE(store.add_job({1000, 1000}, {}));  // explored, and not told yet
  EXPECT_EQ(store.left(), 7u);
  const std::size_t other = store.add_worker();
  Reply reply;
  EXPECT_TRUE(store.give_jobs(other, reply));
  EXPECT_EQ(keys(reply.jobs), std::vector<std::uint64_t>{50});
}

}  // namespace
}  // namespace mazurka
