// Limits the cost of a search that simplifies or explains an error.
//
// The budget is counted in executed events, so that the same error always gives the same report.
// The clocks are only a safety net for programs that compute or wait for long between their events.
// The main clock measures processor time, so that other load on the computer makes no difference.
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
  // Returns whether the search must stop. Reads two clocks, so call it once per run, not per event.
  [[nodiscard]] bool is_used_up() const {
    return events_left_ == 0 || cpu_seconds() >= cpu_end_ || wall_seconds() >= end_ ||
           (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed));
  }
  [[nodiscard]] bool has_events() const { return events_left_ > 0; }

 private:
  // A program that waits (for a file, say) uses no processor time, so wall time is limited as well,
  // but more generously.
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
