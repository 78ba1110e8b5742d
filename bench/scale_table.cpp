// How far several processes bring an exploration (docs/decisions/0010-many-workers.md).
//
// The first table explores programs with 1 and 2 processes by turns. It compares the elapsed time,
// which means something on a quiet machine with two processors only, and the processor time, which
// is what sharing costs.
//
// The second table measures the store of the parent alone. Simulated workers explore a synthetic
// tree of traces, and commit as real ones do, in bytes. Only the parent's part is timed: parsing,
// booking and replying. How long an execution takes decides how many of them a commit has; the
// workers themselves take no time. From that follows how many processors one parent can feed.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <fmt/format.h>

#include "core/hash.h"
#include "explore/frontier/job_store.h"
#include "measure/table.h"

namespace mazurka::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// --- Programs ------------------------------------------------------------------------------------

struct Spent {
  double elapsed = 0;
  double processor = 0;
};

double processor_time_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Spent explored(const std::string& program, int jobs) {
  const char* const command = std::getenv("MAZURKA");
  const std::string line =
      fmt::format("{} check {} --no-sampling --progress off --jobs {} >/dev/null",
                  command != nullptr ? command : "./mazurka", program, jobs);
  const Clock::time_point begin = Clock::now();
  const double before = processor_time_of_children();
  if (std::system(line.c_str()) != 0) {
    fmt::print(stderr, "failed: {}\n", line);
    std::exit(1);
  }
  return {seconds_since(begin), processor_time_of_children() - before};
}

void measure_programs(const TableOptions& options) {
  static const std::string models = MAZURKA_BENCH_MODELS;
  const std::array<std::pair<const char*, std::string>, 6> programs = {{
      {"posters(6)", models + "/event_dpor/posters.mzk -D N=6"},
      {"consensus(4)", models + "/event_dpor/consensus.mzk -D N=4"},
      {"db-cache(4)", models + "/event_dpor/db_cache.mzk -D N=4"},
      {"writers(6), 1 ms", models + "/scale/long_writers.mzk"},
      {"readers(13)", models + "/source_sets/readers.mzk -D N=13"},
      {"5 x 5", models + "/scale/four_by_four.mzk -D N=5"},
  }};
  constexpr int turns = 3;
  const Table table("1 and 2 processes by turns, the best of 3",
                    {{"program", 18},
                     {"1: s", 8},
                     {"2: s", 8},
                     {"speed-up", 9},
                     {"1: CPU s", 9},
                     {"2: CPU s", 9},
                     {"CPU", 6}},
                    options.markdown);
  table.print_head();
  for (const auto& [name, program] : programs) {
    if (!is_wanted(options, name)) continue;
    std::array<Spent, 2> best{{{1e9, 1e9}, {1e9, 1e9}}};
    for (int turn = 0; turn < turns; ++turn)
      for (const int jobs : {1, 2}) {
        const Spent now = explored(program, jobs);
        Spent& of_jobs = best[static_cast<std::size_t>(jobs - 1)];
        of_jobs = {std::min(of_jobs.elapsed, now.elapsed),
                   std::min(of_jobs.processor, now.processor)};
      }
    table.print_row(
        {name, fmt::format("{:.2f}", best[0].elapsed), fmt::format("{:.2f}", best[1].elapsed),
         fmt::format("{:.2f}", best[0].elapsed / best[1].elapsed),
         fmt::format("{:.2f}", best[0].processor), fmt::format("{:.2f}", best[1].processor),
         fmt::format("{:.2f}", best[1].processor / best[0].processor)});
  }
}

// --- The store -----------------------------------------------------------------------------------

// A worker that explores a synthetic tree: trace n leads to traces 2n and 2n + 1, and to two traces
// that are known already.
class SimulatedWorkers {
 public:
  SimulatedWorkers(std::size_t workers, std::uint64_t traces, std::uint64_t runs_in_commit)
      : traces_(traces), runs_(runs_in_commit), jobs_(workers), store_({.keys = &keys_}) {
    for (std::size_t i = 0; i < workers; ++i) (void)store_.add_worker();
  }

  // Returns how many seconds the parent worked.
  [[nodiscard]] double run() {
    jobs_.front().push_back(1);
    first_ = true;
    while (!store_.is_complete())
      for (std::size_t worker = 0; worker < jobs_.size() && !store_.is_complete(); ++worker)
        commit(worker);
    return seconds_;
  }
  [[nodiscard]] std::uint64_t commits() const { return commits_; }

 private:
  static constexpr std::uint32_t choices = 40;  // in a schedule

