#include "explore/prediction/predicted_completion.h"

#include <algorithm>

#include "explore/mutations.h"

namespace mazurka {

// Sets state_ to the state after the kept events by adding them one by one. base_ caches the state
// after the prefix, which candidates with growing prefixes share.
void PredictedCompletion::go_forward(const Candidate& candidate, const AnalysedEvents& analysed) {
  const auto keep = [&](TaskStates& state, Position position) {
    state.keep((*execution_)[position], analysed.hashes[position], analysed.histories[position]);
  };
  if (base_length_ > candidate.prefix) {
    base_.clear();
    base_length_ = 0;
  }
  base_.make_room();
  while (base_length_ < candidate.prefix) keep(base_, base_length_++);
  state_ = base_;
  candidate.for_each_that_follows([&](Position position) { keep(state_, position); });
}

// Sets state_ to the state after the kept events by taking the dropped ones back from the end of
// the execution. Most candidates keep nearly all events, so this is usually faster than
// go_forward(). It is right because kept events have the same past as in the execution: their
// hashes, histories and mutual order stay as they are. Returns false if go_forward() is faster, or
// if the dropped events cannot be taken back.
bool PredictedCompletion::go_back(const Candidate& candidate, const AnalysedEvents& analysed) {
  dropped_.clear();
  bool can_take_back = true;
  for (Position i = candidate.prefix; i < execution_->size(); ++i) {
    if (candidate.kept[i]) continue;
    can_take_back &= at_end_->can_take_back((*execution_)[i]);
    dropped_.push_back(i);
  }
  length_ = execution_->size() - dropped_.size();
  if (!can_take_back || dropped_.size() > (length_ - candidate.prefix) / 2) return false;
  state_ = *at_end_;
  state_.take_back(dropped_, candidate.kept, analysed);
  return true;
}

// Adds a predicted step to state_, with the values that it is predicted to read and write. Clears
// is_exact_ if one of them is a guess. Whether a compare-exchange succeeds follows from what it
// reads.
void PredictedCompletion::add_predicted(Step& step) {
  const bool updates = step.operation == OperationKind::update;
  std::optional<std::int64_t> written;
  if (step.operation == OperationKind::write) {
    const auto* const before = behaviour_->find(state_.observations.history_of(step.task));
    if (before != nullptr && before->has_next) written = before->written;
  }
  const ObjectId variable = behaviour_->observed_variable(step);
  std::optional<std::int64_t> observed;
  if (variable.exists()) {
    observed = state_.observations.value_of(variable);
    if (!observed) is_exact_ = false;
  }
  if (!behaviour_->is_determined(step)) is_exact_ = false;
  if (execution_->depends_on_state(step) && updates) {
    if (observed && !mutations().predicts_same_outcome)
      execution_->set_success(step, *observed == step.operand);
    is_exact_ = is_exact_ && observed;
  }
  const TraceKey hash = state_.keyer.push(step);
  const History after = state_.observations.after(step, observed, hash);
  const auto* const arrived = behaviour_->find(after);
  bool ends_task = step.ends_task;
  if (arrived != nullptr && arrived->has_arrived) {
    ends_task = arrived->has_ended;
    if (updates) written = arrived->has_written;
  } else {
    is_exact_ = false;
  }
  state_.observations.note(step, after, written, execution_->registry().accesses(step.accesses));
  state_.repeat(step, ends_task);
  next_[step.task.value].is_known = false;
}

// Returns the predicted next step of the task, or null if the task stops. If its history was never
// seen, guesses the step that it makes in the present execution, or made last.
const Step* PredictedCompletion::next_of(TaskId task) {
  Next& next = next_[task.value];
  if (!next.is_known) {
    next = {nullptr, true, true};
    const auto* const known = behaviour_->find(state_.observations.history_of(task));
    if (known != nullptr && known->has_next) {
      next.step = &known->next;
    } else if (known == nullptr || !known->has_stopped) {
      next.is_exact = false;
      const EventId id{task, state_.tasks[task.value].next};
      const Position position = execution_->position_of(id);
      next.step =
          position == Execution::nowhere ? behaviour_->last_seen(id) : &(*execution_)[position];
    }
  }
  if (!next.is_exact) is_exact_ = false;
  return next.step;
}

// Guesses whether the condition of the await holds: returns whether the event that it depended on
// in the present execution has happened.
bool PredictedCompletion::can_resume(const Step& await) const {
  const Position position = execution_->position_of(await.id());
  if (position == Execution::nowhere) return false;
  const Position cause = execution_->last_dependency(position);
  if (cause == Execution::nowhere) return true;
  const Event& event = (*execution_)[cause];
  return state_.tasks[event.task.value].next > event.index;
}

bool PredictedCompletion::can_run(const Step& step) const {
  switch (step.operation) {
    case OperationKind::start:
      return state_.can_start(step.task);
    case OperationKind::join:
      return state_.tasks[step.other.value].ended;
    case OperationKind::await:
    case OperationKind::leave:
      return can_resume(step);
    case OperationKind::receive:
      return state_.tasks[step.other.value].next > step.other_index;
    case OperationKind::relock:
      if (state_.tasks[step.other.value].next <= step.other_index) return false;
      [[fallthrough]];
    case OperationKind::lock:
      return std::ranges::none_of(
          execution_->registry().accesses(step.accesses), [&](const Access& access) {
            return access.kind == AccessKind::lock && state_.is_taken(access.object);
          });
    default:
      return true;
  }
}

const Step* PredictedCompletion::runnable(TaskId task) {
  const Step* const step = next_of(task);
  return step != nullptr && can_run(*step) ? step : nullptr;
}

// Returns the step that FreeChoice would pick among all that can run. In the natural order, this
// needs the next steps of few tasks only.
const Step* PredictedCompletion::pick(const Step& last, std::size_t length) {
  if (free_choice_->shuffled()) return pick_shuffled(last, length);
  if (!state_.tasks[last.task.value].ended)
    if (const Step* const step = runnable(last.task)) return step;
  for (const TaskId task : state_.live())
    if (const Step* const step = runnable(task)) return step;
  return nullptr;
}

const Step* PredictedCompletion::pick_shuffled(const Step& last, std::size_t length) {
  enabled_.clear();
  for (const TaskId task : state_.live()) {
    const Step* const step = runnable(task);
    if (step == nullptr) continue;
    enabled_.push_back(step->as_choice());
    if (step->operation == OperationKind::choose) is_exact_ = false;  // more values are enabled
  }
  if (enabled_.empty()) return nullptr;
  return next_[free_choice_->pick(execution_->registry(), enabled_, length, &last).task.value].step;
}

PredictedCompletion::Predicted PredictedCompletion::predict(const Candidate& candidate,
                                                            const AnalysedEvents& analysed) {
  if (!go_back(candidate, analysed)) go_forward(candidate, analysed);
  is_exact_ = candidate.last.has_value();
  next_.assign(state_.tasks.size(), {});
  std::size_t length = length_;
  for (const Step* step = candidate.last ? &*candidate.last : nullptr; step != nullptr;) {
    Step now = *step;
    add_predicted(now);
    step = pick(now, ++length);
  }
  return {state_.keyer.key(), is_exact_};
}

}  // namespace mazurka
