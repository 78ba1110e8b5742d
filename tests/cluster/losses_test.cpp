// Servers that are killed, restarted, or come back with less than they had confirmed. Mutations of
// the protocol are noticed.
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "cluster/random_models.h"
#include "cluster/test_server.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(Losses, AServerThatIsKilledAndRestartedChangesNothing) {
  NEEDS_REDIS();
  TestServer server({"--appendfsync", "always"});
  for (const Model& model : some_models(number_of_models(3), 60, 300)) {
    ClusterOptions options{.workers = 2};
    std::atomic<int> kills = 0;
    options.disturb = [&] {
      sleep_ms(15);
      if (kills++ >= 4) return;
      server.kill_hard();
      server.start();
    };
    expect_same(model, server.url("a"), options);
    EXPECT_GT(kills, 0);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Losses, AServerThatStallsForLongerThanALeaseChangesNothing) {
  NEEDS_REDIS();
  TestServer server;
  for (const Model& model : some_models(number_of_models(2), 60, 300)) {
    ClusterOptions options{.workers = 3, .lease_ms = 20};
    options.disturb = [&] {
      sleep_ms(20);
      server.pause();
      sleep_ms(60);
      server.resume();
    };
    expect_same(model, server.url("a"), options);
    if (testing::Test::HasFailure()) return;
  }
}

// Restores an older append-only file under running explorations.
ClusterOutcome explored_with_older_file(TestServer& server, const Model& model) {
  ClusterOptions options{.workers = 2};
  std::atomic<int> times = 0;
  options.disturb = [&] {
    sleep_ms(8);
    if (times++ >= 5) return;
    server.save_file();
    sleep_ms(12);
    server.kill_hard();
    server.restore_file();
    server.start();
  };
  return explored_over_redis(model.source, server.url("a"), options);
}

TEST(Losses, AnOlderFileUnderTheServerLosesNoTrace) {
  NEEDS_REDIS();
  TestServer server;
  for (const Model& model : some_models(number_of_models(6), 100, 400)) {
    const ClusterOutcome outcome = explored_with_older_file(server, model);
    EXPECT_EQ(outcome.state, State::complete) << outcome.reason;
    EXPECT_EQ(totals(outcome.counts), totals(model.alone.counts)) << model.source;
    if (testing::Test::HasFailure()) return;
  }
}

// A worker that keeps its caches takes lost traces for known ones.
TEST(Losses, CachesThatAreKeptAreNoticed) {
  NEEDS_REDIS();
  TestServer server;
  const WithMutations mutated({.keeps_caches = true});
  bool is_noticed = false;
  for (int round = 0; round < 5 && !is_noticed; ++round)
    for (const Model& model : some_models(6, 100, 400)) {
      const ClusterOutcome outcome = explored_with_older_file(server, model);
      is_noticed = totals(outcome.counts) != totals(model.alone.counts);
      if (is_noticed) break;
    }
  EXPECT_TRUE(is_noticed);
}

bool is_noticed_when_workers_die(const Mutations& mutations) {
  TestServer server;
  const WithMutations mutated(mutations);
  for (const Model& model : some_models(10, 30, 200)) {
    const ClusterOutcome outcome = explored_over_redis(
        model.source, server.url("a"),
        {.workers = 3, .lease_ms = 30, .dies_in = 5, .deaths = 20, .give_up_seconds = 10});
    if (outcome.state != State::complete || totals(outcome.counts) != totals(model.alone.counts))
      return true;
  }
  return false;
}

TEST(Losses, DoneBeforeNotedIsNoticed) {
  NEEDS_REDIS();
  EXPECT_TRUE(is_noticed_when_workers_die({.done_before_noted = true}));
}

TEST(Losses, CountsThatAreAddedTwiceAreNoticed) {
  NEEDS_REDIS();
  EXPECT_TRUE(is_noticed_when_workers_die({.counts_twice = true}));
}

TEST(Losses, WithoutMutationsNothingIsNoticed) {
  NEEDS_REDIS();
  EXPECT_FALSE(is_noticed_when_workers_die({}));
}

}  // namespace
}  // namespace mazurka::cluster
