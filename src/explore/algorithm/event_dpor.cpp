// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
//   Paper    [EventDpor] Algorithm 1, on top of Optimal-DPOR ([SourceSets17] Alg. 2, 4 and 6).
//   Words    execution = E, a reversal's planned sequences = ReverseRace(E, e, e') as pairs
//            (E', v), frame(d).branches = wut(E') for the prefix E' of length d.
//   Differs  - A sequence is redundant if a known trace contains it. The trace that it leads to is
//              imagined from what tasks were seen to do; where that is not certain, the sequence is
//              run (a probe). If what was certain turns out to be wrong, because the program
//              observes what its events do not show, all starts again with probes only. The paper
//              asks instead whether a sleeping step is a weak initial of it, that is, whether some
//              execution that begins with the sleeping step contains it. With handlers that is too
//              little: the sequence may leave a message unfinished whose rest conflicts with what
//              the sleeping step starts. Then it is contained in an execution below the sleeping
//              step, but all executions that really go on from it are others, and they get lost.
//              docs/decisions/0001-known-traces.md has the argument why known traces are enough.
//            - So there are no sleep sets, nothing is parked, and no linearisation problem has to
//              be solved to find out what is redundant; only to find the orders of events that a
//              reversal keeps (reversal_sets.h). Keys of traces go to a file when there are many.
//            - fifo handlers: a post plays the role that a start plays with multiset handlers.
//            - Messages that are stuck for ever: find_reversals.h, contained_executions.h.
//            - Programs without handlers are left to Optimal-DPOR (fit_for in algorithms.h).
//            Held against brute force by the property tests: the same trace keys, each once.
#include "explore/algorithm/event_dpor.h"

#include <algorithm>

#include "core/invariant.h"
#include "core/key_set.h"
#include "core/trace_key.h"
#include "explore/checkpoint_io.h"
#include "explore/free_choice.h"
#include "explore/messages/kept_sets.h"
#include "explore/messages/stuck_executions.h"
#include "explore/mutations.h"
#include "explore/prediction/predicted_completion.h"
#include "explore/prediction/probe.h"
#include "explore/prediction/task_states.h"
#include "explore/race/find_reversals.h"
#include "explore/race/last_operation.h"
#include "explore/redundancy/known_traces.h"
#include "explore/redundancy/sequence_keys.h"
#include "explore/tree/schedule_tree.h"

namespace mazurka {
namespace {

class KeptEvents : public EventSet {
 public:
  explicit KeptEvents(const PositionSet& kept) : kept_(kept) {}
  [[nodiscard]] bool contains(Position position) const override { return kept_[position]; }

 private:
  const PositionSet& kept_;
};

class EventDpor : public Algorithm, private Resumable, private Estimable, private Predicting {
 public:
  EventDpor(const AlgorithmFacts& facts, std::uint64_t order_seed, const EventDporOptions& options)
      : Algorithm(facts),
        order_seed_(order_seed),
        options_(options),
        free_choice_(order_seed),
        known_(options.known_in_memory != 0 ? options.known_in_memory : KnownTraces::usual_limit) {}

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    finder_.emplace(execution, program);
    finder_->leaves_last_step_open = true;
    sets_.emplace(execution);
    keys_.emplace(execution, hashes_);
    contained_.emplace(execution, program);
    behaviour_.emplace(program.registry());
    now_.emplace(execution, *behaviour_);
    now_->clear();
    imagined_.emplace(execution, *now_, *behaviour_, free_choice_);
    completion_.emplace(program, execution, free_choice_, *behaviour_);
    frames_.assign(1, {});
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    if (depth + 1 >= frames_.size()) frames_.resize(depth + 2);
    Frame& here = frames_[depth];
    Choice choice;
    ScheduleTree::Branches below;
    if (here.branches.ends || here.branches.empty()) {
      choice = free_choice_.pick(enabled, *execution_);
      here.branches.ends = false;
      below = tree_.take(here.branches, choice);
      below.ends = !below.empty();  // the free choice goes on there
    } else {
      const ScheduleTree::Taken taken = tree_.take_first(here.branches);
      choice = taken.choice;
      below = taken.below;
      if (mutations().leaves_siblings_behind) here.branches = {};
    }
    here.note_alternatives(choice, enabled);
    frames_[depth + 1].branches = below;
    return choice;
  }

