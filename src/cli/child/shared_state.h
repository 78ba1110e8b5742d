// The memory that an exploring child shares with its parent (supervise.h).
//
// The child writes what the parent must know even if the child is killed: which execution is
// running, and the counts so far. Each is a store to memory, so an execution costs no system call.
// The parent writes requests to stop, which the child polls. What has no fixed size (errors, texts)
// goes through a pipe instead (record_stream.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/registry.h"
#include "core/step.h"
#include "explore/frontier/run_counts.h"
#include "explore/summary.h"
#include "program/learned_facts.h"

namespace mazurka::cli {

// Why the parent stops the child.
enum class StopReason : std::uint32_t { none, timeout, interrupt, memory };
[[nodiscard]] Bound bound_of(StopReason reason);

// What the child is doing.
enum class Phase : std::uint32_t {
  starting,    // it learns about the program, or restores a checkpoint; no execution is recorded
  exploring,   //
  saving,      // it writes a checkpoint, and is not killed meanwhile
  explaining,  // the exploration is over; it simplifies and describes errors
};

// The counts of a Summary.
struct LiveCounts {
  RunCounts numbers;

  void take(const Summary& summary) { numbers = RunCounts::of(summary); }
  void give(Summary& summary) const;
};

// All zeros at the start.
struct SharedState {
  static constexpr std::size_t most_steps = std::size_t{1} << 23;
  static constexpr std::size_t most_tasks = std::size_t{1} << 20;

  // Written by the parent.
  std::atomic<bool> stop_exploring;   // end the exploration, and report what was found
  std::atomic<StopReason> reason;     // written before stop_exploring is set
  std::atomic<bool> stop_shortening;  // use the simplest execution that was found so far

  // Written by the child.
  std::atomic<Phase> phase;
  std::atomic<bool> gave_up;  // it ended because the runtime cannot continue, and has said why
  std::uint64_t runs;         // executions that were started, attempts included
  // Two copies, of which `current` is complete: the child may be killed while it writes the other.
  LiveCounts counts[2];
  std::atomic<std::uint32_t> current;
  std::atomic<double> estimate;  // of the number of all executions; 0: not known

  LearnedFacts facts;

  // The schedule of the execution that is running. Its last step may not be completed. What exceeds
  // the arrays is not recorded.
  std::uint32_t task_count;
  std::uint32_t step_count;
  TaskName tasks[most_tasks];  // by id
  Choice steps[most_steps];

  // Forgets everything, for the next child.
  void reset();
  void set_counts(const Summary& summary) {
    const std::uint32_t other = 1 - current.load(std::memory_order_relaxed);
    counts[other].take(summary);
    current.store(other, std::memory_order_release);
  }
  // The functions below are for the parent, when the child has ended. The program may have
  // overwritten this memory: what cannot be right is left out.
  [[nodiscard]] const LiveCounts& last_counts() const { return counts[current.load() & 1]; }
  [[nodiscard]] std::span<const TaskName> known_tasks() const {
    return {tasks, task_count <= most_tasks ? task_count : 0};
  }
  [[nodiscard]] std::span<const Choice> schedule() const {
    return {steps, step_count <= most_steps ? step_count : 0};
  }
};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Phase>::is_always_lock_free);

// Owns the mapping. Only pages that are written take memory.
class SharedMemory {
 public:
  SharedMemory();  // throws UserError
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  [[nodiscard]] SharedState& state() const { return *state_; }

 private:
  SharedState* state_;
};

}  // namespace mazurka::cli
