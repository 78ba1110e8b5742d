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
  events_.clear();
  event_ends_.clear();
  begun_ = cpu_nanoseconds();
}

void Rerun::remember(const Execution& execution) {
  for (const Event& event : execution.events()) choices_.push_back(event.as_choice());
  ends_.push_back(choices_.size());
  constexpr std::size_t most_events = 1u << 14;  // they take more memory than choices
  if (events_.size() + execution.size() > most_events) return;
  events_.insert(events_.end(), execution.events().begin(), execution.events().end());
  event_ends_.push_back(events_.size());
}

void Rerun::run_all(Program& program) const {
  std::size_t next = 0;
  for (const std::size_t end : ends_) {
    program.restart();
    for (; next < end; ++next)
      MAZURKA_INVARIANT(program.step(choices_[next]) != nullptr, "a schedule can be run again");
  }
}

void Rerun::replay_some(Program& program) const {
  std::size_t next = 0;
  for (const std::size_t end : event_ends_) {
    program.restart();
    const auto difference = program.replay(std::span(events_).subspan(next, end - next));
    MAZURKA_INVARIANT(!difference, "an execution can be replayed");
    next = end;
  }
}

void Rerun::measure(Program& program, Summary& summary) {
  const std::uint64_t explored = cpu_nanoseconds() - begun_;
  // As often as it takes for the clock.
  const auto time_of = [&](auto run) {
    constexpr std::uint64_t long_enough = 50'000'000;
    const std::uint64_t begin = cpu_nanoseconds();
    std::uint64_t rounds = 0;
    std::uint64_t taken = 0;
    for (; taken < long_enough; ++rounds, taken = cpu_nanoseconds() - begin) run();
    return taken / rounds;
  };
  const std::uint64_t run_again = time_of([&] { run_all(program); });
  const std::uint64_t runs = std::max<std::uint64_t>(ends_.size(), 1);
  const std::uint64_t events = std::max<std::uint64_t>(choices_.size(), 1);
  summary.statistics.emplace_back("exploration: ns per execution", explored / runs);
  summary.statistics.emplace_back("run again without analysis: ns per execution", run_again / runs);
  summary.statistics.emplace_back("run again without analysis: ns per event", run_again / events);
  if (event_ends_.empty()) return;
  const std::uint64_t replayed = time_of([&] { replay_some(program); });
  summary.statistics.emplace_back("replayed: ns per execution", replayed / event_ends_.size());
  summary.statistics.emplace_back("replayed: ns per event", replayed / events_.size());
}

}  // namespace mazurka