  // False: this run was the probe of a sequence, and led to a known trace.
  [[nodiscard]] bool record_trace() override {
    hash_events();
    const bool was_unknown = note_known(now_->keyer.key());
    MAZURKA_INVARIANT(is_probe_ || !was_unknown || relied_ > 0,
                      "a planned sequence leads to where its probe led");
    if (!is_probe_ && was_unknown) is_misled_ = true;
    counts_ = was_unknown || !is_probe_;
    if (counts_) explored_ += now_->keyer.key();
    if (!counts_) ++probed_known_;
    return counts_;
  }

  void finished(bool maximal, std::span<const Pending> pending) override {
    if (maximal && is_probe_) learn_stops(pending);
    is_probe_ = false;
    if (!maximal || !counts_ || is_misled_) return;
    plan_reversals(pending);
    if (!mutations().no_contained) contained_->find(pending, hashes_, ends_early_);
    // The conditions of awaits are gone as soon as the program is restarted: all sequences first.
    probe_all();
    contained_found_ += ends_early_.size();
    for (StuckExecutions::Contained& contained : ends_early_)
      if (note_known(contained.key)) {
        insert({.order = std::move(contained.order)});
      } else {
        ++contained_known_;
      }
    explore_next();
  }

  [[nodiscard]] std::optional<Position> backtrack() override {
    const std::optional<Position> next = deepest_branch();
    shared_ = next.value_or(0);
    now_->take_back_to(shared_, {hashes_, histories_});
    unchanged_ = std::min(unchanged_, shared_);
    // Each trace that was noted should have been explored.
    if (!next && relied_ > 0 && explored_ != noted_) is_misled_ = true;
    return next;
  }

  [[nodiscard]] AlgorithmResult result() const override {
    return {.gave_up_a_search = gave_up_a_search(), .statistics = statistics()};
  }
  [[nodiscard]] Resumable* resumable() override { return this; }
  [[nodiscard]] const Estimable* estimable() const override { return this; }
  [[nodiscard]] const Predicting* predicting() const override { return this; }

 private:
  [[nodiscard]] bool prediction_failed() const override { return is_misled_; }
  [[nodiscard]] std::unique_ptr<Algorithm> without_prediction() const override {
    EventDporOptions options = options_;
    options.predicts = false;
    return std::make_unique<EventDpor>(facts(), order_seed_, options);
  }

  [[nodiscard]] bool gave_up_a_search() const {
    return gave_up_before_ || contained_->given_up() > 0;
  }
  [[nodiscard]] std::uint64_t branches_left(Position depth) const override {
    return tree_.count(frames_[depth].branches);
  }
  [[nodiscard]] bool branches_are_new() const override { return !is_probe_; }
  // What is only there to save time is not saved: sequences had lately, and what tasks do next.
  void save(Position kept, CheckpointWriter& to) const override {
    for (Position depth = 0; depth <= kept; ++depth) {
      to.list(frames_[depth].alternatives, [&](std::uint32_t value) { to.number(value); });
      tree_.save(frames_[depth].branches, to);
    }
    to.number(is_probe_ ? 1 : 0);
    to.number(gave_up_a_search() ? 1 : 0);
    to.number(known_.size());
    known_.for_each([&](const TraceKey& key) { to.key(key); });
    to.key(noted_);
    to.key(explored_);
    to.number(relied_);
  }
  void load(Position kept, CheckpointReader& from) override {
    frames_.resize(kept + 2);
    for (Position depth = 0; depth <= kept; ++depth) {
      from.list([&] { frames_[depth].alternatives.push_back(from.number_below(1u << 31)); });
      frames_[depth].branches = tree_.load(from);
    }
    is_probe_ = from.flag();
    gave_up_before_ = from.flag();
    from.list([&] { known_.insert(from.key()); });
    noted_ = from.key();
    explored_ = from.key();
    relied_ = from.number();
    shared_ = 0;
  }
  [[nodiscard]] Statistics statistics() const {
    Statistics statistics;
    statistics.emplace_back("reversals found", found_);
    statistics.emplace_back("reversals redundant: had the same before", reversals_had_before_);
    statistics.emplace_back("sequences to plan", sequences_);
    statistics.emplace_back("sequences redundant: had the same before", had_before_);
    statistics.emplace_back("sequences redundant: a known change to a known trace",
                            changed_to_known_);
    statistics.emplace_back("sequences redundant: the imagined trace is known", imagined_known_);
    statistics.emplace_back("sequences redundant: a probe led to a known trace",
                            probed_known_ + contained_known_);
    statistics.emplace_back("sequences planned", inserted_);
    statistics.emplace_back("sequences planned: the imagined trace is certain", relied_);
    statistics.emplace_back("probes beside the executions", completion_->runs());
    statistics.emplace_back("events in probes", completion_->events());
    statistics.emplace_back("searches for executions that end early", contained_->searches());
    statistics.emplace_back("searches for executions that end early: given up",
                            contained_->given_up());
    statistics.emplace_back("executions that end early found", contained_found_);
    statistics.emplace_back("peak of planned steps", tree_.peak_nodes());
    if (known_.in_file() > 0)
      statistics.emplace_back("known traces in a temporary file", known_.in_file());
    return statistics;
  }

