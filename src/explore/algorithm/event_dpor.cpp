// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
//   Paper    [EventDpor] Algorithm 1, on top of Optimal-DPOR ([SourceSets17] Alg. 2, 4 and 6).
//   Words    execution = E, a candidate = a pair (E', v) of ReverseRace(E, e, e'),
//            frames_ = wut(E') for each prefix E' of E.
//   Differs  - The recursion is a stack of frames, one for each prefix of the execution.
//            - l.10: a candidate is redundant if a known trace contains it (redundancy.h). The
//              paper asks instead whether a step that was explored at a prefix is a weak initial of
//              it, that is, whether some execution that begins with this step contains the
//              candidate (event_paper/). With handlers that is too little: the candidate may
//              leave a message unfinished whose rest, in another branch, conflicts with the
//              candidate. Then an execution below that step contains the candidate, but executions
//              that continue it are others, and get lost (litmus model published_branch.mzk).
//              docs/decisions/0001-known-traces.md argues why known traces are enough.
//            - So there is no done(E) (l.2, 16–17, 22–31), nothing is parked (l.3, 5–7), and no
//              linearisation problem has to be solved to decide what is redundant; only to find the
//              orders of events that a reversal keeps (kept_sets.h).
//            - fifo handlers: a post plays the role that a start plays with multiset handlers.
//            - Messages that are stuck forever: find_reversals.h, stuck_executions.h.
//            - Programs without handlers go to Optimal-DPOR (fit_for in algorithms.cpp).
//            Property tests compare it with brute force: the same trace keys, each once.
#include "explore/algorithm/event_dpor.h"

#include <limits>

#include "core/invariant.h"
#include "explore/algorithm/worker_jobs.h"
#include "explore/checkpoint_io.h"
#include "explore/free_choice.h"
#include "explore/frontier/frontier.h"
#include "explore/messages/candidate_finder.h"
#include "explore/messages/stuck_executions.h"
#include "explore/mutations.h"
#include "explore/redundancy/redundancy.h"
#include "explore/tree/schedule_frames.h"

namespace mazurka {
namespace {

class EventDpor : public Algorithm, private Resumable, private Estimable, private Predicting {
 public:
  EventDpor(const AlgorithmFacts& facts, std::uint64_t order_seed, const EventDporOptions& options)
      : Algorithm(facts), order_seed_(order_seed), options_(options), free_choice_(order_seed) {}

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    finder_.emplace(execution, program);
    stuck_.emplace(execution, program);
    Redundancy::Options redundancy;
    redundancy.predicts = options_.predicts;
    if (options_.known_in_memory != 0) redundancy.known_in_memory = options_.known_in_memory;
    redundancy.key_folder = options_.keys;
    redundancy.max_steps = max_steps_;
    redundancy.frontier = options_.frontier;
    redundancy_.emplace(program, execution, free_choice_, redundancy);
    frames_.emplace(execution);
    if (options_.frontier == nullptr) return;
    jobs_.emplace(*options_.frontier, *frames_, *redundancy_, execution, is_probe_);
    jobs_->begin();
  }

  // l.13–15, 18–20: the first branch of wut(E), or an arbitrary step where a sequence ends.
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    if (frames_->prescribes_step()) return frames_->follow_first(enabled);  // l.19–20
    const Choice choice = free_choice_.pick(enabled, *execution_);          // l.14–15
    frames_->follow_freely(choice, enabled);
    return choice;
  }

