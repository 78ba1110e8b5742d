#include "explore/robust/focused_program.h"

#include <algorithm>

#include "core/invariant.h"
#include "explore/mutations.h"
#include "program/state_view.h"

namespace mazurka {

void FocusedProgram::restart() {
  program_.restart();
  focus_ = TaskId::none();
  waiting_.clear();
  started_.clear();
  steps_.clear();
}

bool FocusedProgram::is_fifo() const {
  return !start_is_choice(program_.registry().handler(tree_.main()).discipline);
}

void FocusedProgram::focus(TaskId event) {
  if (event == focus_ || !event.exists()) return;
  focus_ = event;
  if (!is_fifo() || mutations().keeps_others_in_queue) return;
  for (const TaskId message : waiting_)
    if (tree_.runs_on_main(message))
      (void)program_.state_view().set_aside(message, tree_.event_of(message) != event);
}

const Event* FocusedProgram::step(Choice choice) {
  if (choice.task.value >= registry().task_count()) return nullptr;
  focus(tree_.event_of(choice.task));
  const Event* const event = program_.step(choice);
  if (event == nullptr) return nullptr;
  steps_.push_back(*event);
  if (event->operation == OperationKind::start) {
    std::erase(waiting_, event->task);
    if (tree_.is_event(event->task)) started_.push_back(event->task);
  }
  if (event->operation == OperationKind::post) {
    waiting_.push_back(event->other);
    if (focus_.exists() && tree_.event_of(event->other) != focus_ && is_fifo() &&
        tree_.runs_on_main(event->other) && !mutations().keeps_others_in_queue)
      (void)program_.state_view().set_aside(event->other, true);
  }
  return event;
}

bool FocusedProgram::run(const std::vector<Choice>& choices) {
  return std::ranges::all_of(choices, [&](const Choice& each) { return step(each) != nullptr; });
}

std::vector<Choice> FocusedProgram::enabled_of(TaskId event) {
  focus(event);
  std::vector<Choice> result;
  for (const Choice& choice : program_.enabled())
    if (tree_.event_of(choice.task) == event) result.push_back(choice);
  return result;
}

std::vector<Choice> FocusedProgram::enabled_in_any_focus() {
  const auto now = program_.enabled();
  std::vector<Choice> result(now.begin(), now.end());
  if (!is_fifo()) return result;
  for (const TaskId message : std::vector(waiting_)) {
    if (!tree_.event_of(message).exists()) continue;
    const std::vector<Choice> more = enabled_of(tree_.event_of(message));
    result.insert(result.end(), more.begin(), more.end());
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<Choice> FocusedProgram::enabled_outside() {
  std::vector<Choice> result;
  for (const Choice& choice : program_.enabled())
    if (!tree_.event_of(choice.task).exists()) result.push_back(choice);
  return result;
}

std::vector<TaskId> FocusedProgram::next_events() const {
  std::vector<TaskId> result;
  for (const TaskId message : waiting_)
    if (tree_.is_event(message)) result.push_back(message);
  return result;
}

std::vector<Choice> FocusedProgram::choices() const {
  std::vector<Choice> result;
  result.reserve(steps_.size());
  for (const Event& step : steps_) result.push_back(step.as_choice());
  return result;
}

// --- One event alone ---

void AloneProgram::restart() {
  program_.restart();
  const bool is_run = program_.run(before_);
  MAZURKA_INVARIANT(is_run, "the steps before an event cannot be made again");
  program_.focus(event_);
  made_before_.clear();
  for (const Event& step : program_.steps()) {
    if (step.task.value >= made_before_.size()) made_before_.resize(step.task.value + 1, 0);
    ++made_before_[step.task.value];
  }
}

std::span<const Choice> AloneProgram::enabled() { return enabled_ = program_.enabled_of(event_); }

// Makes indices count from the first step that the explorer sees.
template <class StepOrPending>
void AloneProgram::renumber(StepOrPending& step) const {
  step.index -= made_before(step.task);
  const EventId awaited = awaited_event(step);
  if (!awaited.task.exists()) return;
  const std::uint32_t before = made_before(awaited.task);
  if (awaited.index >= before)
    step.other_index -= before;
  else
    step.other = TaskId::none();
}

const Event* AloneProgram::step(Choice choice) {
  if (choice.task.value >= registry().task_count() ||
      program_.tree().event_of(choice.task) != event_)
    return nullptr;
  const Event* const event = program_.step(choice);
  if (event == nullptr) return nullptr;
  event_made_ = *event;
  renumber(event_made_);
  return &event_made_;
}

void AloneProgram::pending(std::vector<Pending>& result) {
  program_.pending(result);
  std::erase_if(result,
                [&](const Pending& each) { return program_.tree().event_of(each.task) != event_; });
  for (Pending& each : result) renumber(each);
}

}  // namespace mazurka