  [[nodiscard]] static TraceKey key_of(std::uint64_t trace) {
    return {mix(trace, 1), mix(trace, 2)};
  }
  void note(Commit& commit, std::uint64_t trace) {
    Job& job = commit.noted.emplace_back();
    job.key = key_of(trace);
    // The number of the trace is in the schedule, so that it can be found again.
    for (std::uint32_t i = 0; i < choices; ++i)
      job.schedule.push_back({TaskId{static_cast<std::uint32_t>(trace >> i % 32 & 1)}, 0});
    job.schedule.push_back({TaskId{static_cast<std::uint32_t>(trace)}, 0});
  }

  // Explores some jobs, the last ones first. What is left of what was found is noted.
  void commit(std::size_t worker) {
    std::vector<std::uint64_t>& jobs = jobs_[worker];
    Commit commit;
    commit.is_idle = jobs.empty();
    std::vector<std::uint64_t> found;  // and not noted
    for (std::uint64_t i = 0; i < runs_ && !(jobs.empty() && found.empty()); ++i) {
      std::vector<std::uint64_t>& from = found.empty() ? jobs : found;
      const bool was_noted = found.empty() && !std::exchange(first_, false);
      const std::uint64_t trace = from.back();
      from.pop_back();
      DoneRun& run = commit.done.emplace_back();
      run.key = key_of(trace);
      run.was_noted = was_noted;
      run.counts.values[0] = 1;
      for (const std::uint64_t child : {2 * trace, 2 * trace + 1})
        if (child <= traces_) found.push_back(child);
    }
    for (const std::uint64_t trace : found) note(commit, trace);
    const std::string bytes = to_bytes(commit);
    const Reply reply = parse_reply(exchange(worker, bytes, commit.is_idle));
    ++commits_;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (reply.granted[i]) jobs.push_back(found[i]);
    for (const Job& job : reply.taken) std::erase(jobs, job.schedule.back().task.value);
    for (const Job& job : reply.jobs)
      if (!job.is_first) jobs.push_back(job.schedule.back().task.value);
  }

  [[nodiscard]] std::string exchange(std::size_t worker, std::string_view bytes, bool is_idle) {
    const Clock::time_point begin = Clock::now();
    parse_commit(bytes, commit_);
    Reply reply = store_.book(worker, std::move(commit_));
    if (is_idle) (void)store_.give_jobs(worker, reply);
    std::string result = to_bytes(reply);
    seconds_ += seconds_since(begin);
    return result;
  }

  std::uint64_t traces_;
  std::uint64_t runs_;
  std::vector<std::vector<std::uint64_t>> jobs_;  // by worker
  bool first_ = false;
  SharedKeys keys_;
  JobStore store_;
  Commit commit_;
  double seconds_ = 0;
  std::uint64_t commits_ = 0;
};

void measure_store(const TableOptions& options) {
  struct Execution {
    const char* name;
    double seconds;
    std::uint64_t runs;  // in a commit, which is due after 20 ms
  };
  constexpr std::array<Execution, 3> executions = {
      {{"20 us", 20e-6, 1000}, {"1 ms", 1e-3, 20}, {"20 ms", 20e-3, 1}}};
  constexpr std::uint64_t traces = 1'000'000;
  constexpr double per_message = 10e-6;  // system calls of the parent, for each commit
  const Table table("The parent's store, 1,000,000 traces",
                    {{"an execution takes", 20},
                     {"workers", 8},
                     {"commits", 10},
                     {"us per trace", 13},
                     {"booked per s", 13},
                     {"processors fed", 15}},
                    options.markdown);
  table.print_head();
  for (const Execution& execution : executions)
    for (const std::size_t workers : {1u, 10u, 100u, 1000u}) {
      if (!is_wanted(options, "store")) return;
      SimulatedWorkers simulated(workers, traces, execution.runs);
      const double seconds =
          simulated.run() + per_message * static_cast<double>(simulated.commits());
      const double rate = static_cast<double>(traces) / seconds;
      table.print_row({execution.name, with_commas(workers), with_commas(simulated.commits()),
                       fmt::format("{:.2f}", 1e6 / rate),
                       with_commas(static_cast<std::uint64_t>(rate)),
                       with_commas(static_cast<std::uint64_t>(rate * execution.seconds))});
    }
}

}  // namespace
}  // namespace mazurka::bench

int main(int argc, char** argv) {
  using namespace mazurka::bench;
  const TableOptions options = parse_options(
      argc, argv,
      "Explores programs with 1 and 2 processes, and measures the store of the parent alone.\n"
      "MAZURKA names the command (default: ./mazurka).");
  measure_programs(options);
  measure_store(options);
  return 0;
}
