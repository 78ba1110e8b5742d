#include "explore/prediction/prediction.h"

namespace mazurka {

void Prediction::analyse(bool learns) {
  const Position size = execution_->size();
  hashes_.resize(size);
  histories_.resize(size);
  at_end_.make_room();
  for (; analysed_ < size; ++analysed_) {
    const Event& event = (*execution_)[analysed_];
    const TraceKey hash = at_end_.keyer.hash_of(event);
    const History history = observe(event, hash, at_end_.observations, behaviour_, learns);
    at_end_.keep(event, hash, history);
    hashes_[analysed_] = hash;
    histories_[analysed_] = history;
  }
}

void Prediction::learn_stops(std::span<const Pending> pending) {
  for (const Pending& left : pending)
    if (left.stopped) behaviour_.learn_stop(at_end_.observations.history_of(left.task));
}

void Prediction::take_back_to(Position length) {
  at_end_.take_back_to(length, analysed());
  analysed_ = length;
}

Prediction::Predicted Prediction::predict(const Candidate& candidate) {
  at_end_.make_room();
  return completion_.predict(candidate, analysed());
}

}  // namespace mazurka
