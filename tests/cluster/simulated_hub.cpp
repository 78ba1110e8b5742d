#include "cluster/simulated_hub.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "core/hash.h"
#include "explore/mutations.h"

namespace mazurka::cluster {
namespace {

using Clock = std::chrono::steady_clock;

struct Died {};

// What several hubs share for the outcome.
struct Board {
  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> runs = 0, deaths = 0, begun_anew = 0;
  std::atomic<std::uint64_t> deaths_left = 0;
};

std::string schedule_of(std::uint64_t trace) { return std::to_string(trace); }

class SimulatedHub {
 public:
  SimulatedHub(const std::string& url, const SimulationOptions& options, unsigned number,
               Board& board)
      : options_(options),
        board_(board),
        random_(options.seed * 1000 + number),
        exploration_(parse_redis_url(url), simulated_program(options.shards)) {}

  void explore() {
    bool keeps = false;
    while (!board_.stop && exploration_.is_running()) try {
        Hub hub(exploration_, hub_options());
        if (!std::exchange(keeps, false)) forget();
        const Answer::End end = explore_as(hub);
        if (end == Answer::End::over) return;
        ++board_.begun_anew;
        keeps = mutations().keeps_caches && end == Answer::End::anew;
        if (keeps) stack_.clear();
        hub.leave();
        exploration_.refresh();
      } catch (const Died&) {
        ++board_.deaths;
      }
  }

 private:
  Hub::Options hub_options() {
    Hub::Options result;
    result.lease_ms = options_.lease_ms;
    result.most_jobs = 5;
    if (options_.dies_in == 0) return result;
    result.before_call = [this] {
      if (random_() % options_.dies_in != 0 || board_.deaths_left.fetch_sub(1) == 0) return;
      throw Died();
    };
    return result;
  }

  void forget() {
    stack_.clear();
    known_.clear();
    noted_.clear();
    done_.clear();
  }

  Answer::End explore_as(Hub& hub) {
    bool others_wait = false;
    bool knows_others = false;
    while (!board_.stop) {
      const Answer answer = hub.exchange(news(others_wait));
      if (answer.end != Answer::End::none) return answer.end;
      done_.clear();
      if (!std::exchange(knows_others, true))
        hub.read_known([&](const TraceKey& key) { know(key); });
      for (const TraceKey& key : answer.not_mine) know(key);
      for (const TraceKey& key : answer.known) know(key);
      for (const Answer::GivenJob& job : answer.jobs) add(job);
      others_wait = answer.others_wait;
      for (std::uint64_t i = 0; i < options_.runs_in_commit && !stack_.empty(); ++i) run();
      const bool has_nothing = stack_.empty() && done_.empty();
      std::this_thread::sleep_for(
          std::chrono::duration<double>(has_nothing ? 0.001 : options_.pause_seconds));
    }
    return Answer::End::over;
  }

  News news(bool gives_jobs) {
    News result;
    result.done = done_;
    result.is_idle = stack_.empty();
    for (const std::uint64_t trace : stack_)
      if (noted_.insert(trace).second)
        result.notes.push_back({SyntheticTraces::key_of(trace), schedule_of(trace), false});
    for (std::size_t left = gives_jobs ? stack_.size() / 2 : 0; left > 0; --left) {
      result.notes.push_back(
          {SyntheticTraces::key_of(stack_.front()), schedule_of(stack_.front()), true});
      stack_.erase(stack_.begin());
    }
    return result;
  }

  // In a tree, a trace is found once, so hubs need no memory of the others' traces.
  void know(const TraceKey& key) {
    if (options_.traces.are_tree) return;
    known_.insert(key.low);
    std::erase_if(stack_,
                  [&](std::uint64_t trace) { return SyntheticTraces::key_of(trace) == key; });
  }

  void add(const Answer::GivenJob& job) {
    const std::uint64_t trace = job.is_first ? 0 : std::stoull(job.schedule);
    if (!options_.traces.are_tree) known_.insert(SyntheticTraces::key_of(trace).low);
    noted_.insert(trace);
    stack_.push_back(trace);
    if (job.is_first) done_.push_back({key_of_first_job, true, {}});
  }

  void run() {
    const std::uint64_t trace = stack_.back();
    stack_.pop_back();
    ++board_.runs;
    done_.push_back({SyntheticTraces::key_of(trace), noted_.erase(trace) > 0,
                     SyntheticTraces::counts_of(trace)});
    options_.traces.for_each_next(trace, [&](std::uint64_t next) {
      if (options_.traces.are_tree || known_.insert(SyntheticTraces::key_of(next).low).second)
        stack_.push_back(next);
    });
  }

  const SimulationOptions& options_;
  Board& board_;
  std::mt19937 random_;
  Exploration exploration_;
  std::vector<std::uint64_t> stack_;
  std::unordered_set<std::uint64_t> known_;  // lower halves of keys
  std::unordered_set<std::uint64_t> noted_;
  std::vector<DoneRun> done_;
};

}  // namespace

TraceKey SyntheticTraces::key_of(std::uint64_t trace) {
  return {mix(trace, 0x1234), mix(trace, 0x5678)};
}

RunCounts SyntheticTraces::counts_of(std::uint64_t trace) {
  RunCounts result;
  result.values[0] = 1;
  result.values[9] = trace % 300;
  return result;
}

RunCounts SyntheticTraces::totals() const {
  RunCounts result;
  for (std::uint64_t trace = 0; trace < count; ++trace) result += counts_of(trace);
  return result;
}

Exploration::Options simulated_program(std::uint32_t shards) {
  Exploration::Options result;
  result.identity.add("the program", "synthetic");
  result.creates = true;
  result.shards = shards;
  return result;
}

SimulationOutcome simulate(const std::string& url, const SimulationOptions& options) {
  Board board;
  board.deaths_left = options.deaths;
  Exploration exploration(parse_redis_url(url), simulated_program(options.shards));
  Coordinator coordinator(exploration, options.coordinator);
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::exception_ptr problem;
  std::vector<std::thread> threads;
  std::mutex mutex;
  for (unsigned i = 0; i < options.hubs; ++i)
    threads.emplace_back([&, i] {
      try {
        SimulatedHub(url, options, i, board).explore();
      } catch (const std::exception&) {
        const std::lock_guard lock(mutex);
        problem = std::current_exception();
      }
    });
  try {
    while (exploration.is_running() && seconds() < options.give_up_seconds) {
      coordinator.watch();
      if (options.disturb) options.disturb();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  } catch (const std::exception&) {
    const std::lock_guard lock(mutex);
    problem = std::current_exception();
  }
  SimulationOutcome outcome{exploration.state(), exploration.reason(), exploration.totals()};
  outcome.seconds = seconds();
  board.stop = true;
  for (std::thread& thread : threads) thread.join();
  if (problem) std::rethrow_exception(problem);
  outcome.runs = board.runs;
  outcome.deaths = board.deaths;
  outcome.begun_anew = board.begun_anew;
  return outcome;
}

}  // namespace mazurka::cluster
