#include "explore/reversal/stuck_search.h"

#include <algorithm>

#include "core/hash.h"
#include "core/invariant.h"

namespace mazurka {

bool StuckSearch::extend(std::span<const Choice> prefix, std::vector<Step>& steps, TaskId stuck) {
  ++searches_;
  prefix_ = prefix;
  stuck_ = stuck;
  visited_.clear();
  visits_ = 0;
  path_.clear();
  go_to(0);
  for (const Step& step : steps) {
    const Event* event = program_->step(step.as_choice());
    MAZURKA_INVARIANT(event != nullptr, "a planned sequence can be run");
    path_.push_back(*event);
  }
  if (visit()) {
    steps.assign(path_.begin(), path_.end());
    key_ = trace();
    return true;
  }
  if (visits_ >= most_visits) ++undecided_;
  return false;
}

bool StuckSearch::run_to_end(std::span<const Choice> prefix, std::vector<Step>& steps) {
  prefix_ = prefix;
  path_.clear();
  go_to(0);
  const auto run = [&](Choice choice) {
    const Event* event = program_->step(choice);
    if (event != nullptr) path_.push_back(*event);
    return event != nullptr;
  };
  for (const Step& step : steps)
    if (!run(step.as_choice())) return false;
  // Go on with the task that ran last, if that is possible.
  for (auto enabled = program_->enabled(); !enabled.empty(); enabled = program_->enabled()) {
    const auto same = std::ranges::find(enabled, path_.empty() ? TaskId::none() : path_.back().task,
                                        &Choice::task);
    (void)run(same != enabled.end() ? *same : enabled.front());
  }
  events_ += path_.size();
  steps.assign(path_.begin(), path_.end());
  key_ = trace();
  return true;
}

void StuckSearch::go_to(std::size_t length) {
  program_->restart();
  before_.clear();
  for (const Choice choice : prefix_) before_.push_back(*program_->step(choice));
  path_.resize(length);
  for (const Event& event : path_) (void)program_->step(event.as_choice());
  events_ += before_.size() + path_.size();
}

TraceKey StuckSearch::trace() const {
  TraceKeyer keyer(program_->registry(), *table_);
  for (const Event& event : before_) keyer.push(event);
  for (const Event& event : path_) keyer.push(event);
  return keyer.key();
}

bool StuckSearch::is_stuck() {
  pending_.clear();
  program_->pending(pending_);
  return std::ranges::find(pending_, stuck_, &Pending::task) != pending_.end();
}

bool StuckSearch::visit() {
  const auto enabled = program_->enabled();
  if (enabled.empty()) return is_stuck();
  TraceKey state = trace();
  state.high = mix(state.high, program_->mailbox_fingerprint());
  if (++visits_ >= most_visits || !visited_.insert(state).second) return false;
  const std::vector<Choice> choices(enabled.begin(), enabled.end());
  const std::size_t length = path_.size();
  bool moved = false;
  for (const Choice choice : choices) {
    if (choice.task == stuck_) continue;
    if (moved) go_to(length);
    moved = true;
    path_.push_back(*program_->step(choice));
    ++events_;
    if (visit()) return true;
  }
  return false;
}

}  // namespace mazurka
