// Brute force: every step in every state, depth first; never from the same state twice.
//
// Two executions with the same trace and the same order in the fifo mailboxes have the same future,
// so a state is the pair of both. That trusts the conflict table, and nothing else: no
// happens-before, no races, no sleep sets. Keep it small and obvious. (tests/property holds it
// against a search that merges nothing.)
#include "explore/algorithm/naive.h"

#include <unordered_set>

#include "core/hash.h"
#include "core/trace_key.h"

namespace mazurka {
namespace {

class Naive : public Algorithm {
 public:
  explicit Naive(const AlgorithmOptions& options)
      : relation_(options.handlers_as_locks ? Relation::handlers_as_locks : Relation::events) {}

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

  void add_statistics(Statistics& statistics) const override {
    statistics.emplace_back("states", states_.size());
    statistics.emplace_back("traces", traces_.size());
  }

 private:
  [[nodiscard]] TraceKey state() const {
    TraceKey key = keyer_->key();
    key.high = mix(key.high, program_->mailbox_fingerprint());
    return key;
  }

  Relation relation_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::optional<TraceKeyer> keyer_;
  bool returned_ = false;  // the node was visited before: go on with what is left
  std::vector<std::vector<Choice>> untried_;  // by depth; the last comes next
  std::unordered_set<TraceKey> states_;
  std::unordered_set<TraceKey> traces_;
};

}  // namespace

std::unique_ptr<Algorithm> make_naive(const AlgorithmOptions& options) {
  return std::make_unique<Naive>(options);
}

}  // namespace mazurka