  struct Frame {
    ScheduleTree::Branches branches;
    std::vector<std::uint32_t> alternatives;

    void note_alternatives(Choice choice, std::span<const Choice> enabled) {
      alternatives.clear();
      for (const Choice& other : enabled)
        if (other.task == choice.task) alternatives.push_back(other.value);
      if (alternatives.size() == 1) alternatives.clear();
    }
  };

  void hash_events() {
    hashes_.resize(execution_->size());
    histories_.resize(execution_->size());
    sums_.resize(hashes_.size() + 1);
    now_->make_room();
    for (Position i = shared_; i < execution_->size(); ++i) {
      const Event& event = (*execution_)[i];
      hashes_[i] = now_->keyer.hash_of(event);
      histories_[i] = observe(event, hashes_[i], now_->observations, *behaviour_, is_probe_);
      now_->keep(event, hashes_[i], histories_[i]);
      sums_[i + 1] = sums_[i];
      sums_[i + 1] += hashes_[i];
    }
  }

  void plan_reversals(std::span<const Pending> pending) {
    sets_->begin_execution(unchanged_);
    unchanged_ = execution_->size();
    planned_count_ = 0;
    ends_early_.clear();
    for (Position i = 0; i < execution_->size(); ++i) {
      reversals_.clear();
      finder_->find_into(i, reversals_);
      if (!frames_[i].alternatives.empty())
        finder_->find_alternatives(i, frames_[i].alternatives, reversals_);
      for (const Reversal& reversal : reversals_) plan(reversal);
    }
    for (const Pending& waiting : pending) {
      reversals_.clear();
      if (mutations().never_started_stay && waiting.operation == OperationKind::start) continue;
      finder_->find_waiting(waiting, reversals_);
      for (const Reversal& reversal : reversals_) plan(reversal);
    }
  }

  // ReverseRace(E, e, e')
  void plan(const Reversal& reversal) {
    ++found_;
    sets_->begin(reversal);
    // Two executions that differ only in what goes here have the same reversal.
    if (!had_reversals_.insert(keys_->of(reversal, sum_of(sets_->all())))) {
      ++reversals_had_before_;
      return;
    }
    sets_->find();
    for (const KeptSets::FoundSet& set : sets_->found()) {
      last_steps_.clear();
      add_last_steps({reversal.later, reversal.object, reversal.condition}, KeptEvents(set.kept),
                     *execution_, *program_, last_steps_);
      if (last_steps_.empty()) continue;
      TraceKey kept = sums_[execution_->size()];
      bool keeps_causes = true;  // of e
      sets_->everything().for_each_not_in(set.kept, [&](Position position) {
        kept -= hashes_[position];
        if (position < reversal.earlier && execution_->happens_before(position, reversal.earlier))
          keeps_causes = false;
      });
      // Whoever explores the reversal will ask for the way back: what it keeps, then e. That is
      // part of the present execution, so there is no need to try it.
      if (keeps_causes)
        (void)had_.insert(keys_->of_sequence(kept, (*execution_)[reversal.earlier]));
      for (const Step& last : last_steps_) plan(reversal, set, kept, last);
    }
  }

