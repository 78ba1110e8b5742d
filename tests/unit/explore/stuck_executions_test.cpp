#include "explore/messages/stuck_executions.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "unit/explore/random_model.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

std::vector<Candidate> found_in(RecordedRun& run) {
  std::vector<Candidate> result;
  StuckExecutions contained(run.execution, *run.program);
  contained.find(run.pending, run.hashes, result);
  EXPECT_EQ(contained.given_up(), 0u);
  return result;
}

// Returns the keys of the maximal executions that are contained in `run` by definition: all of
// their events occur in `run` with the same past, and `run` has further events.
std::set<TraceKey> contained_by_brute_force(RecordedRun& run) {
  const std::set<TraceKey> all(run.hashes.begin(), run.hashes.end());
  std::set<TraceKey> result;
  for_each_execution(*run.program, [&](const std::vector<TraceKey>& hashes) {
    const bool is_contained =
        std::ranges::all_of(hashes, [&](const TraceKey& hash) { return all.contains(hash); });
    if (!is_contained || hashes.size() == all.size()) return;
    TraceKey key;
    for (const TraceKey& hash : hashes) key += hash;
    result.insert(key);
  });
  return result;
}

// Compares the stuck executions found with the definition, and runs them. Returns their number.
std::size_t checked_for_stuck(RecordedRun& run) {
  const std::vector<Candidate> found = found_in(run);
  std::set<TraceKey> keys;
  for (const Candidate& each : found) {
    EXPECT_TRUE(can_run(run, each.order));
    for (Position i = 0; i < run.execution.size(); ++i)
      EXPECT_EQ(each.kept[i], std::ranges::count(each.order, i) == 1);
    EXPECT_FALSE(each.last);
    EXPECT_TRUE(run.program->enabled().empty()) << "it goes on";
    keys.insert(each.kept_key);  // equal keys: different contents of fifo mailboxes
  }
  EXPECT_EQ(keys, contained_by_brute_force(run));
  return found.size();
}

// Returns how many executions, among those of some seeds, contain a stuck execution.
int containing(std::string_view source) {
  int result = 0;
  for (std::uint64_t seed = 0; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    RecordedRun run(source, seed);
    result += checked_for_stuck(run) > 0 ? 1 : 0;
  }
  return result;
}

// The example of the header: if m2 runs first, it waits forever, and m1 never runs.
TEST(StuckExecutions, FindTheMessageThatBlocksTheOneItWaitsFor) {
  RecordedRun run(R"(
    var x; handler h;
    thread t { post m1 to h; post m2 to h; }
    message m1 { x = 1; }
    message m2 { await x == 1; })");
  ASSERT_EQ(run.execution.size(), 6u);
  const auto found = found_in(run);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].order, (std::vector<Position>{0, 1, 4}));  // both posts, and the start of m2
  TraceKey key;
  for (const Position position : found[0].order) key += run.hashes[position];
  EXPECT_EQ(found[0].kept_key, key);
  EXPECT_EQ(checked_for_stuck(run), 1u);
}

// A fifo handler can run m2 first only if m2 is posted first.
TEST(StuckExecutions, NeedPostsInAnotherOrderWithFifoHandlers) {
  RecordedRun one_thread(R"(
    var x; handler h fifo;
    thread t { post m1 to h; post m2 to h; }
    message m1 { x = 1; }
    message m2 { await x == 1; })");
  EXPECT_EQ(checked_for_stuck(one_thread), 0u);
  RecordedRun two_threads(R"(
    var x; handler h fifo;
    thread t1 { post m1 to h; }
    thread t2 { post m2 to h; }
    message m1 { x = 1; }
    message m2 { await x == 1; })");
  EXPECT_EQ(checked_for_stuck(two_threads), 1u);
}

