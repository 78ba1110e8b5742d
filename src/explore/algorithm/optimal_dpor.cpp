// Optimal-DPOR: exactly one execution per Mazurkiewicz trace.
//   Paper    [SourceSets17] Alg. 2; with locks Alg. 4; with awaits Alg. 6.
//   Words    execution = E, reversal.earlier = e, reversal.later = e', a reversal's sequence = v,
//            frame(d).asleep = sleep(E') and frame(d).branches = wut(E') for the prefix E' of
//            length d.
//   Differs  - The recursion is a stack of frames, one per event of the execution.
//            - race/find_reversals.h defines the reversals, and how they differ from the paper.
//            - Handlers are locks (Relation::handlers_as_locks).
//            Property tests compare it with brute force: the same trace keys, each once.
#include <algorithm>

#include "core/invariant.h"
#include "explore/algorithm/thread_algorithms.h"
#include "explore/checkpoint_io.h"
#include "explore/free_choice.h"
#include "explore/race/find_reversals.h"
#include "explore/tree/alternatives.h"
#include "explore/tree/sleep_set.h"
#include "explore/tree/wakeup_tree.h"

namespace mazurka {
namespace {

class OptimalDpor : public Algorithm, private Resumable, private Estimable {
 public:
  OptimalDpor(const AlgorithmFacts& facts, std::uint64_t order_seed)
      : Algorithm(facts), free_choice_(order_seed) {}

  void begin(Program& program, Execution& execution) override {
    execution_ = &execution;
    finder_.emplace(execution, program);
    forest_.emplace(execution.registry(), execution.conflicts());
    frame(0) = {};
  }

  // l.9–18: the first branch of the wakeup tree, or an arbitrary step where the tree is empty.
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    Choice choice;
    WakeupForest::Branches below;
    (void)frame(depth + 1);
    Frame& here = frames_[depth];
    if (here.branches.empty()) {
      const std::span<const Choice> awake = without_sleepers(enabled, here.asleep);
      if (awake.empty()) return std::nullopt;
      choice = free_choice_.pick(awake, *execution_);
    } else {
      const WakeupForest::Taken taken = forest_->take_first(here.branches);
      choice = taken.step.as_choice();
      below = taken.below;
    }
    list_alternatives(choice, enabled, here.alternatives);
    frames_[depth + 1].branches = below;
    return choice;
  }

  // l.17: computes the sleep set after the step.
  void executed() override {
    const Position depth = execution_->size() - 1;
    frames_[depth + 1].asleep.become_rest_of(frames_[depth].asleep, (*execution_)[depth],
                                             execution_->registry(), execution_->conflicts());
  }

  // l.2–7: reverses the races of the maximal execution.
  void finished(bool maximal, std::span<const Pending> pending) override {
    if (!maximal) return;
    for (Position i = 0; i < execution_->size(); ++i) {
      finder_->find_into(i, reversals_);
      if (!frames_[i].alternatives.empty())
        finder_->find_alternatives(i, frames_[i].alternatives, reversals_);
      if (reversals_.size() >= most_reversals) plan();
    }
    for (const Pending& waiting : pending) {
      finder_->find_waiting(waiting, reversals_);
      if (reversals_.size() >= most_reversals) plan();
    }
    plan();
  }

  // l.15, 20–21: puts the explored steps to sleep, from the last one back to the deepest node that
  // has a branch left.
  [[nodiscard]] std::optional<Position> backtrack() override {
    for (Position depth = execution_->size(); depth-- > 0;) {
      frames_[depth].asleep.add((*execution_)[depth]);
      if (!frames_[depth].branches.empty()) return depth;
    }
    return std::nullopt;
  }

  [[nodiscard]] AlgorithmResult result() const override {
    return {.statistics = {{"reversals found", found_},
                           {"reversals redundant by sleep sets", redundant_},
                           {"reversals already planned", found_ - redundant_ - inserted_},
                           {"reversals planned", inserted_},
                           {"peak of wakeup tree nodes", forest_->peak_nodes()}}};
  }
  [[nodiscard]] Resumable* resumable() override { return this; }
  [[nodiscard]] const Estimable* estimable() const override { return this; }