  // Of the hashes of these events.
  [[nodiscard]] TraceKey sum_of(const PositionSet& kept) const {
    TraceKey sum = sums_[execution_->size()];
    sets_->everything().for_each_not_in(kept, [&](Position position) { sum -= hashes_[position]; });
    return sum;
  }
  // An earlier execution from which a sequence dropped the same events, and went on with the same
  // step after the same causes, led to another trace: some hashes went, all of dropped events, and
  // others came. If the same change leads from the present trace to a known one, then that has all
  // events that are kept now, and the step: it contains the sequence, which need not be imagined.
  [[nodiscard]] bool changes_to_known(const TraceKey& change) {
    const TraceKey* const difference = changes_.find(change);
    if (difference == nullptr) return false;
    TraceKey key = sums_[execution_->size()];
    key += *difference;
    return known_.contains(key) || mutations().trusts_changes;
  }

  void plan(const Reversal& reversal, const KeptSets::FoundSet& set, const TraceKey& kept,
            const Step& last) {
    ++sequences_;
    if (!had_.insert(keys_->of_sequence(kept, last))) {
      ++had_before_;
      return;
    }
    TraceKey dropped = sums_[execution_->size()];
    dropped -= kept;
    const TraceKey change = keys_->of_change(reversal, set.kept, dropped, last);
    if (changes_to_known(change)) {
      ++changed_to_known_;
      return;
    }
    if (planned_count_ == planned_.size()) planned_.emplace_back();
    Candidate& planned = planned_[planned_count_++];
    planned.prefix = set.prefix;
    planned.keeps_old_order = set.keeps_old_order;
    if (set.keeps_old_order)
      planned.kept = set.kept;
    else
      planned.order = set.order;
    planned.last = last;
    planned.change = change;
  }

  void learn_stops(std::span<const Pending> pending) {
    for (const Pending& left : pending)
      if (left.stopped) behaviour_->learn_stop(now_->observations.history_of(left.task));
  }

  // Returns whether the trace is new.
  bool note_known(const TraceKey& key) {
    const bool is_new = known_.insert(key);
    if (is_new) noted_ += key;
    return is_new;
  }

  // Which of the sequences lead to new traces? Those are planned. One is left to explore_next().
  void probe_all() {
    last_planned_ = nullptr;
    const std::size_t known_before = known_.size();
    const std::span planned = std::span(planned_).first(planned_count_);
    in_order_.clear();
    for (const Candidate& sequence : planned) in_order_.push_back(&sequence);
    std::ranges::stable_sort(in_order_, {}, &Candidate::prefix);
    imagined_->begin_execution();
    for (const Candidate* now : in_order_) {
      if (is_settled_by_imagining(*now)) continue;
      if (last_planned_ == nullptr || leaves_at(*last_planned_) < leaves_at(*now))
        std::swap(last_planned_, now);
      if (now != nullptr) probe(*now);
    }
    if (last_planned_ != nullptr && known_.size() != known_before &&
        is_settled_by_imagining(*last_planned_))
      last_planned_ = nullptr;
  }

  // The sequence that leaves the execution last need not be probed if it is what runs next: that
  // run is the probe. If it leads to a known trace, it does not count.
  void explore_next() {
    if (last_planned_ == nullptr) return;
    const std::optional<Position> next = deepest_branch();
    is_probe_ = !next || *next < leaves_at(*last_planned_);
    if (is_probe_)
      insert(*last_planned_);
    else
      probe(*last_planned_);
  }

  // Is it redundant, or planned now?
  [[nodiscard]] bool is_settled_by_imagining(const Candidate& sequence) {
    now_->make_room();
    const PredictedCompletion::Predicted imagined = imagined_->run(sequence, {hashes_, histories_});
    TraceKey difference = imagined.key;
    difference -= sums_[execution_->size()];
    changes_.note(sequence.change, difference);
    if (known_.contains(imagined.key)) {
      ++imagined_known_;
      return true;
    }
    if (!imagined.is_certain || !relies()) return false;
    ++relied_;
    (void)note_known(imagined.key);
    insert(sequence);
    return true;
  }
  [[nodiscard]] bool relies() const { return options_.predicts && !behaviour_->is_contradictory(); }

