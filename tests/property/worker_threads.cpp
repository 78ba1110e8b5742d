#include "property/worker_threads.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "explore/explorer.h"
#include "explore/frontier/frontier.h"
#include "explore/frontier/job_store.h"
#include "program/model/model.h"

namespace mazurka::property {
namespace {

struct Death {};

// The numbers of tasks, which all workers share.
class SharedNumbers final : public TaskNumbers {
 public:
  std::vector<TaskName> number(const TaskName& name, std::uint32_t known) override {
    const std::lock_guard guard(mutex_);
    std::size_t at = 0;
    while (at < names_.size() && !(names_[at] == name)) ++at;
    if (at == names_.size()) names_.push_back(name);
    return {names_.begin() + known, names_.begin() + static_cast<std::ptrdiff_t>(at + 1)};
  }

 private:
  std::mutex mutex_;
  std::vector<TaskName> names_;
};

class SharedExploration {
 public:
  SharedExploration(const std::string& source, const WorkerOptions& options)
      : source_(source), options_(options), keys_(options.shared_keys), store_(store_options()) {}

  SharedOutcome run() {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < options_.workers; ++i)
      threads.emplace_back([this] {
        while (!works_to_the_end()) {
        }
      });
    for (std::thread& thread : threads) thread.join();
    outcome_.counts = store_.counts();
    outcome_.has_failed = store_.has_failed();
    outcome_.is_complete = store_.is_complete();
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] JobStore::Options store_options() {
    JobStore::Options result;
    if (options_.shares_keys) result.keys = &keys_;
    if (options_.shares_keys) result.hints = &hints_;
    return result;
  }
  // Returns false if the worker dies.
  bool works_to_the_end() {
    const auto program = model::load(source_, "random.mzk");
    program->registry().set_task_numbers(&numbers_);
    std::size_t worker = 0;
    {
      const std::lock_guard guard(mutex_);
      worker = store_.add_worker();
    }
    std::uint64_t commits = 0;
    Frontier::Options wanted;
    wanted.commit_runs = options_.commit_runs;
    if (options_.shares_keys) wanted.keys = &keys_;
    if (options_.shares_keys) wanted.hints = &hints_;
    wanted.worker = worker;
    Frontier frontier([&](std::string_view commit) { return exchange(worker, commit, ++commits); },
                      wanted);
    std::set<TraceKey> traces;
    try {
      if (!frontier.begin()) return true;
      AlgorithmOptions algorithm_options;
      algorithm_options.event.frontier = &frontier;
      algorithm_options.event.known_in_memory = options_.known_in_memory;
      algorithm_options.order_seed = options_.order_seed;
      const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, algorithm_options);
      ExploreOptions explore_options;
      explore_options.keep_going = true;
      explore_options.counted = [&](const Summary& so_far) { frontier.count(so_far); };
      explore_options.on_execution = [&](const Execution& execution, const Ending&) {
        traces.insert(key_of(execution));
      };
      const Summary summary = explore(*program, *algorithm, explore_options);
      const std::lock_guard guard(mutex_);
      for (const Counterexample& error : summary.errors)
        outcome_.errors.insert(error.finding.identity());
    } catch (const Death&) {
      const std::lock_guard guard(mutex_);
      store_.lose(worker);
      outcome_.traces.merge(traces);
      changed_.notify_all();
      return false;
    }
    const std::lock_guard guard(mutex_);
    outcome_.traces.merge(traces);
    return true;
  }

  std::string exchange(std::size_t worker, std::string_view bytes, std::uint64_t commits) {
    std::unique_lock guard(mutex_);
    const bool dies = options_.dies_after != 0 && commits > options_.dies_after &&
                      outcome_.deaths < options_.deaths;
    // Half of them die after the store has booked the commit, before they get the reply.
    const bool dies_before = dies && outcome_.deaths % 2 == 0;
    if (dies) ++outcome_.deaths;
    if (dies_before) throw Death();
    Commit commit = parse_commit(bytes);
    const bool is_idle = commit.is_idle;
    Reply reply = store_.book(worker, std::move(commit));
    changed_.notify_all();
    if (dies) throw Death();
    if (is_idle) wait_for_jobs(worker, reply, guard);
    return to_bytes(reply);
  }

  void wait_for_jobs(std::size_t worker, Reply& reply, std::unique_lock<std::mutex>& guard) {
    if (++waiting_ == options_.workers && options_.gives_up) is_stuck_ = true;
    changed_.wait(guard, [&] {
      return store_.give_jobs(worker, reply) || store_.is_complete() || store_.has_failed() ||
             is_stuck_;
    });
    --waiting_;
    reply.is_over = reply.jobs.empty();
    if (reply.is_over) changed_.notify_all();
  }

  const std::string& source_;
  const WorkerOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SharedNumbers numbers_;
  SharedKeys keys_;
  SharedHints hints_;
  JobStore store_;
  std::size_t waiting_ = 0;
  bool is_stuck_ = false;
  SharedOutcome outcome_;
};

}  // namespace

SharedOutcome explored_by_workers(const std::string& source, const WorkerOptions& options) {
  return SharedExploration(source, options).run();
}

}  // namespace mazurka::property
