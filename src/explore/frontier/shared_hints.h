// What several workers tell each other through memory that all of them map: hints, which may be
// late, lost or wrong. They save time, and nothing that is explored or counted depends on them.
//
//   claims         A worker that finds a new trace claims it. The store hears of the trace with the
//                  next commit only. Meanwhile, another worker that finds the same trace sees the
//                  claim and leaves it for later (Frontier::is_claimed). Without claims, two
//                  workers explored up to a tenth of all traces twice.
//   commit soon    Somebody waits for jobs, or jobs of this worker were given to somebody.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/trace_key.h"

namespace mazurka {

class SharedHints {
 public:
  static constexpr std::size_t most_workers = 4096;  // further ones get no hints

  // Throws UserError if there is no memory.
  SharedHints();
  ~SharedHints();
  SharedHints(const SharedHints&) = delete;
  SharedHints& operator=(const SharedHints&) = delete;

  // Claims a trace that this worker has not claimed so far. Returns whether another worker claimed
  // it. A newer claim may have replaced that claim: then the answer is wrong.
  [[nodiscard]] bool claim(const TraceKey& key) {
    std::atomic<std::uint64_t>& slot = memory_->claims[key.low % claims];
    if (slot.load(std::memory_order_relaxed) == key.high) return true;
    slot.store(key.high, std::memory_order_relaxed);
    return false;
  }

  // Say whether somebody waits for jobs.
  void set_somebody_waits(bool waits) {
    memory_->somebody_waits.store(waits, std::memory_order_relaxed);
  }
  [[nodiscard]] bool somebody_waits() const {
    return memory_->somebody_waits.load(std::memory_order_relaxed);
  }
  // Say whether this worker should commit soon, because it has lost jobs.
  void set_has_lost_jobs(std::size_t worker, bool has_lost) {
    if (worker < most_workers)
      memory_->has_lost_jobs[worker].store(has_lost, std::memory_order_relaxed);
  }
  [[nodiscard]] bool has_lost_jobs(std::size_t worker) const {
    return worker < most_workers && memory_->has_lost_jobs[worker].load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t claims = std::size_t{1} << 18;
  struct Memory {
    std::atomic<bool> somebody_waits;
    std::atomic<bool> has_lost_jobs[most_workers];
    std::atomic<std::uint64_t> claims[SharedHints::claims];
  };

  Memory* memory_;
};

}  // namespace mazurka