  // l.4–11: E is maximal.
  void finished(bool maximal, std::span<const Pending> pending) override {
    if (maximal && (is_probe_ || is_foreign_)) redundancy_->learn_stops(pending);
    is_probe_ = false;
    if (!maximal || !is_new_ || redundancy_->prediction_failed()) return;
    redundancy_->begin_execution();
    const auto values = [&](Position position) { return frames_->alternatives(position); };
    finder_->for_each_reversal(pending, values, [&](const Reversal& reversal) {  // l.8
      for_each_candidate(reversal, [&](Candidate& candidate) {                   // l.9
        if (!redundancy_->is_known(reversal, candidate))  // l.10: questions 1, 2
          redundancy_->collect(candidate);
      });
    });
    stuck_candidates_.clear();
    if (!mutations().no_contained) stuck_->find(pending, redundancy_->hashes(), stuck_candidates_);
    for (const Candidate* candidate : redundancy_->new_candidates())  // l.10: questions 3, 4
      insert(*candidate, candidate->trace);                           // l.11
    for (Candidate& stuck : stuck_candidates_) {
      if (redundancy_->is_new(stuck)) insert(stuck, stuck.kept_key);
    }
    stuck_found_ += stuck_candidates_.size();
    if (Candidate* const candidate = redundancy_->undecided()) settle(*candidate);
  }

  // l.18, 32: leaves the nodes where nothing is left, up to where a branch is.
  [[nodiscard]] std::optional<Position> backtrack() override {
    check_invariants();
    if (jobs_) jobs_->share(/*gave_up_search=*/stuck_->given_up() > 0);
    const std::optional<Position> next = frames_->deepest_branch();
    redundancy_->take_back_to(next.value_or(0));
    frames_->begin_run();
    finder_->begin_run(next.value_or(0));
    if (!next) redundancy_->check_that_all_is_explored();
    return next;
  }

  // --- The rest of the interface ---

  void limit_steps(std::uint64_t max_steps) override { max_steps_ = max_steps; }
  // Returns false if the run was a probe that led to a known trace.
  [[nodiscard]] bool record_trace() override {
    const ScheduleFrames::EndedRun run = frames_->end_run();
    is_probe_ = is_probe_ && !run.goal;  // it may run into a sequence that leads to the same trace
    Redundancy::Start start{.is_probe = is_probe_, .has_two_goals = run.has_two_goals};
    if (run.goal) start.goal = run.goal->trace;
    start.is_told = run.goal && run.goal->is_told;
    start.is_foreign = is_foreign_ = run.goal && run.goal->is_foreign;
    return is_new_ = redundancy_->record_trace(start);
  }
  [[nodiscard]] AlgorithmResult result() const override {
    AlgorithmResult result{.gave_up_a_search = gave_up_a_search(), .statistics = statistics()};
    if (!redundancy_->storage_problem().empty())
      result.warnings.push_back(redundancy_->storage_problem());
    return result;
  }
  [[nodiscard]] Resumable* resumable() override { return this; }
  [[nodiscard]] const Estimable* estimable() const override { return this; }
  [[nodiscard]] const Predicting* predicting() const override { return this; }

 private:
  [[nodiscard]] bool prediction_failed() const override { return redundancy_->prediction_failed(); }
  [[nodiscard]] std::unique_ptr<Algorithm> without_prediction() const override {
    EventDporOptions options = options_;
    options.predicts = false;
    return std::make_unique<EventDpor>(facts(), order_seed_, options);
  }
  [[nodiscard]] std::uint64_t branches_left(Position depth) const override {
    return frames_->count_branches(depth);
  }
  [[nodiscard]] bool branches_are_new() const override { return !is_probe_; }
  void save(Position kept, CheckpointWriter& to) const override {
    frames_->save(kept, to);
    to.number(is_probe_ ? 1 : 0);
    to.number(gave_up_a_search() ? 1 : 0);
    redundancy_->save(to);
  }
  void load(Position kept, CheckpointReader& from) override {
    frames_->load(kept, from);
    is_probe_ = from.flag();
    gave_up_before_ = from.flag();
    redundancy_->load(from, frames_->count_sequences(kept + 1) - (is_probe_ ? 1 : 0));
  }
  [[nodiscard]] bool gave_up_a_search() const { return gave_up_before_ || stuck_->given_up() > 0; }
  [[nodiscard]] Statistics statistics() const {
    Statistics statistics;
    statistics.emplace_back("reversals found", reversals_found_);
    redundancy_->add_statistics(statistics);
    statistics.emplace_back("candidates and stuck executions inserted", inserted_);
    statistics.emplace_back("searches for stuck executions", stuck_->searches());
    statistics.emplace_back("searches for stuck executions: given up", stuck_->given_up());
    statistics.emplace_back("stuck executions found", stuck_found_);
    statistics.emplace_back("peak of schedule tree nodes", frames_->peak_nodes());
    return statistics;
  }

