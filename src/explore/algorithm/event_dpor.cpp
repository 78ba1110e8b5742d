// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
//   Paper    [EventDpor] Algorithm 1, on top of Optimal-DPOR ([SourceSets17] Alg. 2, 4 and 6).
//   Words    execution = E, a reversal's planned sequences = ReverseRace(E, e, e') as pairs
//            (E', v), frame(d).asleep = what is done at the prefix of length d or above and not
//            yet refuted, frame(d).branches = wut(E').
//   Differs  - ReverseRace gives the maximal sets for each prefix, and more (reversal_sets.h).
//            - Whether p ∈ WI(v) is decided exactly, by running the program where need be
//              (message_initials.h). So a sequence is put in its place at once: nothing is parked.
//            - Where v contains p's step only later, or not at all, what goes below p is the
//              witness.
//            - fifo handlers: a post plays the role that a start plays with multiset handlers.
//            - Messages that are stuck for ever (stuck_plans.h, stuck_search.h).
//            - A sequence that is dropped as redundant is run to its end once: if nobody has seen
//              the trace, it is explored after all (make_up_for).
//            - In programs without messages this is Optimal-DPOR, step by step.
//            Held against brute force by the property tests: the same trace keys, each once.
#include "explore/algorithm/event_dpor.h"

#include <algorithm>
#include <unordered_set>

#include "core/dependence.h"
#include "core/invariant.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/pending/wakeup_tree.h"
#include "explore/reversal/find_reversals.h"
#include "explore/reversal/footprints.h"
#include "explore/reversal/message_initials.h"
#include "explore/reversal/reversal_sets.h"
#include "explore/reversal/run_on.h"
#include "explore/reversal/stuck_plans.h"
#include "explore/reversal/stuck_search.h"

namespace mazurka {
namespace {

// A step that was explored at the node `origin`, and need not be taken again below it.
struct Sleeper {
  Step step;
  Position origin = 0;
  bool decides = false;       // for a handler: then what ran since matters only as a whole
  bool holds_so_far = false;  // at this node: it could go before all that ran since
  AccessListId second;        // what the message that it starts or posts touched first
};

class EventDpor : public Algorithm, private BranchTest {
 public:
  explicit EventDpor(const AlgorithmOptions& options)
      : free_choice_(options.order_seed), mutations_(options.event_mutations) {}

  [[nodiscard]] std::string_view name() const override { return "event"; }
  [[nodiscard]] Relation relation() const override { return Relation::events; }

  void begin(Program& program, Execution& execution) override {
    execution_ = &execution;
    registry_ = &execution.registry();
    finder_.emplace(execution, program);
    sets_.emplace(execution, program);
    initials_.emplace(program, execution.conflicts());
    stuck_search_.emplace(program, execution.conflicts());
    run_on_.emplace(program, execution.conflicts());
    frames_.assign(1, {});
    sets_->needs_all_predecessors = mutations_.trap1_needs_all_predecessors;
    sets_->only_shortest_prefix = mutations_.trap2_only_shortest_prefix;
    forest_.leaves_siblings_behind = mutations_.trap3_leave_siblings_behind;
    initials_->let_nobody_help(mutations_.trap4_no_helpers);
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    if (depth + 1 >= frames_.size()) frames_.resize(depth + 2);
    Frame& here = frames_[depth];
    Choice choice;
    WakeupForest::Branches below;
    if (here.branches.empty()) {
      // Whoever slept was refuted when the sequence that led here was planned.
      for (const Sleeper& sleeper : here.asleep)
        if (!sleeper.decides) return std::nullopt;  // never
      here.asleep.clear();
      choice = free_choice_.pick(enabled, *execution_);
    } else {
      const WakeupForest::Taken taken = forest_.take_first(here.branches);
      choice = taken.step.as_choice();
      below = taken.below;
    }
    here.note_alternatives(choice, enabled);
    frames_[depth + 1].branches = below;
    return choice;
  }

