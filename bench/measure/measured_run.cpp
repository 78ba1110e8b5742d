#include "measure/measured_run.h"

#include <cmath>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

#include <fmt/format.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/recorded/recorded.h"

namespace mazurka::bench {
namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string text_of(const std::string& file) {
  std::ifstream input(file);
  if (!input) throw std::runtime_error("cannot read " + file);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

// Counts recorded operations in the edges of the search tree.
class OperationCounter {
 public:
  // REQUIRES: called for each execution of a depth-first search, in order.
  void add(const Execution& execution) {
    lines_.clear();
    Position common = 0;
    while (common < last_.size() && common < execution.size() &&
           last_[common] == execution[common].id())
      ++common;
    last_.resize(execution.size());
    for (Position i = 0; i < execution.size(); ++i) {
      const Event& event = execution[i];
      last_[i] = event.id();
      if (event.task.value >= lines_.size()) lines_.resize(event.task.value + 1, 0);
      const std::uint32_t line = execution.registry().location(event.location).line;
      if (i >= common && lines_[event.task.value] != line) ++count_;
      lines_[event.task.value] = line;
    }
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::vector<EventId> last_;         // the events of the execution before
  std::vector<std::uint32_t> lines_;  // of the last event, by task
  std::uint64_t count_ = 0;
};
// Returns what Table 2 of [SourceSets17] calls nodes.
std::uint64_t nodes_of(const Summary& summary) {
  for (const auto& [name, value] : summary.statistics)
    if (name == "tasks in the largest backtrack set" || name == "peak of wakeup tree nodes")
      return value;
  return 0;
}

Measured explore_here(const Run& run, double limit_seconds) {
  const auto program = load(run);
  const auto algorithm = make_algorithm_for(*program, run.algorithm,
                                            {.task_order = run.task_order,
                                             .sleep_sets = run.sleep_sets,
                                             .idle_tasks_cover = run.idle_tasks_cover,
                                             .em = run.em_choices});
  ExploreOptions options;
  options.keep_going = true;
  options.conflicts = ConflictTable::of_papers();
  options.timeout_seconds = limit_seconds;
  OperationCounter operations;
  if (run.every_operation)
    options.on_execution = [&](const Execution& execution, const Ending& /*ending*/) {
      operations.add(execution);
    };
  const double started = cpu_seconds();
  const Summary summary = explore(*program, *algorithm, options);
  return {.executions = summary.maximal_executions(),
          .redundant = summary.sleep_set_blocked,
          .events = summary.events,
          .transitions = summary.transitions,
          .operations = operations.count(),
          .seconds = cpu_seconds() - started,
          .peak_kib = summary.peak_memory_kib,
          .nodes = nodes_of(summary),
          .is_cut = summary.bound != Bound::none && summary.bound != Bound::published};
}

// Runs the exploration in the child process. The explorer checks the time limit between executions;
// an alarm ends the process if an execution has very long probes.
[[noreturn]] void run_as_child(const Run& run, double limit_seconds, int to_parent) {
  alarm(static_cast<unsigned>(std::ceil(limit_seconds)) + 5);
  try {
    const Measured measured = explore_here(run, limit_seconds);
    static_assert(std::is_trivially_copyable_v<Measured>);
    const bool written = write(to_parent, &measured, sizeof measured) == sizeof measured;
    _exit(written ? 0 : 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", run.model, error.what());
    _exit(1);
  }
}

}  // namespace

std::unique_ptr<Program> load(const Run& run) {
  if (run.trace_folder.empty()) {
    const std::string file = fmt::format("{}/{}.mzk", MAZURKA_BENCH_MODELS, run.model);
    return model::load(text_of(file), file, run.defines);
  }
  const std::string trace = text_of(run.trace_folder + "/trace.txt");
  const std::string beside = run.trace_folder + "/dependence.txt";
  const bool has_dependences = std::filesystem::exists(beside);
  const std::string dependences = has_dependences ? text_of(beside) : "";
  return recorded::load({"trace.txt", trace},
                        {has_dependences ? "dependence.txt" : "", dependences},
                        run.every_operation);
}

Measured measure(const Run& run, double limit_seconds) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) run_as_child(run, limit_seconds, ends[1]);
  close(ends[1]);
  Measured measured;
  const bool complete = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (complete) return measured;
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGALRM)
    throw std::runtime_error(run.model + " failed");
  measured.is_cut = true;
  measured.seconds = limit_seconds;
  measured.peak_kib = static_cast<std::uint64_t>(usage.ru_maxrss);
  return measured;
}

}  // namespace mazurka::bench