  // Calls `visit` with each candidate that reverses it, unless all of them were seen before.
  template <class Visit>
  void for_each_candidate(const Reversal& reversal, Visit visit) {
    ++reversals_found_;
    if (redundancy_->is_seen(reversal, finder_->begin(reversal))) return;
    finder_->for_each_kept_set(reversal, [&](Candidate& candidate, std::span<const Step> steps) {
      redundancy_->begin_set(reversal, candidate);
      for (const Step& last : steps) {
        candidate.last = last;
        visit(candidate);
      }
    });
  }

  // Answers question 4 of redundancy.h for the one candidate that is left. If the exploration would
  // run this candidate next in any case, that run serves as the probe.
  void settle(Candidate& candidate) {
    const std::optional<Position> next = frames_->deepest_branch();
    is_probe_ = (!next || *next < candidate.prefix) && (!jobs_ || jobs_->may_run_probes());
    choices_.clear();
    if (is_probe_) {
      add_what_follows(candidate);
      frames_->insert(candidate.prefix, choices_);
    } else if (redundancy_->probe_is_new(candidate)) {
      insert(candidate, candidate.trace);
    }
  }

  // Insert(v, E', ⟨⟩).
  void insert(const Candidate& candidate, const TraceKey& trace) {
    ++inserted_;
    choices_.clear();
    if (jobs_ && jobs_->is_claimed(trace)) {
      for (Position i = 0; i < candidate.prefix; ++i)
        choices_.push_back((*execution_)[i].as_choice());
      add_what_follows(candidate);
      jobs_->put_off(trace, choices_);
    } else {
      add_what_follows(candidate);
      frames_->insert(candidate.prefix, choices_, ScheduleFrames::Goal{.trace = trace});
    }
  }
  void add_what_follows(const Candidate& candidate) {
    candidate.for_each_that_follows(
        [&](Position position) { choices_.push_back((*execution_)[position].as_choice()); });
    if (candidate.last) choices_.push_back(candidate.last->as_choice());
  }

  // Checks invariants in debug builds. Counts sequences in small trees only, because that visits
  // every node.
  void check_invariants() const {
    frames_->check_invariants();
    MAZURKA_DEBUG_INVARIANT(frames_->nodes() > 1000 || mutations().leaves_siblings_behind ||
                                redundancy_->prediction_failed() ||
                                redundancy_->is_consistent_with(
                                    frames_->count_sequences(execution_->size()), is_probe_),
                            "each known trace is explored, or one sequence leads to it");
  }

  std::uint64_t order_seed_;
  EventDporOptions options_;
  FreeChoice free_choice_;
  std::uint64_t max_steps_ = std::numeric_limits<std::uint64_t>::max();
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<CandidateFinder> finder_;
  std::optional<StuckExecutions> stuck_;
  std::optional<Redundancy> redundancy_;
  std::optional<ScheduleFrames> frames_;
  std::optional<WorkerJobs> jobs_;  // if several workers share the exploration
  // The trace of the present run is not known beforehand: the first run, or a candidate that was
  // inserted without a probe. Only such a run can turn out to be redundant.
  bool is_probe_ = true;
  bool is_foreign_ = false;      // the present run is a job that another worker has found
  bool is_new_ = false;          // the present execution is the first one with its trace
  bool gave_up_before_ = false;  // a search was given up in the process that wrote the checkpoint
  // Memory that is reused.
  std::vector<Candidate> stuck_candidates_;
  std::vector<Choice> choices_;
  std::uint64_t reversals_found_ = 0;
  std::uint64_t inserted_ = 0;
  std::uint64_t stuck_found_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmFacts& facts, std::uint64_t order_seed,
                                           const EventDporOptions& options) {
  return std::make_unique<EventDpor>(facts, order_seed, options);
}

}  // namespace mazurka
