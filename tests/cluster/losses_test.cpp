// Servers that are killed, stalled, or come back with less than they had confirmed, one alone or
// one of a Redis cluster. What is wrong in the protocol is noticed.
#include <chrono>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "cluster/connection.h"
#include "cluster/simulated_hub.h"
#include "cluster/test_server.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

SimulationOptions slow(std::uint64_t traces) {
  SimulationOptions result{.traces = {traces}, .hubs = 3, .lease_ms = 300, .runs_in_commit = 10};
  result.pause_seconds = 0.002;
  return result;
}

void expect_exact(const SimulationOutcome& outcome, const SimulationOptions& options) {
  EXPECT_EQ(outcome.state, State::complete) << outcome.reason;
  EXPECT_EQ(outcome.totals.counts, options.traces.totals());
}

TEST(Losses, AServerThatIsKilledAndRestartedChangesNothing) {
  NEEDS_REDIS();
  TestServer server({"--appendfsync", "always"});
  SimulationOptions options = slow(5000);
  int kills = 0;
  options.disturb = [&] {
    sleep_ms(60);
    if (kills++ >= 5) return;
    server.kill_hard();
    server.start();
  };
  const SimulationOutcome outcome = simulate(server.url("a"), options);
  expect_exact(outcome, options);
  EXPECT_GT(kills, 3);
  EXPECT_GT(outcome.begun_anew, 2u);
}

TEST(Losses, AServerThatStallsForLongerThanALeaseChangesNothing) {
  NEEDS_REDIS();
  TestServer server;
  SimulationOptions options = slow(4000);
  options.lease_ms = 30;
  options.disturb = [&] {
    sleep_ms(30);
    server.pause();
    sleep_ms(80);
    server.resume();
  };
  expect_exact(simulate(server.url("a"), options), options);
}

// Restores an older append-only file under a running exploration, some times.
SimulationOutcome explored_with_older_file(TestServer& server, SimulationOptions options,
                                           const std::string& name) {
  int times = 0;
  options.disturb = [&] {
    sleep_ms(40);
    if (++times > 3) return;
    server.save_file();
    sleep_ms(60);
    server.kill_hard();
    server.restore_file();
    server.start();
  };
  return simulate(server.url(name), options);
}

TEST(Losses, AnOlderFileUnderTheServerLosesNoTrace) {
  NEEDS_REDIS();
  TestServer server;
  for (const unsigned deaths : {0u, 10u}) {
    SimulationOptions options = slow(4000);
    options.dies_in = deaths == 0 ? 0 : 60;
    options.deaths = deaths;
    const SimulationOutcome outcome =
        explored_with_older_file(server, options, "x" + std::to_string(deaths));
    expect_exact(outcome, options);
    EXPECT_GT(outcome.begun_anew, 0u);
    EXPECT_GT(outcome.runs, options.traces.count);  // what was lost was done again
  }
}

// A hub that goes on with what it knew takes traces for known that the server has lost.
TEST(LossMutations, CachesThatAreKeptAreNoticed) {
  NEEDS_REDIS();
  TestServer server;
  const WithMutations mutated({.keeps_caches = true});
  SimulationOptions options = slow(4000);
  options.give_up_seconds = 3;
  bool is_noticed = false;
  for (int i = 0; i < 10 && !is_noticed; ++i) {
    const SimulationOutcome outcome =
        explored_with_older_file(server, options, "x" + std::to_string(i));
    is_noticed =
        outcome.state != State::complete || outcome.totals.counts != options.traces.totals();
  }
  EXPECT_TRUE(is_noticed);
}

// --- Three servers in Redis's cluster mode -------------------------------------------------------

class ClusterMode : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_REDIS();
    static constexpr const char* first_slots[] = {"0", "5461", "10923"};
    static constexpr const char* last_slots[] = {"5460", "10922", "16383"};
    for (int i = 0; i < 3; ++i) {
      servers_.push_back(std::make_unique<TestServer>(
          std::vector<std::string>{"--cluster-enabled", "yes", "--cluster-node-timeout", "2000",
                                   "--cluster-require-full-coverage", "no"}));
      EXPECT_FALSE(ask(i, {"CLUSTER", "ADDSLOTSRANGE", first_slots[i], last_slots[i]}).is_error());
      EXPECT_FALSE(ask(i, {"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)}).is_error());
    }
    for (int i = 1; i < 3; ++i)
      (void)ask(i, {"CLUSTER", "MEET", "127.0.0.1", std::to_string(servers_[0]->port())});
    for (int i = 0; i < 3; ++i)
      for (int tries = 0; tries < 1000 && !knows_all(i); ++tries) sleep_ms(10);
  }
  Value ask(int server, const std::vector<std::string>& command) {
    RedisUrl login;
    login.password = TestServer::password;
    Connection connection({"127.0.0.1", servers_[static_cast<std::size_t>(server)]->port()}, login,
                          2);
    return connection.ask(command);
  }
  bool knows_all(int server) {
    const std::string info = ask(server, {"CLUSTER", "INFO"}).text;
    return info.find("cluster_state:ok") != std::string::npos &&
           info.find("cluster_slots_ok:16384") != std::string::npos;
  }
  // Restores an older file under one server after the other.
  SimulationOutcome explored_with_older_files(SimulationOptions options, const std::string& name) {
    int times = 0;
    options.disturb = [&, this] {
      sleep_ms(40);
      if (times >= 3) return;
      TestServer& server = *servers_[static_cast<std::size_t>(times++)];
      server.save_file();
      sleep_ms(60);
      server.kill_hard();
      server.restore_file();
      server.start();
    };
    return simulate(servers_[0]->url(name), options);
  }

  std::vector<std::unique_ptr<TestServer>> servers_;
};

TEST_F(ClusterMode, CountsEachTraceOnce) {
  SimulationOptions options = slow(4000);
  options.shards = 8;
  expect_exact(simulate(servers_[0]->url("a"), options), options);
  options.dies_in = 60;
  options.deaths = 10;
  expect_exact(simulate(servers_[1]->url("b"), options), options);
}

TEST_F(ClusterMode, AServerThatIsKilledAndReplacedChangesNothing) {
  SimulationOptions options = slow(4000);
  options.shards = 8;
  int kills = 0;
  options.disturb = [&] {
    sleep_ms(100);
    if (kills >= 3) return;
    TestServer& server = *servers_[static_cast<std::size_t>(kills++)];
    server.kill_hard();
    sleep_ms(100);
    server.start();
  };
  expect_exact(simulate(servers_[0]->url("a"), options), options);
}

// The other servers have runs as done whose candidates are lost: a new epoch begins.
TEST_F(ClusterMode, AnOlderFileUnderOneServerLosesNoTrace) {
  SimulationOptions options = slow(4000);
  options.shards = 8;
  options.dies_in = 100;
  options.deaths = 5;
  expect_exact(explored_with_older_files(options, "a"), options);
}

TEST_F(ClusterMode, NotToCompareTheServersIsNoticed) {
  const WithMutations mutated({.trusts_servers = true});
  SimulationOptions options = slow(3000);
  options.shards = 8;
  options.give_up_seconds = 4;
  bool is_noticed = false;
  for (int i = 0; i < 6 && !is_noticed; ++i) {
    const SimulationOutcome outcome = explored_with_older_files(options, "x" + std::to_string(i));
    is_noticed =
        outcome.state != State::complete || outcome.totals.counts != options.traces.totals();
  }
  EXPECT_TRUE(is_noticed);
}

}  // namespace
}  // namespace mazurka::cluster
