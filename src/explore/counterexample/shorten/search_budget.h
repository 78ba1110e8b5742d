// How much a search around an error may cost.
//
// Counted in executed events, so that the same error is always told in the same way. The clock is a
// safety net only: programs that compute for long between their events.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mazurka {

class SearchBudget {
 public:
  SearchBudget(std::uint64_t events, double seconds, const std::atomic<bool>* interrupted)
      : events_left_(events),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        interrupted_(interrupted) {}

  void spend_event() {
    if (events_left_ > 0) --events_left_;
  }
  // Asked once per run: the clock is not free.
  [[nodiscard]] bool is_used_up() const {
    return events_left_ == 0 || Clock::now() >= end_ ||
           (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed));
  }
  [[nodiscard]] bool has_events() const { return events_left_ > 0; }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t events_left_;
  Clock::time_point end_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace mazurka
