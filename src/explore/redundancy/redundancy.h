// Decides whether a candidate of Event-DPOR is redundant, by four questions, the cheapest first.
//
//   Claim    A candidate is redundant if a known trace contains it, that is, has all of its events
//            with the same causes. A trace is *known* if it was explored, or if a sequence that
//            leads to it is in the schedule tree and will be explored. How that trace was found
//            does not matter. docs/decisions/0001-known-traces.md proves that an exploration
//            which drops redundant candidates, and no others, visits every trace, each once.
//   Paper    [EventDpor] Algorithm 1 l.10 asks instead whether a step that was explored at a prefix
//            is a weak initial of the candidate. With handlers that loses traces (the decision has
//            an example), so there are no sleep sets here, and nothing is parked.
//   Keys     The key of a trace is the sum of the hashes of its events, and a hash tells an event
//            and its causes (trace_key.h). So sums and differences of keys have a meaning.
//
//   1. Have we just seen it?
//      Two small tables remember recent reversals and recent candidates by their keys
//      (recent_keys.h, sequence_keys.h). Also seen: the *way back* of a reversal, which is what the
//      reversal keeps followed by e, the event that it moved out of the way.
//        Cost   One hash for each event that the candidate drops, and one look into a table.
//        Safe   A reversal with the same key has the same candidates. A candidate with the same key
//               was answered before: it was dropped because a known trace contains it, or it was
//               inserted, and the trace that it leads to contains it. The way back is contained in
//               the present trace. A table that forgets only makes us ask the next question.
//   2. Does a known change lead to a known trace?
//      Suppose that an earlier candidate dropped exactly the same events from an earlier trace T,
//      continued with the same step after the same causes, and led to a trace T' (or was predicted
//      to, even wrongly). Is present key + key(T') - key(T) the key of a known trace?
//        Cost   One look into a table, and one into the set of known traces (which may be a read of
//               a page from a file).
//        Safe   All that T has and T' has not was dropped. So the trace with this key has every
//               event that is kept now, and the step, with the same causes: it contains the
//               candidate.
//   3. Does its predicted trace exist already?
//      The rest of the execution is predicted without running the program (prediction.h).
//        Cost   About as much as hashing the events after the candidate's prefix.
//        Safe   A predicted trace contains the candidate by construction. If it is known, the
//               candidate is redundant, also if the prediction was a guess. If it is not known and
//               the prediction is exact, the candidate is new. If a program observes something that
//               its events do not show, an exact prediction may be wrong; that is always noticed
//               (prediction_failed), and the exploration must then start again without predictions.
//   4. Where does it really lead?
//      The candidate is run to the end of the program, by the same free choices with which it will
//      be explored (a *probe*).
//        Cost   A run of the program, without analysis.
//        Safe   The trace of the run contains the candidate. If it is known, the candidate is
//               redundant; if not, exploring the candidate leads to just this trace.
//      One candidate of each execution is left undecided: if it is what the exploration turns to
//      next, its exploration is the probe, which counts as an execution only if its trace is new.
//
//   A wrong "no" costs time, a wrong "yes" loses traces. A "yes" can only be wrong if two keys
//   collide: among n traces with a chance of about n² / 2^129 (trace_key.h), in the small tables
//   with 2^-64 for each question.
//
// Order of calls, for each run of the program:
//   record_trace()               at the end of a maximal run
//   begin_execution()            if its trace is new; then for each reversal
//     is_seen(reversal)            question 1, before the candidates of the reversal are computed
//     begin_set()                  for each set of events that the reversal can keep
//     is_known(), collect()        questions 1 and 2, for each candidate
//   new_candidates()             questions 3 and 4, for all that were collected. A probe restarts
//                                the program, and with it go the conditions of awaits, which decide
//                                what the candidates of a reversal are: so all are collected first.
//   is_new(stuck)                for candidates that end the execution
//   undecided(), probe_is_new()  for the candidate that is left
//   take_back_to()               before the execution is shortened
//
// Invariants, while prediction_failed() is false:
//   - known_ holds the keys of the traces that were explored and of those that sequences in the
//     schedule tree lead to; nothing else. Each of the latter belongs to exactly one sequence. The
//     one exception is a candidate that is its own probe: its trace is recorded after its run.
//   - planned_sum_ is the sum of the keys in known_, and explored_sum_ that of the explored traces.
//     So they are equal when the tree is empty. If they are not, then a predicted trace does not
//     exist.
//
// One of several workers (frontier/frontier.h) asks the same questions. What it knows is a part of
// what the store knows, and that is enough: a worker that does not know a trace sends a candidate
// to the store in vain. So its known traces are a cache: it empties it when it is full, or at each
// commit, if it sees the keys of the store in shared memory. The store keeps the invariants above,
// and notices predictions that fail.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/frontier/known_traces.h"
#include "explore/messages/candidate.h"
#include "explore/prediction/prediction.h"
#include "explore/race/reversal.h"
#include "explore/redundancy/recent_keys.h"
#include "explore/redundancy/sequence_keys.h"

namespace mazurka {

class CheckpointReader;
class CheckpointWriter;
class Frontier;

class Redundancy {
 public:
  struct Options {
    bool predicts = true;  // exact predictions are not probed
    std::size_t known_in_memory = KnownTraces::usual_limit;
    std::shared_ptr<KeyFolder> key_folder;  // where files of keys go; null: to temporary files
    std::uint64_t max_steps = 0;            // how long an execution may be
    // For one of several workers; null: this process explores alone.
    Frontier* frontier = nullptr;
  };