// No search is needed if no message waits for what others do after its start, as in most programs.
TEST(StuckExecutions, AreNotLookedForWhereNoMessageWaits) {
  for (const std::string_view source :
       {"var x; handler h; thread t { post m to h; post m to h; } message m { x = x + 1; }",
        "var x; handler h; thread t { x = 1; post m to h; } message m { await x == 1; }",
        "var x; handler h; thread t { post m to h; await x == 1; } message m { x = 1; }",
        "lock l; handler h, g; thread t { post m to h; post m to g; }"
        "message m { lock(l); unlock(l); }"}) {
    SCOPED_TRACE(source);
    RecordedRun run(source);
    std::vector<Candidate> found;
    StuckExecutions contained(run.execution, *run.program);
    contained.find(run.pending, run.hashes, found);
    EXPECT_EQ(contained.searches(), 0u);
    EXPECT_EQ(checked_for_stuck(run), 0u);
  }
}

// Another task makes the condition true, so the message waits only for a while.
TEST(StuckExecutions, DoNotEndWhereAThreadComesToHelp) {
  RecordedRun run(R"(
    var x; handler h;
    thread t { post m1 to h; post m2 to h; x = 1; }
    message m1 { x = 1; }
    message m2 { await x == 1; })");
  EXPECT_EQ(checked_for_stuck(run), 0u);
}

TEST(StuckExecutions, AreThoseOfBruteForceWithSeveralWaiters) {
  EXPECT_GT(containing(R"(
    var x, y; handler h;
    thread t { post a to h; post b to h; post c to h; }
    message a { x = 1; }
    message b { await x == 1; y = 1; }
    message c { await y == 1; })"),
            0);
}

TEST(StuckExecutions, AreThoseOfBruteForceWithTwoHandlers) {
  EXPECT_GT(containing(R"(
    var x, y; handler h, g;
    thread t { post a to h; post b to h; post c to g; }
    message a { x = 1; }
    message b { await y == 1; }
    message c { await x == 1; y = 1; })"),
            0);
}

// b waits for the lock that a holds while a waits for c, which is behind b in the mailbox.
TEST(StuckExecutions, AreThoseOfBruteForceWithALockHeldWhileWaiting) {
  EXPECT_GT(containing(R"(
    var x; lock l; handler h, g;
    thread t { post a to g; post b to h; post c to h; }
    message a { lock(l); await x == 1; unlock(l); }
    message b { lock(l); unlock(l); }
    message c { x = 1; })"),
            0);
}

TEST(StuckExecutions, AreThoseOfBruteForceWithAJoin) {
  EXPECT_GT(containing(R"(
    var x; handler h;
    thread main { post a to h; post b to h; }
    message a { let r = spawn t(); join r; }
    message b { x = 1; }
    thread t() { await x == 1; })"),
            0);
}

// A sleeping message that is never woken blocks the message that would have woken it.
TEST(StuckExecutions, AreThoseOfBruteForceWithAConditionVariable) {
  containing(R"(
    lock l; cond c; var x; handler h;
    thread t { post a to h; post b to h; }
    message a { lock(l); if (x == 0) { wait(c, l); } unlock(l); }
    message b { lock(l); x = 1; signal(c); unlock(l); })");
}

// A message that was stopped also keeps its handler busy.
TEST(StuckExecutions, AreThoseOfBruteForceWithAStoppedMessage) {
  containing(R"(
    var x; handler h;
    thread t { post a to h; post b to h; }
    message a { x = 1; }
    message b { assume x == 1; })");
}

TEST(StuckExecutions, AreThoseOfBruteForceWithPostsInMessages) {
  EXPECT_GT(containing(R"(
    var x; handler h fifo, g;
    thread t1 { post a to g; }
    thread t2 { post b to g; }
    message a { post set to h; }
    message b { post get to h; }
    message set { x = 1; }
    message get { await x == 1; })"),
            0);
}

TEST(StuckExecutions, AreThoseOfBruteForceInRandomModels) {
  int with_some = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::string source = RandomModel(seed).source(1);
    SCOPED_TRACE(source);
    RecordedRun run(source, seed % 3);
    if (run.execution.size() > 9) continue;  // too long for brute force
    with_some += checked_for_stuck(run) > 0 ? 1 : 0;
  }
  EXPECT_GT(with_some, 5);
}

}  // namespace
}  // namespace mazurka
