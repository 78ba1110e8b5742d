// Three servers in Redis's cluster mode: shards are spread over them, and each can fail alone.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "cluster/connection.h"
#include "cluster/random_models.h"
#include "cluster/test_server.h"

namespace mazurka::cluster {
namespace {

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
      for (int tries = 0; tries < 1000 && !knows_all(i); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
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

  std::vector<std::unique_ptr<TestServer>> servers_;
};

TEST_F(ClusterMode, WorkersExploreTheSameTracesAsOneProcess) {
  for (const Model& model : some_models(number_of_models(6), 30, 200)) {
    expect_same(model, servers_[0]->url("a"), {.workers = 2, .shards = 8});
    expect_same(model, servers_[1]->url("b"),
                {.workers = 3, .shards = 8, .lease_ms = 50, .dies_in = 7, .deaths = 8});
    if (HasFailure()) return;
  }
}

// One of three servers comes back with less than it had confirmed: the others have runs as done
// whose candidates are lost.
TEST_F(ClusterMode, AnOlderFileUnderOneServerLosesNoTrace) {
  int complete = 0;
  for (const Model& model : some_models(number_of_models(3), 100, 400)) {
    ClusterOptions options{.workers = 2, .shards = 8};
    std::atomic<unsigned> times = 0;
    options.disturb = [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (times >= 3) return;
      TestServer& server = *servers_[times++ % 3];
      server.save_file();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      server.kill_hard();
      server.restore_file();
      server.start();
    };
    const ClusterOutcome outcome =
        explored_over_redis(model.source, servers_[0]->url("a"), options);
    if (outcome.state == State::incomplete) {
      EXPECT_NE(outcome.reason.find("lost"), std::string::npos) << outcome.reason;
      continue;
    }
    EXPECT_EQ(outcome.state, State::complete) << outcome.reason;
    EXPECT_EQ(totals(outcome.counts), totals(model.alone.counts)) << model.source;
    if (HasFailure()) return;
    ++complete;
  }
  EXPECT_GT(complete, 0);  // what was lost is repaired, as a rule
}

}  // namespace
}  // namespace mazurka::cluster
