// How many executions per second the store books, and how many bytes a trace takes in Redis.
//
// usage: store_table [TRACES] [REDIS-URL] [HUBS]
//
// Hubs without a program walk a synthetic tree of traces as fast as they can (tests/cluster), with
// 1,000 runs in a commit: a machine that runs 20,000 executions per second has as many. Each hub is
// a thread with connections of its own. All of them share the processors with the server, if that
// runs on this machine. Without the URL, only the store of one machine is measured. The exploration
// in Redis is removed at the end.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cluster/simulated_hub.h"
#include "explore/frontier/job_store.h"

namespace {

using namespace mazurka;
using namespace mazurka::cluster;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t runs_in_commit = 1000;

void print(const char* store, std::size_t hubs, std::uint64_t executions, double seconds,
           double bytes) {
  std::printf("%-12s %5zu %12llu %14.0f", store, hubs, static_cast<unsigned long long>(executions),
              static_cast<double>(executions) / seconds);
  if (bytes > 0) std::printf(" %16.1f", bytes / static_cast<double>(executions));
  std::printf("\n");
  std::fflush(stdout);
}

// The store of one machine, with the messages of one worker.
void measure_machine(const SyntheticTraces& traces) {
  JobStore store;
  const std::size_t worker = store.add_worker();
  Reply first = store.book(worker, {.is_idle = true});
  (void)store.give_jobs(worker, first);
  std::vector<std::uint64_t> stack = {0};
  const auto begin = Clock::now();
  while (!stack.empty()) {
    Commit commit;
    for (std::uint64_t i = 0; i < runs_in_commit && !stack.empty(); ++i) {
      const std::uint64_t trace = stack.back();
      stack.pop_back();
      commit.done.push_back(
          {SyntheticTraces::key_of(trace), false, SyntheticTraces::counts_of(trace)});
      traces.for_each_next(trace, [&](std::uint64_t next) { stack.push_back(next); });
    }
    (void)parse_reply(to_bytes(store.book(worker, parse_commit(to_bytes(commit)))));
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  print("one machine", 1, store.counts().values[0], seconds, 0);
}

double used_memory(Servers& servers) {
  const std::string info = servers.ask({"INFO", "memory"}).text;
  return std::stod(info.substr(info.find("used_memory:") + 12));
}

void measure_redis(const std::string& url, std::size_t hubs, const SyntheticTraces& traces) {
  Servers servers(parse_redis_url(url));
  const double before = used_memory(servers);
  SimulationOptions options{.traces = traces, .hubs = hubs, .shards = 0};
  options.runs_in_commit = runs_in_commit;
  options.give_up_seconds = 1e9;
  const SimulationOutcome outcome = simulate(url, options);
  print("Redis", hubs, outcome.totals.counts.values[0], outcome.seconds,
        used_memory(servers) - before);
  Exploration(parse_redis_url(url), simulated_program(0)).remove();
}

}  // namespace

int main(int argc, char** argv) {
  const SyntheticTraces traces{argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000, true};
  std::printf("%-12s %5s %12s %14s %16s\n", "store", "hubs", "executions", "per second",
              "bytes per trace");
  measure_machine(traces);
  std::vector<std::size_t> numbers = {1, 4, 16, 64};
  if (argc > 3) numbers = {std::strtoull(argv[3], nullptr, 10)};
  if (argc > 2)
    for (const std::size_t hubs : numbers) measure_redis(argv[2], hubs, traces);
}
