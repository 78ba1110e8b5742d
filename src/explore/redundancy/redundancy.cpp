#include "explore/redundancy/redundancy.h"

#include <algorithm>

#include "core/invariant.h"
#include "explore/checkpoint_io.h"
#include "explore/frontier/frontier.h"
#include "explore/mutations.h"

namespace mazurka {

bool Redundancy::record_trace(const Start& start) {
  // Nobody in this process has run what another worker has predicted or probed.
  prediction_.analyse(/*learns=*/start.is_probe || start.is_foreign);
  const TraceKey key = prediction_.key();
  const bool was_unknown = add_known(key);
  const bool counts = !start.is_probe || was_unknown;
  if (!counts) ++counts_.probed_known;
  const bool is_elsewhere = start.has_two_goals || (start.goal && *start.goal != key);
  if (options_.frontier != nullptr) {
    if (is_elsewhere) options_.frontier->fail();
    if (start.is_probe && counts) (void)options_.frontier->is_claimed(key);
    if (counts) options_.frontier->reached(key, start.is_told);
    return counts;
  }
  const bool is_unexpected = is_elsewhere || (!start.is_probe && was_unknown);
  MAZURKA_INVARIANT(!is_unexpected || counts_.predicted_new > 0,
                    "a candidate leads to where its probe led");
  if (is_unexpected) prediction_failed_ = true;
  if (!counts) return false;
  explored_sum_ += key;
  ++explored_;
  return true;
}

void Redundancy::check_that_all_is_explored() {
  if (options_.frontier != nullptr) return;
  if (counts_.predicted_new > 0 && explored_sum_ != planned_sum_) prediction_failed_ = true;
}

void Redundancy::begin_execution() {
  collected_count_ = 0;
  prediction_.begin_execution();
  everything_ = PositionSet(execution_->size());
  everything_.insert_below(execution_->size());
}

// --- Question 1: have we just seen it? -----------------------------------------------------------

bool Redundancy::is_seen(const Reversal& reversal, const PositionSet& can_stay) {
  TraceKey sum = prediction_.key();
  everything_.for_each_not_in(
      can_stay, [&, hash = hashes().data()](Position position) { sum -= hash[position]; });
  if (seen_reversals_.insert(keys_.of(reversal, sum))) return false;
  ++counts_.seen_reversals;
  return true;
}

void Redundancy::begin_set(const Reversal& reversal, Candidate& candidate) {
  TraceKey kept = prediction_.key();
  bool keeps_causes = true;  // of e
  const auto drop = [&, hash = hashes().data(), &execution = *execution_,
                     earlier = reversal.earlier](Position position) {
    kept -= hash[position];
    if (position < earlier && execution.happens_before(position, earlier)) keeps_causes = false;
  };
  everything_.for_each_not_in(candidate.kept, drop);
  candidate.kept_key = kept;
  if (!keeps_causes) return;
  // Exploring the reversal will yield its way back as a candidate. The present trace contains it.
  const Event& earlier = (*execution_)[reversal.earlier];
  (void)seen_sequences_.insert(keys_.of_sequence(candidate.kept_key, earlier));
}

bool Redundancy::is_known(const Reversal& reversal, Candidate& candidate) {
  ++counts_.candidates;
  if (!seen_sequences_.insert(keys_.of_sequence(candidate.kept_key, *candidate.last))) {
    ++counts_.seen;
    return true;
  }
  TraceKey dropped = prediction_.key();
  dropped -= candidate.kept_key;
  candidate.change = keys_.of_change(reversal, candidate.kept, dropped, *candidate.last);
  if (!leads_to_known(candidate.change)) return false;
  ++counts_.changed_to_known;
  return true;
}

// --- Question 2: does a known change lead to a known trace? --------------------------------------

bool Redundancy::leads_to_known(const TraceKey& change) {
  const TraceKey* const difference = seen_changes_.find(change);
  if (difference == nullptr) return false;
  TraceKey key = prediction_.key();
  key += *difference;
  return is_known_trace(key) || mutations().trusts_changes;
}

void Redundancy::collect(const Candidate& candidate) {
  if (collected_count_ == collected_.size()) collected_.emplace_back();
  collected_[collected_count_++] = candidate;
}

// --- Questions 3 and 4: where does it lead? ------------------------------------------------------

// The candidate that leaves the execution last is left undecided, because it is the most likely to
// be explored next. If other traces have become known since its prediction, it is asked again.
std::span<const Candidate* const> Redundancy::new_candidates() {
  new_.clear();
  undecided_ = nullptr;
  by_prefix_.clear();
  for (std::size_t i = 0; i < collected_count_; ++i) by_prefix_.push_back(&collected_[i]);
  std::ranges::stable_sort(by_prefix_, {}, &Candidate::prefix);
  const std::size_t known_before = known_.size();
  const auto is_settled = [&](Candidate* candidate) {
    const Answer answer = settle_by_prediction(*candidate);
    if (answer == Answer::is_new) new_.push_back(candidate);
    return answer != Answer::unknown;
  };
  for (Candidate* candidate : by_prefix_) {
    if (is_settled(candidate)) continue;
    if (undecided_ == nullptr || undecided_->prefix < candidate->prefix)
      std::swap(undecided_, candidate);
    if (candidate != nullptr && probe_is_new(*candidate)) new_.push_back(candidate);
  }
  if (undecided_ != nullptr && known_.size() != known_before && is_settled(undecided_))
    undecided_ = nullptr;
  return new_;
}

Redundancy::Answer Redundancy::settle_by_prediction(Candidate& candidate) {
  const Prediction::Predicted predicted = prediction_.predict(candidate);
  TraceKey difference = predicted.key;
  difference -= prediction_.key();
  seen_changes_.assign(candidate.change, difference);
  if (is_known_trace(predicted.key)) {
    ++counts_.predicted_known;
    return Answer::known;
  }
  if (!predicted.is_exact || !options_.predicts || !prediction_.is_consistent())
    return Answer::unknown;
  ++counts_.predicted_new;
  candidate.trace = predicted.key;
  (void)add_known(predicted.key);
  return Answer::is_new;
}

bool Redundancy::probe_is_new(Candidate& candidate) {
  candidate.trace = prediction_.probe(candidate);
  if (add_known(candidate.trace)) return true;
  ++counts_.probed_known;
  return false;
}

bool Redundancy::is_new(const Candidate& stuck) {
  if (add_known(stuck.kept_key)) return true;
  ++counts_.stuck_known;
  return false;
}

bool Redundancy::is_known_trace(const TraceKey& key) {
  return known_.contains(key) || (options_.frontier != nullptr && options_.frontier->knows(key));
}

// Returns whether the trace is new.
bool Redundancy::add_known(const TraceKey& key) {
  if (options_.frontier != nullptr && known_.size() >= options_.known_in_memory / 2) forget_known();
  const bool is_new =
      known_.insert(key) && (options_.frontier == nullptr || !options_.frontier->knows(key));
  if (is_new) planned_sum_ += key;
  return is_new;
}

void Redundancy::forget_known() {
  known_ = KnownTraces(options_.known_in_memory, options_.key_folder);
}

bool Redundancy::is_consistent_with(std::uint64_t sequences, bool is_probe) const {
  if (options_.frontier != nullptr) return true;
  const std::uint64_t unexplored = known_.size() - explored_ + (is_probe ? 1 : 0);
  // Two sequences may coincide if their predictions were wrong, which is noticed in the end.
  return counts_.predicted_new > 0 ? sequences <= unexplored : sequences == unexplored;
}

// --- Checkpoints and statistics ------------------------------------------------------------------

void Redundancy::save(CheckpointWriter& to) const {
  known_.save(to);
  to.key(planned_sum_);
  to.key(explored_sum_);
  to.number(counts_.predicted_new);
}

void Redundancy::load(CheckpointReader& from, std::uint64_t unexplored) {
  known_.load(from);
  planned_sum_ = from.key();
  explored_sum_ = from.key();
  counts_.predicted_new = from.number();
  explored_ = known_.size() - std::min<std::uint64_t>(unexplored, known_.size());
}

void Redundancy::add_statistics(
    std::vector<std::pair<std::string, std::uint64_t>>& statistics) const {
  const auto add = [&](std::string_view name, std::uint64_t count) {
    statistics.emplace_back(name, count);
  };
  add("reversals redundant: already seen", counts_.seen_reversals);
  add("candidates", counts_.candidates);
  add("candidates redundant: already seen", counts_.seen);
  add("candidates redundant: known change to a known trace", counts_.changed_to_known);
  add("candidates redundant: predicted trace already known", counts_.predicted_known);
  add("candidates redundant: probe reached a known trace", counts_.probed_known);
  add("candidates new: predicted trace not yet known", counts_.predicted_new);
  add("probes that are not executions", prediction_.probes());
  add("events in probes", prediction_.events_in_probes());
  add("stuck executions redundant: trace already known", counts_.stuck_known);
  if (known_.in_file() > 0) add("known traces in files", known_.in_file());
}

}  // namespace mazurka