  void executed() override {
    const Position depth = execution_->size() - 1;
    const Step& step = (*execution_)[depth];
    std::vector<Sleeper>& after = frames_[depth + 1].asleep;
    after.clear();
    for (const Sleeper& sleeper : frames_[depth].asleep)
      if (sleeper.decides || !depends(*registry_, execution_->conflicts(), step, sleeper.step))
        after.push_back(sleeper), after.back().holds_so_far = false;
  }

  void finished(bool maximal, std::span<const Pending> pending) override {
    if (!maximal) return;
    footprints_.learn(*execution_, kept_);
    sets_->begin_execution();
    finder_->leaves_last_step_open = sets_->has_messages();
    planned_.clear();
    for (Position i = 0; i < execution_->size(); ++i) {
      reversals_.clear();
      finder_->find_into(i, reversals_);
      if (!frames_[i].alternatives.empty())
        finder_->find_alternatives(i, frames_[i].alternatives, reversals_);
      plan();
    }
    for (const Pending& waiting : pending) {
      reversals_.clear();
      finder_->find_waiting(waiting, reversals_);
      plan();
    }
    if (sets_->has_messages()) {
      reversals_.clear();
      seen_traces_.insert(key_of(*execution_));
      if (!mutations_.trap5_no_stuck_plans) find_stuck_plans(*execution_, pending, reversals_);
      plan();
    }
    // The conditions of awaits are gone as soon as a probe restarts the program: all sequences
    // first.
    for (PlannedSequence& sequence : planned_) insert(sequence);
  }

  [[nodiscard]] std::optional<Position> backtrack() override {
    for (Position depth = execution_->size(); depth-- > 0;) {
      frames_[depth].asleep.push_back(sleeper_at(depth));
      if (!frames_[depth].branches.empty()) return kept_ = depth;
    }
    return std::nullopt;
  }

  void add_statistics(Statistics& statistics) const override {
    const auto decided = [&](const char* name, MessageInitials::Stage stage) {
      statistics.emplace_back(name, initials_->decided_by(stage));
    };
    statistics.emplace_back("reversals found", found_);
    statistics.emplace_back("sequences to plan", sequences_);
    statistics.emplace_back("sequences redundant", redundant_);
    statistics.emplace_back("sequences planned", inserted_);
    decided("weak initials: plain", MessageInitials::plain);
    decided("weak initials: first of its handler", MessageInitials::first_of_handler);
    decided("weak initials: refuted by the first access", MessageInitials::first_access);
    decided("weak initials: witness found by a probe", MessageInitials::probe_yes);
    decided("weak initials: refuted by a probe", MessageInitials::probe_no);
    decided("weak initials: undecided", MessageInitials::unknown);
    statistics.emplace_back("probes", initials_->probes().probes);
    statistics.emplace_back("runs in probes", initials_->probes().runs);
    statistics.emplace_back("events in probes", initials_->probes().events);
    statistics.emplace_back("redundant sequences run to their end", made_up_);
    statistics.emplace_back("reversals run on", run_on_->runs());
    statistics.emplace_back("searches for stuck messages", stuck_search_->searches());
    statistics.emplace_back("searches for stuck messages: undecided", stuck_search_->undecided());
    statistics.emplace_back("peak of wakeup tree nodes", forest_.peak_nodes());
  }

 private:
  struct Frame {
    std::vector<Sleeper> asleep;
    WakeupForest::Branches branches;
    std::vector<std::uint32_t> alternatives;

    void note_alternatives(Choice choice, std::span<const Choice> enabled) {
      alternatives.clear();
      for (const Choice& other : enabled)
        if (other.task == choice.task) alternatives.push_back(other.value);
      if (alternatives.size() == 1) alternatives.clear();
    }
  };

  [[nodiscard]] Sleeper sleeper_at(Position depth) const {
    const Event& event = (*execution_)[depth];
    return {event, depth, decides_for_handler(event, *registry_), false, second_of(depth)};
  }

