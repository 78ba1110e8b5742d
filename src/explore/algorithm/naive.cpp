// Brute force: depth-first search that takes every enabled step in every state, and expands each
// state once.
//
// Two executions with the same trace and the same order in the fifo mailboxes have the same future,
// so this pair identifies a state. The search relies on the conflict table, and on nothing else: no
// happens-before, no races, no sleep sets. Keep it small and obvious. (tests/property compares it
// with a search that never merges states.)
#include "explore/algorithm/naive.h"

#include <unordered_set>

#include "core/state_key.h"
#include "core/trace_key.h"
#include "explore/algorithm/preemption_bound.h"
#include "explore/checkpoint_io.h"
#include "program/state_view.h"

namespace mazurka {
namespace {

class Naive : public Algorithm, private Resumable, private Estimable {
 public:
  Naive(const AlgorithmFacts& facts, const NaiveOptions& options) : Algorithm(facts) {
    if (options.preemptions) bound_.emplace(*options.preemptions);
  }

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    keyer_.emplace(execution.registry(), execution.conflicts());
    if (bound_) bound_->begin(execution);
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    if (depth >= untried_.size()) untried_.resize(depth + 1);
    if (!returned_) {
      if (!states_.insert(state()).second) return std::nullopt;
      untried_[depth].assign(enabled.rbegin(), enabled.rend());
      if (bound_) bound_->leave_out(untried_[depth]);
    }
    returned_ = false;
    const Choice choice = untried_[depth].back();
    untried_[depth].pop_back();
    return choice;
  }

  void executed() override { keyer_->push((*execution_)[execution_->size() - 1]); }

  // Executions with the same trace can end with different orders of messages that were never
  // started, so several states can have one trace. Only the first of them counts.
  [[nodiscard]] bool record_trace() override { return traces_.insert(keyer_->key()).second; }
  void finished(bool /*maximal*/, std::span<const Pending> /*pending*/) override {}

  [[nodiscard]] std::optional<Position> backtrack() override {
    for (Position depth = execution_->size() + 1; depth-- > 0;) {
      if (depth >= untried_.size() || untried_[depth].empty()) continue;
      keyer_->clear();
      for (Position i = 0; i < depth; ++i) keyer_->push((*execution_)[i]);
      returned_ = true;
      return depth;
    }
    return std::nullopt;
  }

  [[nodiscard]] AlgorithmResult result() const override {
    return {.bound = bound_ && bound_->left_out_some() ? Bound::preemptions : Bound::none,
            .statistics = {{"states", states_.size()}, {"traces", traces_.size()}}};
  }
  [[nodiscard]] Resumable* resumable() override { return this; }
  [[nodiscard]] const Estimable* estimable() const override { return this; }

 private:
  // Returns a key of the present state.
  [[nodiscard]] TraceKey state() const {
    const TraceKey key = with_extra(keyer_->key(), program_->state_view().mailbox_fingerprint());
    return bound_ ? with_extra(key, bound_->fingerprint()) : key;
  }

  [[nodiscard]] std::uint64_t branches_left(Position depth) const override {
    return depth < untried_.size() ? untried_[depth].size() : 0;
  }
  void save(Position kept, CheckpointWriter& to) const override {
    for (Position depth = 0; depth <= kept; ++depth) {
      to.list(untried_[depth], [&](Choice choice) { to.choice(choice); });
      if (bound_) bound_->save(depth, to);
    }
    if (bound_) to.number(bound_->left_out_some() ? 1 : 0);
    to.list(states_, [&](const TraceKey& key) { to.key(key); });
    to.list(traces_, [&](const TraceKey& key) { to.key(key); });
  }
  void load(Position kept, CheckpointReader& from) override {
    untried_.resize(kept + 1);
    for (Position depth = 0; depth <= kept; ++depth) {
      from.list([&] { untried_[depth].push_back(from.choice()); });
      if (bound_) bound_->load(depth, from);
    }
    if (untried_[kept].empty()) CheckpointReader::fail();
    if (bound_) bound_->set_left_out_some(from.flag());
    from.list([&] { states_.insert(from.key()); });
    from.list([&] { traces_.insert(from.key()); });
    keyer_->clear();
    for (const Event& event : execution_->events()) keyer_->push(event);
    returned_ = true;
  }

  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<TraceKeyer> keyer_;
  std::optional<PreemptionBound> bound_;
  bool returned_ = false;  // the search has just backtracked to a node that it visited before
  std::vector<std::vector<Choice>> untried_;  // by depth; taken from the back
  std::unordered_set<TraceKey> states_;
  std::unordered_set<TraceKey> traces_;
};

}  // namespace

std::unique_ptr<Algorithm> make_naive(const AlgorithmFacts& facts, const NaiveOptions& options) {
  AlgorithmFacts chosen = facts;
  if (options.handlers_as_locks) chosen.relation = Relation::handlers_as_locks;
  return std::make_unique<Naive>(chosen, options);
}

}  // namespace mazurka
