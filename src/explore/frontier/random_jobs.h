// Shares random executions among several workers (frontier.h).
//
// Random executions have numbers, and each depends on the seed, its number and the length of
// execution 0 only (algorithm/random.cpp). So the first worker runs execution 0, and then notes the
// range of all others. A job is a range of numbers. A worker that has a long range splits it; it
// runs a range that is short. So all workers soon have something to do,
// and the range of a worker that dies is run by another one. A range is the "key of the trace" of
// its job, and the length of execution 0 is in the job's schedule.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/frontier/frontier.h"

namespace mazurka {

class RandomJobs {
 public:
  // `executions`: how many there are. `most_at_once`: how long a range may be that is run and
  // counted as a whole. REQUIRES: frontier.begin() returned true, and no commit follows the end of
  // this object.
  RandomJobs(Frontier& frontier, std::uint64_t executions, std::uint64_t most_at_once)
      : frontier_(frontier), executions_(executions), most_at_once_(most_at_once) {
    frontier_.set_teller([this](Frontier&) { note_all(); });
    take_jobs();
  }
  RandomJobs(const RandomJobs&) = delete;
  RandomJobs& operator=(const RandomJobs&) = delete;

  // Returns the number of the next execution; none if nothing is left.
  [[nodiscard]] std::optional<std::uint64_t> next();
  // Returns the length of execution 0. REQUIRES: that execution has ended.
  [[nodiscard]] Position length() const { return length_; }
  // Call at the end of each execution, with its length, before its counts are taken
  // (Frontier::count).
  void ended(Position length);

 private:
  struct Range {
    TraceKey numbers;  // from `high` up to `low`
    bool is_noted = false;
  };

  void begin(const Range& range);
  void note_all();
  void share_work();
  void take_jobs();

  Frontier& frontier_;
  std::uint64_t executions_;
  std::uint64_t most_at_once_;
  std::vector<Range> stack_;  // the ranges that this worker has
  Range range_;               // the present one
  std::uint64_t next_ = 0;    // within it
  Position length_ = 0;
};

}  // namespace mazurka
