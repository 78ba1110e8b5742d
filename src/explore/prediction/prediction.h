// Finds out which trace a candidate leads to: by prediction, without running the program, or by a
// probe.
//
// Also holds what both need to know about the present execution: the hash of each event, the
// history of its task after it, and the state of all tasks at the end.
//
// Order of calls: analyse() at the end of a run; then predict(), probe() and all else that refers
// to the present execution; then take_back_to(), before the explorer shortens the execution.
//
// Invariant: the first `analysed_` events of the execution are those that were hashed, and at_end_
// is the state after them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "explore/free_choice.h"
#include "explore/messages/candidate.h"
#include "explore/prediction/observations.h"
#include "explore/prediction/predicted_completion.h"
#include "explore/prediction/probe.h"
#include "explore/prediction/task_states.h"
#include "program/program.h"

namespace mazurka {

class Prediction {
 public:
  using Predicted = PredictedCompletion::Predicted;

  // `max_steps`: how long an execution may be.
  Prediction(Program& program, const Execution& execution, const FreeChoice& free_choice,
             std::uint64_t max_steps)
      : execution_(&execution),
        behaviour_(program.registry()),
        at_end_(execution, behaviour_),
        completion_(execution, at_end_, behaviour_, free_choice),
        probe_(program, execution, free_choice, behaviour_, max_steps) {
    at_end_.clear();
  }
  Prediction(const Prediction&) = delete;  // its members refer to each other
  Prediction& operator=(const Prediction&) = delete;
  ~Prediction() = default;

  // Hashes the events that were executed since take_back_to(). If `learns`, records what tasks did.
  // (A run that was predicted or probed has nothing new to record.)
  void analyse(bool learns);
  // Records which tasks have stopped at the end of the execution.
  void learn_stops(std::span<const Pending> pending);
  // Takes back all but the first `length` events, those that the next execution shares with the
  // present one.
  void take_back_to(Position length);

  // Returns the key of the trace of the present execution: the sum of the hashes of its events.
  [[nodiscard]] TraceKey key() const { return at_end_.keyer.key(); }
  [[nodiscard]] const std::vector<TraceKey>& hashes() const { return hashes_; }

  // Call once for each execution, before the first predict().
  void begin_execution() { completion_.begin_execution(); }
  // Returns the predicted trace. Cheapest if candidates come with growing prefixes.
  [[nodiscard]] Predicted predict(const Candidate& candidate);
  // Returns the trace that the candidate leads to. Restarts and runs the program, and records what
  // its tasks did.
  [[nodiscard]] TraceKey probe(const Candidate& candidate) {
    return probe_.run(candidate, analysed());
  }

  // Returns whether the program has behaved as predictions assume: what a task does next depends
  // only on what events show that it has observed.
  [[nodiscard]] bool is_consistent() const { return !behaviour_.is_contradictory(); }
  [[nodiscard]] std::uint64_t probes() const { return probe_.runs(); }
  [[nodiscard]] std::uint64_t events_in_probes() const { return probe_.events(); }

 private:
  [[nodiscard]] AnalysedEvents analysed() const { return {hashes_, histories_}; }

  const Execution* execution_;
  Behaviour behaviour_;
  TaskStates at_end_;               // of the execution
  std::vector<TraceKey> hashes_;    // of its events
  std::vector<History> histories_;  // of their tasks after them
  Position analysed_ = 0;           // how many events are hashed; see the invariant above
  PredictedCompletion completion_;
  Probe probe_;
};

}  // namespace mazurka
