#include "explore/prediction/probe.h"

#include "explore/expected_step.h"

namespace mazurka {

TraceKey Probe::run(const Candidate& candidate, const AnalysedEvents& analysed) {
  ++runs_;
  keyer_.clear();
  observer_.clear();
  program_->restart();
  const auto repeat = [&](Position position) {
    (void)run_expected(*program_, (*execution_)[position].as_choice());
    // The event has the same past as in the present execution, so its hash and history are known.
    keyer_.push_known((*execution_)[position], analysed.hashes[position]);
    observer_.push_known((*execution_)[position], analysed.histories[position]);
  };
  for (Position i = 0; i < candidate.prefix; ++i) repeat(i);
  std::uint64_t length = candidate.prefix;
  candidate.for_each_that_follows([&](Position position) {
    repeat(position);
    ++length;
  });
  Step last;
  const auto run = [&](Choice choice) {
    const Event* made = &run_expected(*program_, choice);
    if (execution_->depends_on_state(*made)) [[unlikely]] {
      in_relation_ = *made;
      in_relation_.accesses = execution_->accesses_of(in_relation_);
      made = &in_relation_;
    }
    const Event& event = *made;
    (void)observer_.push(event, keyer_.push(event), true);
    last = event;
    ++length;
  };
  if (candidate.last) run(candidate.last->as_choice());
  while (!is_too_long(length)) {
    const auto enabled = program_->enabled();
    if (enabled.empty()) break;
    run(free_choice_->pick(execution_->registry(), enabled, length, &last));
  }
  events_ += length;
  program_->pending(pending_);
  for (const Pending& left : pending_)
    if (left.stopped) behaviour_->learn_stop(observer_.history_of(left.task));
  return keyer_.key();
}

}  // namespace mazurka
