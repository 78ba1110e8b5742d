// Workers that share their work by way of Redis explore the same traces as one process, each once,
// whichever of them die.
#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "cluster/random_models.h"
#include "cluster/test_server.h"

namespace mazurka::cluster {
namespace {

TEST(OverRedis, WorkersExploreTheSameTracesAsOneProcess) {
  NEEDS_REDIS();
  TestServer server;
  std::size_t traces = 0;
  for (const Model& model : some_models(number_of_models(25), 10, 200)) {
    traces += model.alone.traces.size();
    expect_same(model, server.url("a"), {.workers = 2});
    expect_same(model, server.url("b"), {.workers = 3, .commit_runs = 5, .shards = 1});
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(traces, 300u);
}

TEST(OverRedis, WorkersMayDieBetweenAnyTwoStepsAndConnectionsMayBreak) {
  NEEDS_REDIS();
  TestServer server;
  for (const Model& model : some_models(number_of_models(10), 20, 150)) {
    expect_same(model, server.url("a"), {.workers = 3, .lease_ms = 50, .dies_in = 7, .deaths = 8});
    expect_same(model, server.url("b"), {.workers = 2, .cuts_in = 5});
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace mazurka::cluster
