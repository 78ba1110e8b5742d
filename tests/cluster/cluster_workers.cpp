#include "cluster/cluster_workers.h"

#include <atomic>
#include <chrono>
#include <iostream>
#include <mutex>
#include <thread>

#include "cluster/coordinator.h"
#include "cluster/redis_worker.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/frontier/frontier.h"
#include "program/model/model.h"

namespace mazurka::cluster {
namespace {

using Clock = std::chrono::steady_clock;
struct Death {};

class Run {
 public:
  Run(const std::string& source, const std::string& url, const ClusterOptions& options)
      : source_(source), url_(parse_redis_url(url)), options_(options) {}

  ClusterOutcome run() {
    Exploration exploration(url_, joining(/*creates=*/true));
    Coordinator coordinator(exploration);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < options_.workers; ++i) threads.emplace_back([this] { work(); });
    threads.emplace_back([&] { coordinate(exploration, coordinator); });
    // In the main thread, whose children live as long as the process.
    while (options_.disturb && !is_over_) options_.disturb();
    for (std::thread& thread : threads) thread.join();
    outcome_.counts = coordinator.progress().counts;
    outcome_.state = exploration.state();
    outcome_.reason = exploration.reason();
    exploration.remove();
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] Exploration::Options joining(bool creates) const {
    Exploration::Options result;
    result.identity = "test";
    result.creates = creates;
    result.shards = options_.shards;
    result.servers.timeout_seconds = 2;
    return result;
  }

  void coordinate(Exploration& exploration, Coordinator& coordinator) try {
    const auto deadline = Clock::now() + std::chrono::duration<double>(options_.give_up_seconds);
    while (!coordinator.watch()) {
      if (Clock::now() > deadline) exploration.end(State::stopped, "the test took too long");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    is_over_ = true;
  } catch (const std::exception& error) {
    std::cerr << "coordinator: " << error.what() << "\n";
    is_over_ = true;
  }

  void work() try {
    while (!works_to_the_end()) {
    }
  } catch (const std::exception& error) {
    std::cerr << "worker: " << error.what() << "\n";
  }

  // Returns false if the worker dies.
  bool works_to_the_end() {
    Exploration exploration(url_, joining(/*creates=*/false));
    if (exploration.state() != State::running) return true;
    const auto program = model::load(source_, "random.mzk");
    RedisTaskNumbers numbers(exploration);
    program->registry().set_task_numbers(&numbers);
    RedisWorker::Options wanted;
    wanted.lease_ms = options_.lease_ms;
    wanted.keep_records_seconds = options_.keep_records_seconds;
    wanted.status_seconds = 0.01;
    wanted.before_step = [&] { before_step(exploration); };
    RedisWorker worker(exploration, &numbers, wanted);
    Frontier::Options often;
    often.commit_seconds = 1e9;
    often.commit_runs = options_.commit_runs;
    Frontier frontier([&](std::string_view commit) { return worker.exchange(commit); }, often);
    std::set<TraceKey> traces;
    bool lives = true;
    try {
      if (frontier.begin()) {
        AlgorithmOptions algorithm_options;
        algorithm_options.event.frontier = &frontier;
        const auto algorithm =
            make_algorithm_for(*program, AlgorithmName::event, algorithm_options);
        ExploreOptions explore_options;
        explore_options.keep_going = true;
        explore_options.counted = [&](const Summary& so_far) { frontier.count(so_far); };
        explore_options.on_execution = [&](const Execution& execution, const Ending&) {
          traces.insert(key_of(execution));
        };
        (void)explore(*program, *algorithm, explore_options);
      }
    } catch (const Death&) {
      lives = false;
    }
    const std::lock_guard guard(mutex_);
    outcome_.traces.merge(traces);
    return lives && worker.end() != RedisWorker::End::new_epoch;
  }

  void before_step(Exploration& exploration) {
    const std::uint64_t step = ++steps_;
    const std::lock_guard guard(mutex_);
    if (options_.cuts_in != 0 && step % options_.cuts_in == 0) {
      ++outcome_.cuts;
      exploration.servers().cut_connections();
    }
    if (options_.dies_in == 0 || step % options_.dies_in != 0 || outcome_.deaths >= options_.deaths)
      return;
    ++outcome_.deaths;
    throw Death();
  }

  const std::string& source_;
  RedisUrl url_;
  const ClusterOptions& options_;
  std::mutex mutex_;
  std::atomic<std::uint64_t> steps_ = 0;
  std::atomic<bool> is_over_ = false;
  ClusterOutcome outcome_;
};

}  // namespace

ClusterOutcome explored_over_redis(const std::string& source, const std::string& url,
                                   const ClusterOptions& options) {
  return Run(source, url, options).run();
}

Alone explored_alone(const std::string& source, std::uint64_t most) {
  const auto program = model::load(source, "random.mzk");
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  Alone result;
  ExploreOptions options;
  options.keep_going = true;
  options.max_executions = most;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    result.traces.insert(key_of(execution));
  };
  const Summary summary = explore(*program, *algorithm, options);
  if (summary.bound == Bound::executions) result.traces.clear();
  result.counts = RunCounts::of(summary);
  return result;
}

std::vector<std::uint64_t> totals(const RunCounts& counts) {
  Summary summary;
  counts.give(summary);
  return {summary.executions, summary.assume_blocked,  summary.given_up,  summary.cut,
          summary.too_deep,   summary.cut_by_fairness, summary.deadlocks, summary.error_executions};
}

}  // namespace mazurka::cluster