  Redundancy(Program& program, const Execution& execution, const FreeChoice& free_choice,
             const Options& options)
      : execution_(&execution),
        options_(options),
        prediction_(program, execution, free_choice, options.max_steps),
        keys_(execution, prediction_.hashes()),
        known_(options.known_in_memory, options.key_folder) {}

  // --- At the end of a run ---

  // How a run was started.
  struct Start {
    bool is_probe = false;              // without knowing where it would lead
    std::optional<TraceKey> goal = {};  // where it was to lead, if that is known
    bool has_two_goals = false;         // of which at most one can be right
    // For one of several workers: others know of the job; another one has found it.
    bool is_told = false;
    bool is_foreign = false;
  };
  // Adds the trace of the present execution to the known ones. Returns whether the execution
  // counts, because no other one has this trace.
  [[nodiscard]] bool record_trace(const Start& start);
  // Records which tasks have stopped at the end of a run that was a probe.
  void learn_stops(std::span<const Pending> pending) { prediction_.learn_stops(pending); }
  // Takes back all but the events that the next execution shares with the present one.
  void take_back_to(Position length) { prediction_.take_back_to(length); }
  // Returns whether a predicted trace turned out not to exist. The exploration is then unsound so
  // far, and must start again.
  [[nodiscard]] bool prediction_failed() const { return prediction_failed_; }
  // Call when the tree is empty: checks that every trace that was planned has been explored.
  void check_that_all_is_explored();

  // --- The four questions ---

  // Forgets the candidates of the execution before.
  void begin_execution();
  // Question 1, for a reversal. `can_stay`: the events that can stay if handlers do not matter.
  [[nodiscard]] bool is_seen(const Reversal& reversal, const PositionSet& can_stay);
  // Computes `kept_key` of a candidate whose last step is not yet set, and marks the way back of
  // the reversal as seen.
  void begin_set(const Reversal& reversal, Candidate& candidate);
  // Questions 1 and 2. Sets `change`. REQUIRES: begin_set() was called, and the last step is set.
  [[nodiscard]] bool is_known(const Reversal& reversal, Candidate& candidate);
  // Keeps a copy of the candidate for new_candidates().
  void collect(const Candidate& candidate);
  // Questions 3 and 4. Returns the collected candidates that lead to new traces, and adds these to
  // the known ones. One may be left undecided.
  [[nodiscard]] std::span<const Candidate* const> new_candidates();
  // Returns the candidate that new_candidates() left undecided, or null.
  [[nodiscard]] Candidate* undecided() const { return undecided_; }
  // Question 4. Returns whether the candidate leads to a new trace, which is then known.
  [[nodiscard]] bool probe_is_new(Candidate& candidate);
  // Forgets the known traces. REQUIRES: this is a worker, and all others see them (SharedKeys).
  void forget_known();
  // Adds a trace that the store says is known: that of a job which another worker has found.
  void know(const TraceKey& key) { (void)add_known(key); }
  // Returns whether a candidate without a last step is a new trace, which is then known.
  [[nodiscard]] bool is_new(const Candidate& stuck);

  [[nodiscard]] const std::vector<TraceKey>& hashes() const { return prediction_.hashes(); }
  // Checks the relation between known traces and the schedule tree, which holds so many sequences;
  // `is_probe` says that one of them is its own probe. For debug builds.
  [[nodiscard]] bool is_consistent_with(std::uint64_t sequences, bool is_probe) const;

  // Returns why keys of known traces stay in memory that should be in files; empty if none do.
  [[nodiscard]] const std::string& storage_problem() const { return known_.problem(); }

  // Writes the known traces. The small tables and what is known about tasks are not saved: they
  // only save time.
  void save(CheckpointWriter& to) const;
  // `unexplored`: how many sequences the schedule tree has whose traces are known.
  void load(CheckpointReader& from, std::uint64_t unexplored);
  void add_statistics(std::vector<std::pair<std::string, std::uint64_t>>& statistics) const;

 private:
  [[nodiscard]] bool leads_to_known(const TraceKey& change);
  enum class Answer : std::uint8_t { known, is_new, unknown };
  [[nodiscard]] Answer settle_by_prediction(Candidate& candidate);
  [[nodiscard]] bool is_known_trace(const TraceKey& key);
  [[nodiscard]] bool add_known(const TraceKey& key);

  const Execution* execution_;
  Options options_;
  Prediction prediction_;
  SequenceKeys keys_;
  KnownTraces known_;
  TraceKey planned_sum_;        // see the invariants at the top
  TraceKey explored_sum_;       //
  std::uint64_t explored_ = 0;  // how many known traces have been explored
  RecentKeys seen_reversals_;
  RecentKeys seen_sequences_;  // keys of candidates
  RecentValues seen_changes_;  // key of a change -> key of the new trace - key of the old one
  bool prediction_failed_ = false;
  PositionSet everything_;            // all positions of the execution
  std::vector<Candidate> collected_;  // the first collected_count_ of them; the others are reused
  std::size_t collected_count_ = 0;
  std::vector<Candidate*> by_prefix_;
  std::vector<const Candidate*> new_;
  Candidate* undecided_ = nullptr;
  struct Counts {
    std::uint64_t seen_reversals = 0;
    std::uint64_t candidates = 0;
    std::uint64_t seen = 0;              // question 1
    std::uint64_t changed_to_known = 0;  // question 2
    std::uint64_t predicted_known = 0;   // question 3
    std::uint64_t predicted_new = 0;
    std::uint64_t probed_known = 0;  // question 4
    std::uint64_t stuck_known = 0;
  };
  Counts counts_;
};

}  // namespace mazurka
