#include "explore/rerun.h"

#include <algorithm>
#include <ctime>

#include "core/invariant.h"

namespace mazurka {
namespace {

// Not the time of day: other work on the machine must not count.
std::uint64_t cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

void Rerun::begin() {
  choices_.clear();
  ends_.clear();
  begun_ = cpu_nanoseconds();
}

void Rerun::remember(const Execution& execution) {
  for (const Event& event : execution.events()) choices_.push_back(event.as_choice());
  ends_.push_back(choices_.size());
}

void Rerun::run_all(Program& program) const {
  std::size_t next = 0;
  for (const std::size_t end : ends_) {
    program.restart();
    for (; next < end; ++next)
      MAZURKA_INVARIANT(program.step(choices_[next]) != nullptr, "a schedule can be run again");
  }
}

void Rerun::measure(Program& program, Summary& summary) {
  constexpr std::uint64_t long_enough = 50'000'000;
  const std::uint64_t explored = cpu_nanoseconds() - begun_;
  const std::uint64_t begin = cpu_nanoseconds();
  std::uint64_t rounds = 0;
  std::uint64_t run_again = 0;
  for (; run_again < long_enough; ++rounds, run_again = cpu_nanoseconds() - begin) run_all(program);
  const std::uint64_t runs = std::max<std::uint64_t>(ends_.size(), 1);
  const std::uint64_t events = std::max<std::uint64_t>(choices_.size(), 1);
  summary.statistics.emplace_back("exploration: ns per execution", explored / runs);
  summary.statistics.emplace_back("run again without analysis: ns per execution",
                                  run_again / (rounds * runs));
  summary.statistics.emplace_back("run again without analysis: ns per event",
                                  run_again / (rounds * events));
}

}  // namespace mazurka
