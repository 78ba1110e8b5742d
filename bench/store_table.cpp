// How many executions per second a store books, and how many bytes a trace takes in Redis.
//
// usage: store_table [TRACES] [REDIS-URL]
//
// Workers without a program walk a synthetic tree of traces, in which each trace leads to three
// others. A commit has 50 runs. Each worker is a thread with its own connection; all of
// them share the processors with the server, if that runs on this machine. Without the
// URL, only the store in one process is measured. The exploration in Redis is removed
// in the end.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cluster/coordinator.h"
#include "cluster/redis_worker.h"
#include "explore/frontier/job_store.h"

namespace {

using namespace mazurka;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t runs_in_commit = 50;

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}
TraceKey key_of_number(std::uint64_t number) { return {mixed(number), mixed(~number)}; }

// Trace n leads to 3n + 1, 3n + 2 and 3n + 3. The schedule holds n.
void explore_job(std::uint64_t number, std::uint64_t traces, Commit& commit) {
  RunCounts counts;
  counts.values[0] = 1;
  commit.done.push_back({key_of_number(number), number != 0, counts});
  for (std::uint64_t next = 3 * number + 1; next <= 3 * number + 3; ++next)
    if (next < traces)
      commit.noted.push_back(
          {key_of_number(next),
           {{TaskId{static_cast<std::uint32_t>(next)}, static_cast<std::uint32_t>(next >> 32)}}});
}

std::uint64_t number_of(const Job& job) {
  if (job.is_first) return 0;
  return job.schedule[0].task.value + (std::uint64_t{job.schedule[0].value} << 32);
}

// Explores until the store has nothing left.
template <class Exchange>
void work(std::uint64_t traces, Exchange exchange) {
  std::vector<std::uint64_t> left;
  Commit commit;
  while (true) {
    commit.jobs_left = left.size();
    const Reply reply = parse_reply(exchange(to_bytes(commit)));
    if (reply.is_over) return;
    for (std::size_t i = 0; i < reply.granted.size(); ++i)
      if (reply.granted[i]) left.push_back(number_of(commit.noted[i]));
    for (const Job& job : reply.jobs) left.push_back(number_of(job));
    commit.clear();
    for (std::uint64_t runs = 0; runs < runs_in_commit && !left.empty(); ++runs) {
      const std::uint64_t number = left.back();
      left.pop_back();
      explore_job(number, traces, commit);
    }
  }
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void measure_process(std::uint64_t traces) {
  JobStore store;
  const std::size_t worker = store.add_worker();
  const auto begin = Clock::now();
  work(traces, [&](const std::string& bytes) {
    const Commit commit = parse_commit(bytes);
    Reply reply = store.book(worker, commit);
    const bool has_granted = std::ranges::find(reply.granted, true) != reply.granted.end();
    if (commit.jobs_left == 0 && !has_granted && !store.give_jobs(worker, reply))
      reply.is_over = true;
    return to_bytes(reply);
  });
  std::printf("%-12s %11s %12llu %14.0f\n", "process", "1",
              static_cast<unsigned long long>(store.counts().values[0]),
              static_cast<double>(traces) / seconds_since(begin));
}

std::uint64_t used_memory(cluster::Servers& servers) {
  const std::string info = servers.ask({"INFO", "memory"}).text;
  return std::stoull(info.substr(info.find("used_memory:") + 12));
}

void measure_redis(const std::string& url, std::size_t connections, std::uint64_t traces) {
  using namespace cluster;
  Exploration::Options options;
  options.identity = "store_table";
  options.creates = true;
  Exploration exploration(parse_redis_url(url), options);
  const std::uint64_t before = used_memory(exploration.servers());
  const auto begin = Clock::now();
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < connections; ++i)
    threads.emplace_back([&] {
      Exploration mine(parse_redis_url(url), options);
      RedisWorker::Options wanted;
      wanted.keep_records_seconds = 0;
      RedisWorker worker(mine, nullptr, wanted);
      work(traces, [&](const std::string& bytes) { return worker.exchange(bytes); });
    });
  Coordinator coordinator(exploration);
  while (!coordinator.watch()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double seconds = seconds_since(begin);
  for (std::thread& thread : threads) thread.join();
  const std::uint64_t bytes = used_memory(exploration.servers()) - before;
  std::printf("%-12s %11zu %12llu %14.0f %16.1f\n", "Redis", connections,
              static_cast<unsigned long long>(coordinator.progress().counts.values[0]),
              static_cast<double>(traces) / seconds,
              static_cast<double>(bytes) / static_cast<double>(traces));
  exploration.remove();
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t traces = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  std::printf("%-12s %11s %12s %14s %16s\n", "store", "connections", "executions", "per second",
              "bytes per trace");
  measure_process(traces);
  if (argc > 2)
    for (const std::size_t connections : {1u, 2u, 4u, 8u, 16u})
      measure_redis(argv[2], connections, traces);
}