  // What the message that the event at `depth` starts or posts touched first; none if that is not
  // known, or not the same in every order.
  [[nodiscard]] AccessListId second_of(Position depth) const {
    const Event& event = (*execution_)[depth];
    if (!decides_for_handler(event, *registry_)) return AccessListId::none();
    const TaskId message = event.operation == OperationKind::post ? event.other : event.task;
    const Position second = execution_->position_of({message, 1});
    if (second == Execution::nowhere || (*execution_)[second].operation == OperationKind::await)
      return AccessListId::none();
    return (*execution_)[second].accesses;
  }

  void plan() {
    for (const Reversal& reversal : reversals_) {
      ++found_;
      if (sets_->has_messages()) {
        sets_->expand(reversal, planned_);
      } else {
        plan_plainly(reversal);
      }
    }
  }

  // Without messages: Optimal-DPOR.
  void plan_plainly(const Reversal& reversal) {
    ++sequences_;
    Frame& before = frames_[reversal.earlier];
    for (const Sleeper& sleeper : before.asleep)
      if (is_weak_initial(sleeper.step, reversal, *execution_)) {
        ++redundant_;
        return;
      }
    reversal.write_to(sequence_, *execution_);
    path_.clear();
    whole_ = false;
    if (forest_.insert(before.branches, sequence_, *this)) ++inserted_;
  }

  void insert(PlannedSequence& planned) {
    if (planned.behind.exists()) insert_with_all_else(planned);
    start_path(planned.prefix);
    if (planned.stuck.exists()) {
      if (stuck_search_->extend(path_, planned.steps, planned.stuck))
        insert_whole(planned.prefix, planned.steps);
      return;
    }
    whole_ = false;
    std::vector<Step> longer = planned.steps;
    if (!mutations_.no_run_on && !planned.left_out.empty() &&
        run_on_->extend(path_, longer, planned.left_out))
      return insert(planned.prefix, longer);
    insert(planned.prefix, planned.steps);
  }

  // The message that waited for ever goes first, and all else happens as it did.
  void insert_with_all_else(const PlannedSequence& planned) {
    start_path(planned.prefix);
    std::vector<Step> steps = planned.steps;
    std::vector<Step> rest;
    for (Position i = planned.prefix; i < execution_->size(); ++i) {
      const auto same = [&](const Step& step) { return step.id() == (*execution_)[i].id(); };
      if (std::ranges::none_of(steps, same)) rest.push_back((*execution_)[i]);
    }
    for (const Step& step : steps) path_.push_back(step.as_choice());
    path_.pop_back();
    std::vector<Step> witness;
    if (!initials_->find_witness(path_, steps.back(), rest, witness)) return;
    steps.insert(steps.end(), witness.begin(), witness.end());
    start_path(planned.prefix);
    if (stuck_search_->extend(path_, steps, planned.behind)) insert_whole(planned.prefix, steps);
  }

  void start_path(Position length) {
    path_.clear();
    for (Position i = 0; i < length; ++i) path_.push_back((*execution_)[i].as_choice());
  }

  // REQUIRES: path_ leads to `at`.
  void insert(Position at, std::vector<Step>& steps) {
    ++sequences_;
    // Where the execution itself goes on with a step that can come first, the sequence belongs
    // there.
    while (at < execution_->size() && goes_below((*execution_)[at], second_of(at), steps)) {
      ++at;
      if (steps.empty()) return;  // it is part of this execution
    }
    if (at == execution_->size()) return;
    if (is_redundant(at, steps)) {
      ++redundant_;
      if (sets_->reordered_messages() && !mutations_.no_make_up) make_up_for(at, steps);
      return;
    }
    if (forest_.insert(frames_[at].branches, steps, *this, whole_)) ++inserted_;
  }

  // A sequence that is contained in what was explored below an earlier step may still stand for
  // traces that were not: those that need messages in another order than the sequences that were
  // planned there. Run it to its end: a trace that nobody has seen is explored here.
  void make_up_for(Position at, std::vector<Step>& steps) {
    ++made_up_;
    if (!stuck_search_->run_to_end(path_, steps)) return;
    insert_whole(at, steps);
  }