 private:
  [[nodiscard]] std::uint64_t branches_left(Position depth) const override {
    return forest_->count(frames_[depth].branches);
  }
  [[nodiscard]] bool branches_are_new() const override { return true; }
  void save(Position kept, CheckpointWriter& to) const override {
    for (Position depth = 0; depth <= kept; ++depth) {
      const Frame& frame = frames_[depth];
      to.list(frame.asleep.steps(), [&](const Step& step) { to.step(step); });
      to.list(frame.alternatives, [&](std::uint32_t value) { to.value(value); });
      forest_->save(frame.branches, to);
    }
  }
  void load(Position kept, CheckpointReader& from) override {
    (void)frame(kept + 1);
    for (Position depth = 0; depth <= kept; ++depth) {
      Frame& frame = frames_[depth];
      from.list([&] { frame.asleep.add(from.step()); });
      from.list([&] { frame.alternatives.push_back(from.value()); });
      frame.branches = forest_->load(from);
    }
  }

  struct Frame {
    SleepSet asleep;
    WakeupForest::Branches branches;
    std::vector<std::uint32_t> alternatives;  // values of the choice made here, if several
  };

  [[nodiscard]] Frame& frame(Position depth) {
    if (depth >= frames_.size()) frames_.resize(depth + 1);
    return frames_[depth];
  }

  // Returns the choices that are not asleep. All are awake (Lemma 7.1(2)), unless a sequence ended
  // with an update that was taken for a write because the value of its variable is not known, and
  // turned out to read: then this run is one too many.
  [[nodiscard]] std::span<const Choice> without_sleepers(std::span<const Choice> enabled,
                                                         const SleepSet& asleep) {
    if (asleep.steps().empty()) [[likely]]
      return enabled;
    awake_.clear();
    for (const Choice& choice : enabled)
      if (!asleep.contains(choice)) awake_.push_back(choice);
    return awake_;
  }

  // How many reversals are found before they are planned: enough to plan those of one event
  // together, and few enough to need little memory.
  static constexpr std::size_t most_reversals = 10'000;

  // Plans the reversals that were found, and forgets them. If there are many, those of one event
  // are planned together, in the order in which they were found, because most of them share all
  // steps but the last one. Trees of different events do not depend on each other.
  void plan() {
    constexpr std::size_t few = 32;
    shared_by_ = Execution::nowhere;
    if (reversals_.size() <= few) {
      for (const Reversal& reversal : reversals_) plan(reversal);
    } else {
      order_.clear();
      for (std::size_t i = 0; i < reversals_.size(); ++i)
        order_.push_back((std::uint64_t{reversals_[i].earlier} << 32) | i);
      std::sort(order_.begin(), order_.end());
      for (const std::uint64_t each : order_) plan(reversals_[static_cast<std::uint32_t>(each)]);
    }
    reversals_.clear();
  }

  // Inserts the sequence of the reversal into the wakeup tree, unless a sleeping step makes it
  // redundant.
  void plan(const Reversal& reversal) {
    ++found_;
    Frame& before = frames_[reversal.earlier];    // E' = pre(E, e)
    if (is_redundant(reversal, before.asleep)) {  // sleep(E') ∩ WI(v) ≠ ∅
      ++redundant_;
    } else if (insert_sequence(reversal, before.branches)) {  // v
      ++inserted_;
    }
  }

  bool insert_sequence(const Reversal& reversal, WakeupForest::Branches& branches) {
    const bool shares = reversal.keeps_all_unordered(*execution_);
    if (shares && shared_by_ == reversal.earlier) {
      sequence_.back() = reversal.later;
    } else {
      reversal.write_to(sequence_, *execution_);
      shared_by_ = shares ? reversal.earlier : Execution::nowhere;
      descent_ = {};
    }
    return forest_->insert(branches, sequence_, descent_);
  }

  [[nodiscard]] bool is_redundant(const Reversal& reversal, const SleepSet& asleep) const {
    for (const Step& step : asleep.steps())
      if (is_weak_initial(step, reversal, *execution_)) return true;
    return false;
  }

  FreeChoice free_choice_;
  Execution* execution_ = nullptr;
  std::optional<ReversalFinder> finder_;
  std::optional<WakeupForest> forest_;
  std::vector<Frame> frames_;  // frames_[d]: the node before the event at d
  std::vector<Reversal> reversals_;
  std::vector<std::uint64_t> order_;  // scratch of plan()
  // The sequence that was inserted last. If it is one of those that differ only in their last
  // steps, `shared_by_` is the event that they reverse, and `descent_` how far they lead.
  std::vector<Step> sequence_;
  Position shared_by_ = Execution::nowhere;
  WakeupForest::Descent descent_;
  std::vector<Choice> awake_;  // scratch
  std::uint64_t found_ = 0;
  std::uint64_t redundant_ = 0;
  std::uint64_t inserted_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_optimal_dpor(const AlgorithmFacts& facts,
                                             std::uint64_t order_seed) {
  return std::make_unique<OptimalDpor>(facts, order_seed);
}

}  // namespace mazurka
