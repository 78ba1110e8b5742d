#include "measure/measured_run.h"

#include <cmath>
#include <csignal>
#include <exception>
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

Measured explore_here(const Run& run, double limit_seconds) {
  const auto program = load(run);
  const auto algorithm = make_algorithm_for(*program, run.algorithm, {.em = run.em_choices});
  ExploreOptions options;
  options.keep_going = true;
  options.timeout_seconds = limit_seconds;
  const double started = cpu_seconds();
  const Summary summary = explore(*program, *algorithm, options);
  return {.executions = summary.maximal_executions(),
          .begun_in_vain = summary.sleep_set_blocked,
          .events = summary.events,
          .transitions = summary.transitions,
          .seconds = cpu_seconds() - started,
          .peak_kib = summary.peak_memory_kib,
          .is_cut = summary.bound != Bound::none && summary.bound != Bound::published};
}

// The explorer looks at the clock between executions; an execution with very long probes is ended
// from outside.
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
  const std::string dependences = text_of(run.trace_folder + "/dependence.txt");
  return recorded::load({"trace.txt", trace}, {"dependence.txt", dependences}, run.every_operation);
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
