// Explorations in Redis have exact totals, however many hubs there are and whichever of them die.
#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "cluster/simulated_hub.h"
#include "cluster/test_server.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

void expect_exact(const SimulationOutcome& outcome, const SimulationOptions& options,
                  const std::string& what) {
  EXPECT_EQ(outcome.state, State::complete) << what << ": " << outcome.reason;
  EXPECT_EQ(outcome.totals.counts, options.traces.totals()) << what;
  EXPECT_EQ(outcome.totals.noted, options.traces.count + 1) << what;
}

TEST(Exploration, CountsEachTraceOnce) {
  NEEDS_REDIS();
  TestServer server;
  int number = 0;
  for (const std::size_t hubs : {1u, 2u, 5u})
    for (const std::uint32_t shards : {1u, 3u, 8u}) {
      SimulationOptions options{.traces = {5000}, .hubs = hubs, .shards = shards};
      expect_exact(simulate(server.url("x" + std::to_string(++number)), options), options,
                   std::to_string(hubs) + " hubs, " + std::to_string(shards) + " shards");
    }
}

TEST(Exploration, CountsEachTraceOnceIfHubsDie) {
  NEEDS_REDIS();
  TestServer server;
  std::uint64_t deaths = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SimulationOptions options{.traces = {1500}, .hubs = 3, .lease_ms = 40, .runs_in_commit = 7};
    options.seed = seed;
    options.dies_in = 40;
    options.deaths = 20;
    const SimulationOutcome outcome = simulate(server.url("x" + std::to_string(seed)), options);
    expect_exact(outcome, options, "seed " + std::to_string(seed));
    deaths += outcome.deaths;
  }
  EXPECT_GT(deaths, 30u);
}

// The lease is shorter than the time between two commits, so hubs are always taken for dead.
TEST(Exploration, CountsEachTraceOnceIfHubsAreLate) {
  NEEDS_REDIS();
  TestServer server;
  SimulationOptions options{.traces = {300}, .hubs = 3, .lease_ms = 3, .runs_in_commit = 50};
  options.pause_seconds = 0.004;
  options.dies_in = 50;
  options.deaths = 5;
  const SimulationOutcome outcome = simulate(server.url("x"), options);
  expect_exact(outcome, options, "late");
}

// It is stopped several times, and taken up by other hubs.
TEST(Exploration, ContinuesWhereItWasStopped) {
  NEEDS_REDIS();
  TestServer server;
  SimulationOptions options{.traces = {20'000}, .lease_ms = 200};
  int stops = 0;
  for (SimulationOutcome outcome; outcome.state != State::complete; ++stops) {
    ASSERT_LT(stops, 20);
    Exploration control(parse_redis_url(server.url("x")), simulated_program(options.shards));
    control.resume();
    int calls = 0;
    options.disturb = [&] {
      if (++calls == 15) control.end(State::stopped, "a test");
    };
    outcome = simulate(server.url("x"), options);
    if (outcome.state == State::complete) expect_exact(outcome, options, "continued");
  }
  EXPECT_GT(stops, 1);
}

// Returns whether some of several explorations under this fault has wrong totals, or does not end.
bool is_noticed(const Mutations& mutations, SimulationOptions options) {
  TestServer server;
  const WithMutations mutated(mutations);
  options.give_up_seconds = 3;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    options.seed = seed;
    const SimulationOutcome outcome = simulate(server.url("x" + std::to_string(seed)), options);
    if (outcome.state != State::complete || outcome.totals.counts != options.traces.totals())
      return true;
  }
  return false;
}

TEST(ExplorationMutations, AreNoticed) {
  NEEDS_REDIS();
  SimulationOptions deadly{.traces = {1500}, .hubs = 3, .lease_ms = 40, .runs_in_commit = 7};
  deadly.dies_in = 40;
  deadly.deaths = 20;
  EXPECT_TRUE(is_noticed({.books_done_first = true}, deadly));
  EXPECT_TRUE(is_noticed({.counts_twice = true}, deadly));
  EXPECT_TRUE(is_noticed({.repeats_no_step = true}, deadly));
}

// A hub notes a trace in a shard that was read, and is then done with its job in the one that is
// read next. To read shard by shard whether all is done would miss the trace.
bool takes_this_for_the_end(const Mutations& mutations) {
  TestServer server;
  const auto key_in = [](std::uint32_t shard, std::uint64_t number) {
    return TraceKey{number, std::uint64_t{shard} << 32};
  };
  Exploration of_hub(parse_redis_url(server.url("x")), simulated_program(2));
  Exploration of_coordinator(parse_redis_url(server.url("x")), simulated_program(2));
  Hub hub(of_hub, {.lease_ms = 100'000});
  EXPECT_EQ(hub.exchange({.is_idle = true}).end, Answer::End::none);
  EXPECT_TRUE(hub.exchange({.is_idle = true}).jobs.at(0).is_first);
  News begun;  // the first run leads to a trace in shard 1, and notes a job there
  begun.done = {{key_of_first_job, true, {}}, {key_in(1, 1), false, {}}};
  begun.notes = {{key_in(1, 2), "a"}};
  EXPECT_TRUE(hub.exchange(begun).not_mine.empty());
  int reads = 0;
  Coordinator coordinator(of_coordinator, {[&] {
                            if (++reads != (mutations.reads_shard_by_shard ? 2 : 1)) return;
                            News next;
                            next.done = {{key_in(1, 2), true, {}}};
                            next.notes = {{key_in(0, 3), "b"}};
                            EXPECT_EQ(hub.exchange(next).end, Answer::End::none);
                          }});
  const WithMutations mutated(mutations);
  coordinator.watch();
  EXPECT_GE(reads, 1);
  return !of_coordinator.is_running();
}

TEST(ExplorationMutations, TheEndIsNotReadShardByShard) {
  NEEDS_REDIS();
  EXPECT_FALSE(takes_this_for_the_end({}));
  EXPECT_TRUE(takes_this_for_the_end({.reads_shard_by_shard = true}));
}

}  // namespace
}  // namespace mazurka::cluster