  void probe(const Candidate& sequence) {
    if (note_known(completion_->run(sequence, {hashes_, histories_})))
      insert(sequence);
    else
      ++probed_known_;
  }

  // How many events of the present execution the sequence begins with.
  [[nodiscard]] Position leaves_at(const Candidate& sequence) const {
    Position at = sequence.prefix;
    if (sequence.keeps_old_order) return at;
    for (const Position position : sequence.order) {
      if (position != at) return at;
      ++at;
    }
    return at;
  }

  [[nodiscard]] std::optional<Position> deepest_branch() const {
    for (Position depth = execution_->size(); depth-- > 0;)
      if (!frames_[depth].branches.empty()) return depth;
    return std::nullopt;
  }

  void insert(const Candidate& sequence) {
    ++inserted_;
    choices_.clear();
    sequence.for_each_that_follows(
        [&](Position position) { choices_.push_back((*execution_)[position].as_choice()); });
    if (sequence.last) choices_.push_back(sequence.last->as_choice());
    // As far as it goes along with the present execution, it belongs further down.
    Position at = sequence.prefix;
    std::size_t shared = 0;
    while (shared < choices_.size() && choices_[shared] == (*execution_)[at].as_choice())
      ++shared, ++at;
    tree_.insert(frames_[at].branches, std::span(choices_).subspan(shared));
  }

  std::uint64_t order_seed_;
  EventDporOptions options_;
  FreeChoice free_choice_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<ReversalFinder> finder_;
  std::optional<KeptSets> sets_;
  std::optional<SequenceKeys> keys_;
  std::optional<StuckExecutions> contained_;
  std::optional<Behaviour> behaviour_;
  std::optional<TaskStates> now_;  // at the end of the execution
  std::optional<PredictedCompletion> imagined_;
  std::optional<Probe> completion_;
  ScheduleTree tree_;
  std::vector<Frame> frames_;       // frames_[d]: the node before the event at d
  std::vector<TraceKey> hashes_;    // of the events of the execution
  std::vector<History> histories_;  // of their tasks after them
  std::vector<TraceKey> sums_;      // of the first i of them
  Position shared_ = 0;             // how many of them it shares with the execution before
  Position unchanged_ = 0;          // and with the last one whose reversals were planned
  KnownTraces known_;               // those that were explored or planned
  TraceKey noted_;                  // their sum
  TraceKey explored_;               // and that of those that were explored
  RecentKeys had_reversals_;        // their keys
  RecentKeys had_;                  // keys of sequences
  RecentValues changes_;            // by keys of changes: key of the new trace - key of the old
  bool is_probe_ = true;            // nobody knows yet where the present run leads to
  bool counts_ = false;             // the present execution
  bool is_misled_ = false;          // something was imagined that is not so
  bool gave_up_before_ = false;     // a search, in the process that wrote the checkpoint
  std::vector<Reversal> reversals_;
  std::vector<Step> last_steps_;
  std::vector<Candidate> planned_;  // reused
  std::size_t planned_count_ = 0;
  std::vector<const Candidate*> in_order_;
  const Candidate* last_planned_ = nullptr;  // of those: the one for explore_next()
  std::vector<StuckExecutions::Contained> ends_early_;
  std::vector<Choice> choices_;
  std::uint64_t found_ = 0;
  std::uint64_t reversals_had_before_ = 0;
  std::uint64_t sequences_ = 0;
  std::uint64_t had_before_ = 0;
  std::uint64_t changed_to_known_ = 0;
  std::uint64_t imagined_known_ = 0;
  std::uint64_t probed_known_ = 0;
  std::uint64_t contained_found_ = 0;
  std::uint64_t contained_known_ = 0;
  std::uint64_t inserted_ = 0;
  std::uint64_t relied_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmFacts& facts, std::uint64_t order_seed,
                                           const EventDporOptions& options) {
  return std::make_unique<EventDpor>(facts, order_seed, options);
}

}  // namespace mazurka