  // A whole execution. Where it belongs may have been left already: then it was missed there. Keys
  // tell whether it was explored or planned.
  void insert_whole(Position at, std::vector<Step>& steps) {
    if (!seen_traces_.insert(stuck_search_->key()).second) return;
    ++sequences_;
    whole_ = true;
    while (at < execution_->size() && goes_below((*execution_)[at], second_of(at), steps)) ++at;
    if (at == execution_->size()) return;
    if (forest_.insert(frames_[at].branches, steps, *this, /*grows_leaves=*/true)) ++inserted_;
  }

  [[nodiscard]] bool is_redundant(Position at, const std::vector<Step>& sequence) {
    std::vector<Sleeper>& asleep = frames_[at].asleep;
    for (std::size_t i = 0; i < asleep.size(); ++i) {
      if (!asleep[i].decides) {
        if (initials_->holds({}, asleep[i].step, sequence, AccessListId::none(),
                             /*exactly=*/false, nullptr))
          return true;
        continue;
      }
      if (!asleep[i].holds_so_far) {
        if (!can_go_first(asleep[i], at, {})) {
          forget_below(asleep[i].step, asleep[i].origin, at);
          --i;
          continue;
        }
        asleep[i].holds_so_far = true;
      }
      if (can_go_first(asleep[i], at, sequence)) return true;
    }
    return false;
  }

  // p ∈ WI(w.v), where w leads from where p was explored to `at`.
  [[nodiscard]] bool can_go_first(const Sleeper& sleeper, Position at,
                                  std::span<const Step> sequence) {
    since_.clear();
    for (Position i = sleeper.origin; i < at; ++i) since_.push_back((*execution_)[i]);
    since_.insert(since_.end(), sequence.begin(), sequence.end());
    const std::span<const Choice> prefix(path_.data(), sleeper.origin);
    return initials_->holds_for_explored(prefix, sleeper.step, since_, sleeper.second, footprints_,
                                         *execution_);
  }

  // What cannot go first before a part cannot go first before the whole: it sleeps no more, here
  // and further down this execution.
  void forget_below(const Step step, Position origin, Position at) {
    for (Position depth = at; depth < execution_->size() + 1; ++depth)
      std::erase_if(frames_[depth].asleep, [&](const Sleeper& sleeper) {
        return sleeper.origin == origin && sleeper.step.as_choice() == step.as_choice();
      });
  }

  // BranchTest: path_ is how to get to the node that the step would be taken at.
  [[nodiscard]] bool goes_below(const Step& step, AccessListId second,
                                std::vector<Step>& sequence) override {
    if (!initials_->holds(path_, step, sequence, second, whole_, &sequence)) return false;
    path_.push_back(step.as_choice());
    return true;
  }

  FreeChoice free_choice_;
  EventDporSwitches mutations_;
  Execution* execution_ = nullptr;
  Registry* registry_ = nullptr;
  std::optional<ReversalFinder> finder_;
  std::optional<ReversalSets> sets_;
  std::optional<MessageInitials> initials_;
  std::optional<StuckSearch> stuck_search_;
  std::optional<RunOn> run_on_;
  Footprints footprints_;
  Position kept_ = 0;  // how much of the execution is old
  WakeupForest forest_;
  std::vector<Frame> frames_;  // frames_[d]: the node before the event at d
  std::vector<Reversal> reversals_;
  std::vector<PlannedSequence> planned_;
  std::vector<Step> sequence_;
  std::vector<Step> since_;
  std::vector<Choice> path_;
  std::unordered_set<TraceKey> seen_traces_;  // explored or planned as a whole
  bool whole_ = false;  // the sequence at hand is a whole execution, in which a message is stuck
  std::uint64_t found_ = 0;
  std::uint64_t sequences_ = 0;
  std::uint64_t redundant_ = 0;
  std::uint64_t inserted_ = 0;
  std::uint64_t made_up_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmOptions& options) {
  return std::make_unique<EventDpor>(options);
}

}  // namespace mazurka
