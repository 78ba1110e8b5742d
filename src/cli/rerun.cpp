#include "cli/rerun.h"

#include <algorithm>
#include <ctime>
#include <span>
#include <vector>

#include "core/invariant.h"

namespace mazurka::cli {

namespace {

// Not the time of day: other work on the machine must not count.
std::uint64_t cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

class Rerun {
 public:
  // The exploration begins; what was measured before is forgotten.
  void begin();
  void remember(const Execution& execution);
  // Between two executions: if enough was remembered, runs it again.
  void catch_up(Program& program);
  // Runs what is left, and adds to the statistics.
  void finish(Program& program, Summary& summary);

 private:
  void measure(Program& program);
  void run_all(Program& program) const;
  void replay_all(Program& program) const;

  // Since it was last run again.
  std::vector<Event> events_;      // of all executions
  std::vector<std::size_t> ends_;  // by execution, into events_
  std::uint64_t begun_ = 0;        // CPU time, in nanoseconds
  // So far.
  std::uint64_t executions_ = 0;
  std::uint64_t events_run_ = 0;
  std::uint64_t explored_ns_ = 0;
  std::uint64_t run_again_ns_ = 0;
  std::uint64_t replayed_ns_ = 0;
};

void Rerun::begin() {
  *this = {};
  begun_ = cpu_nanoseconds();
}

void Rerun::remember(const Execution& execution) {
  events_.insert(events_.end(), execution.events().begin(), execution.events().end());
  ends_.push_back(events_.size());
}

void Rerun::run_all(Program& program) const {
  std::size_t next = 0;
  for (const std::size_t end : ends_) {
    program.restart();
    for (; next < end; ++next)
      MAZURKA_INVARIANT(program.step(events_[next].as_choice()) != nullptr,
                        "a schedule can be run again");
  }
}

void Rerun::replay_all(Program& program) const {
  std::size_t next = 0;
  for (const std::size_t end : ends_) {
    program.restart();
    const auto difference = program.replay(std::span(events_).subspan(next, end - next));
    MAZURKA_INVARIANT(!difference, "an execution can be replayed");
    next = end;
  }
}

void Rerun::catch_up(Program& program) {
  constexpr std::size_t enough = 1u << 14;  // small for a cache, long for the clock
  if (events_.size() >= enough) measure(program);
}

void Rerun::measure(Program& program) {
  explored_ns_ += cpu_nanoseconds() - begun_;
  const auto time_of = [&](auto run) {
    const std::uint64_t begin = cpu_nanoseconds();
    run();
    return cpu_nanoseconds() - begin;
  };
  run_again_ns_ += time_of([&] { run_all(program); });
  replayed_ns_ += time_of([&] { replay_all(program); });
  executions_ += ends_.size();
  events_run_ += events_.size();
  events_.clear();
  ends_.clear();
  begun_ = cpu_nanoseconds();
}

void Rerun::finish(Program& program, Summary& summary) {
  measure(program);
  const std::uint64_t runs = std::max<std::uint64_t>(executions_, 1);
  const std::uint64_t events = std::max<std::uint64_t>(events_run_, 1);
  summary.statistics.emplace_back("exploration: ns per execution", explored_ns_ / runs);
  summary.statistics.emplace_back("run again without analysis: ns per execution",
                                  run_again_ns_ / runs);
  summary.statistics.emplace_back("run again without analysis: ns per event",
                                  run_again_ns_ / events);
  summary.statistics.emplace_back("replayed: ns per execution", replayed_ns_ / runs);
  summary.statistics.emplace_back("replayed: ns per event", replayed_ns_ / events);
}

}  // namespace

Summary explore_and_rerun(Program& program,
                          const std::function<std::unique_ptr<Algorithm>()>& algorithm,
                          ExploreOptions options) {
  Rerun rerun;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    rerun.remember(execution);
  };
  options.between_executions = [&] { rerun.catch_up(program); };
  const auto begin = [&] {
    rerun.begin();
    return algorithm();
  };
  Summary summary = explore_anew(program, begin, options);
  rerun.finish(program, summary);
  return summary;
}

}  // namespace mazurka::cli
