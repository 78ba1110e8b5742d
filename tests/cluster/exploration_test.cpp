// Workers that share their work by way of Redis explore the same traces as one process, each once,
// whatever dies.
#include <gtest/gtest.h>

#include "cluster/cluster_workers.h"
#include "cluster/test_server.h"
#include "explore/mutations.h"
#include "property/random_program.h"
#include "property/shape.h"

namespace mazurka::cluster {
namespace {

#define NEEDS_REDIS() \
  if (!TestServer::is_installed()) GTEST_SKIP() << "redis-server is not installed"

// How many programs are compared: MAZURKA_CLUSTER_PROGRAMS.
std::uint64_t programs(std::uint64_t usual) {
  const char* const text = std::getenv("MAZURKA_CLUSTER_PROGRAMS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

struct Program {
  std::string source;
  Alone alone;
};

// Random programs with handlers that have so many traces.
std::vector<Program> some_programs(std::size_t count, std::size_t fewest, std::size_t most) {
  std::vector<Program> result;
  for (std::uint64_t seed = 1; seed < 400 && result.size() < count; ++seed)
    for (const property::NamedShape& shape : property::shapes()) {
      const std::string source = to_source(property::random_program(seed, shape.shape));
      Alone alone = explored_alone(source, most);
      if (alone.traces.size() < fewest || result.size() == count) continue;
      result.push_back({source, std::move(alone)});
    }
  return result;
}

void expect_same(const Program& program, const std::string& url, const ClusterOptions& options) {
  const ClusterOutcome outcome = explored_over_redis(program.source, url, options);
  EXPECT_EQ(outcome.state, State::complete) << outcome.reason;
  EXPECT_EQ(totals(outcome.counts), totals(program.alone.counts)) << program.source;
  EXPECT_EQ(outcome.traces, program.alone.traces) << program.source;
}

TEST(OverRedis, WorkersExploreTheSameTracesAsOneProcess) {
  NEEDS_REDIS();
  TestServer server;
  std::size_t traces = 0;
  for (const Program& program : some_programs(programs(25), 10, 200)) {
    traces += program.alone.traces.size();
    expect_same(program, server.url("a"), {.workers = 2});
    expect_same(program, server.url("b"), {.workers = 3, .commit_runs = 5, .shards = 1});
    if (HasFailure()) return;
  }
  EXPECT_GT(traces, 300u);
}

TEST(OverRedis, WorkersMayDieBetweenAnyTwoStepsAndConnectionsMayBreak) {
  NEEDS_REDIS();
  TestServer server;
  for (const Program& program : some_programs(programs(10), 20, 150)) {
    expect_same(program, server.url("a"),
                {.workers = 3, .lease_ms = 50, .dies_in = 7, .deaths = 8});
    expect_same(program, server.url("b"), {.workers = 2, .cuts_in = 5});
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace mazurka::cluster
