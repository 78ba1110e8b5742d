// How much a search around an error may cost.
//
// Counted in executed events, so that the same error is always told in the same way. The clocks are
// a safety net only, for programs that compute or wait for long between their events. Time of the
// processor is what counts, so that other work on the machine makes no difference.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace mazurka {

class SearchBudget {
 public:
  SearchBudget(std::uint64_t events, double seconds, const std::atomic<bool>* interrupted)
      : events_left_(events),
        cpu_end_(cpu_seconds() + seconds),
        end_(wall_seconds() + waiting_factor * seconds),
        interrupted_(interrupted) {}

  void spend_event() {
    if (events_left_ > 0) --events_left_;
  }
  // Asked once per run: the clocks are not free.
  [[nodiscard]] bool is_used_up() const {
    return events_left_ == 0 || cpu_seconds() >= cpu_end_ || wall_seconds() >= end_ ||
           (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed));
  }
  [[nodiscard]] bool has_events() const { return events_left_ > 0; }

 private:
  // A program that waits (for a file, say) uses no time of the processor.
  static constexpr double waiting_factor = 20;

  static double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  static double wall_seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  }

  std::uint64_t events_left_;
  double cpu_end_;
  double end_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace mazurka
