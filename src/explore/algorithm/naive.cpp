// Brute force: every step in every state, depth first; never from the same state twice.
//
// Two executions with the same trace and the same order in the fifo mailboxes have the same future,
// so a state is the pair of both. That trusts the conflict table, and nothing else: no
// happens-before, no races, no sleep sets. Keep it small and obvious. (tests/property holds it
// against a search that merges nothing.)
#include "explore/algorithm/naive.h"

#include <algorithm>
#include <unordered_set>

#include "core/hash.h"
#include "core/trace_key.h"
#include "explore/checkpoint_io.h"

namespace mazurka {
namespace {

class Naive : public Algorithm {
 public:
  explicit Naive(const AlgorithmOptions& options)
      : relation_(options.handlers_as_locks ? Relation::handlers_as_locks : Relation::events),
        preemptions_(options.preemptions) {}

  [[nodiscard]] std::string_view name() const override { return "naive"; }
  [[nodiscard]] Relation relation() const override { return relation_; }
  [[nodiscard]] bool gives_up_on_purpose() const override { return true; }

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
    keyer_.emplace(execution.registry(), execution.conflicts());
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position depth = execution_->size();
    if (depth >= untried_.size()) untried_.resize(depth + 1);
    if (!returned_) {
      if (!states_.insert(state()).second) return std::nullopt;
      untried_[depth].assign(enabled.rbegin(), enabled.rend());
      if (preemptions_) leave_out_preemptions(depth);
    }
    returned_ = false;
    const Choice choice = untried_[depth].back();
    untried_[depth].pop_back();
    return choice;
  }

  void executed() override { keyer_->push((*execution_)[execution_->size() - 1]); }

  // The same trace can end with different orders in mailboxes that nobody empties.
  [[nodiscard]] bool counts() override { return traces_.insert(keyer_->key()).second; }
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

  [[nodiscard]] Bound own_bound() const override {
    return left_out_ ? Bound::preemptions : Bound::none;
  }
  [[nodiscard]] std::uint64_t branches_left(Position depth) const override {
    return depth < untried_.size() ? untried_[depth].size() : 0;
  }
  [[nodiscard]] bool save(Position kept, CheckpointWriter& to) const override {
    for (Position depth = 0; depth <= kept; ++depth) {
      to.list(untried_[depth], [&](Choice choice) { to.choice(choice); });
      to.number(preemptions_ ? used_[depth] * 2 + (could_go_on_[depth] ? 1 : 0) : 0);
    }
    to.number(left_out_ ? 1 : 0);
    to.list(states_, [&](const TraceKey& key) { to.key(key); });
    to.list(traces_, [&](const TraceKey& key) { to.key(key); });
    return true;
  }
  void load(Position kept, CheckpointReader& from) override {
    untried_.resize(kept + 1);
    used_.resize(kept + 1);
    could_go_on_.resize(kept + 1);
    for (Position depth = 0; depth <= kept; ++depth) {
      from.list([&] { untried_[depth].push_back(from.choice()); });
      const std::uint32_t used = from.number_below(std::uint64_t{1} << 32);
      used_[depth] = used / 2;
      could_go_on_[depth] = used % 2 != 0;
    }
    if (untried_[kept].empty()) CheckpointReader::fail();
    left_out_ = from.flag();
    from.list([&] { states_.insert(from.key()); });
    from.list([&] { traces_.insert(from.key()); });
    keyer_->clear();
    for (const Event& event : execution_->events()) keyer_->push(event);
    returned_ = true;
  }

  void add_statistics(Statistics& statistics) const override {
    statistics.emplace_back("states", states_.size());
    statistics.emplace_back("traces", traces_.size());
  }

 private:
  [[nodiscard]] TraceKey state() const {
    TraceKey key = keyer_->key();
    key.high = mix(key.high, program_->mailbox_fingerprint());
    if (preemptions_) key.high = mix(key.high, mix(last_task().value, used_so_far()));
    return key;
  }

  // A preemption: another task goes on although the last one could. With a bound, what can follow
  // depends on who ran last and on how many there were, so both are part of the state.
  [[nodiscard]] TaskId last_task() const {
    const Position size = execution_->size();
    return size == 0 ? TaskId::none() : (*execution_)[size - 1].task;
  }
  // used_[d]: by the first d events of the present execution.
  [[nodiscard]] std::uint32_t used_so_far() const {
    const Position depth = execution_->size();
    if (depth == 0) return 0;
    const bool preempts =
        depth > 1 && (*execution_)[depth - 2].task != last_task() && could_go_on_[depth - 1];
    return used_[depth - 1] + (preempts ? 1 : 0);
  }
  void leave_out_preemptions(Position depth) {
    used_.resize(depth + 1);
    could_go_on_.resize(depth + 1);
    used_[depth] = used_so_far();
    const TaskId last = last_task();
    std::vector<Choice>& choices = untried_[depth];
    const auto is_of_last = [&](const Choice& choice) { return choice.task == last; };
    could_go_on_[depth] = std::ranges::any_of(choices, is_of_last);
    if (!could_go_on_[depth] || used_[depth] < *preemptions_) return;
    if (std::erase_if(choices, [&](const Choice& choice) { return !is_of_last(choice); }) > 0)
      left_out_ = true;
  }

  Relation relation_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<TraceKeyer> keyer_;
  std::optional<std::uint32_t> preemptions_;
  std::vector<std::uint32_t> used_;  // by depth, with a bound on preemptions
  std::vector<bool> could_go_on_;    // by depth: the task that ran before
  bool left_out_ = false;            // something, because of the bound
  bool returned_ = false;            // the node was visited before: go on with what is left
  std::vector<std::vector<Choice>> untried_;  // by depth; the last comes next
  std::unordered_set<TraceKey> states_;
  std::unordered_set<TraceKey> traces_;
};

}  // namespace

std::unique_ptr<Algorithm> make_naive(const AlgorithmOptions& options) {
  return std::make_unique<Naive>(options);
}

}  // namespace mazurka
