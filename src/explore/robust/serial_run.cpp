#include "explore/robust/serial_run.h"

#include <algorithm>

#include "core/user_error.h"

namespace mazurka {

void SerialRun::restart() {
  program_.restart();
  steps_.clear();
  events_.clear();
  outside_.clear();
  outside_waits_ = false;
  for (auto& tasks : tasks_) tasks.clear();
  count_.assign(count_.size(), 0);
  ended_.assign(ended_.size(), false);
  chose_at_.assign(chose_at_.size(), LocationId::none());
  std::vector<Pending> pending;
  program_.pending(pending);
  for (const Pending& each : pending) add_task(each.task, 0);
  run_outside();
}

void SerialRun::add_task(TaskId task, std::uint32_t created_at) {
  if (task.value >= count_.size()) {
    count_.resize(task.value + 1, 0);
    ended_.resize(task.value + 1, false);
    created_at_.resize(task.value + 1, 0);
    chose_at_.resize(task.value + 1, LocationId::none());
    tasks_.resize(task.value + 1);
  }
  created_at_[task.value] = created_at;
  const TaskId event = tree_.event_of(task);
  if (!event.exists()) {
    outside_.push_back(task);
    return;
  }
  if (event == task) events_.insert(std::ranges::upper_bound(events_, task), task);
  std::vector<TaskId>& tasks = tasks_[event.value];
  const auto comes_first = [&](TaskId a, TaskId b) { return tree_.comes_first(a, b); };
  tasks.insert(std::ranges::upper_bound(tasks, task, comes_first), task);
}

std::optional<Choice> SerialRun::choice_of(TaskId task) {
  for (const Choice& choice : program_.enabled())
    if (choice.task == task) return choice;
  return std::nullopt;
}

const Event* SerialRun::make_step(TaskId task) {
  if (ended_[task.value]) return nullptr;
  const auto chosen = chosen_.find({task, count_[task.value]});
  const Event* event = program_.step({task, chosen == chosen_.end() ? 0 : chosen->second});
  if (event == nullptr && language_ == Language::any)
    if (const auto choice = choice_of(task)) event = program_.step(*choice);
  if (event == nullptr) return nullptr;
  steps_.push_back(*event);
  ++total_steps_;
  const Event& made = steps_.back();
  ++count_[task.value];
  ended_[task.value] = made.ends_task;
  if (creates_task(made.operation)) add_task(made.other, made.index);
  if (language_ == Language::paper) refuse_foreign(made);
  return &steps_.back();
}

bool SerialRun::step(TaskId task) { return make_step(task) != nullptr; }

void SerialRun::run_outside() {
  proceed(outside_, std::nullopt, {});
  outside_waits_ = std::ranges::any_of(outside_, [&](TaskId task) { return !ended_[task.value]; });
}

std::uint32_t SerialRun::outside_steps() const {
  std::uint32_t result = 0;
  for (const TaskId task : outside_) result += count_[task.value];
  return result;
}

LocationId SerialRun::waits_at(TaskId task) {
  std::vector<Pending> pending;
  program_.pending(pending);
  const auto waiting = std::ranges::find(pending, task, &Pending::task);
  return waiting == pending.end() ? LocationId::none() : waiting->location;
}

void SerialRun::follow(const std::vector<Choice>& execution) {
  std::map<TaskId, std::uint32_t> count;
  for (const Choice& choice : execution) {
    const std::uint32_t index = count[choice.task]++;
    if (choice.value != 0) chosen_[{choice.task, index}] = choice.value;
  }
}

void SerialRun::run(TaskId event, std::optional<Cut> cut, const std::set<TaskId>& skipped) {
  // The environment need not have posted the event: that can depend on the values of choices.
  if (event.value < tasks_.size()) proceed(tasks_[event.value], cut, skipped);
}

void SerialRun::run_rest() {
  std::size_t before = 0;
  do {
    before = steps_.size();
    run_outside();
    for (std::size_t i = 0; i < events_.size(); ++i) run(events_[i]);
  } while (steps_.size() > before);
}

bool SerialRun::may_step(TaskId task, std::optional<Cut> cut,
                         const std::set<TaskId>& skipped) const {
  if (ended_[task.value] || skipped.contains(task)) return false;
  return !cut || cut->task != task || count_[task.value] < cut->index;
}

// Runs the tasks in order. When a task makes a step while an earlier one waits, starts from the
// first task again, because the step may have enabled it. `tasks` grows while they run: a created
// task is inserted after its creator.
void SerialRun::proceed(std::vector<TaskId>& tasks, std::optional<Cut> cut,
                        const std::set<TaskId>& skipped) {
  bool a_task_waits = false;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const TaskId task = tasks[i];
    bool has_proceeded = false;
    while (may_step(task, cut, skipped) && make_step(task) != nullptr) {
      has_proceeded = true;
      if (outside_waits_ && &tasks != &outside_) run_outside();
      if (a_task_waits) break;  // the step may have enabled an earlier task
    }
    if (has_proceeded && a_task_waits) {
      a_task_waits = false;
      i = static_cast<std::size_t>(-1);
      continue;
    }
    if (!may_step(task, cut, skipped)) continue;
    if (language_ == Language::paper) look_at_waiting(task);
    a_task_waits = true;
  }
}

std::vector<Choice> SerialRun::choices() const {
  std::vector<Choice> result;
  result.reserve(steps_.size());
  for (const Event& step : steps_) result.push_back(step.as_choice());
  return result;
}

// --- What the sequential search does not support ---

void SerialRun::refuse_foreign(const Event& event) {
  if (is_about_cancelling(program_.registry(), event))
    refuse(event.location, "a task can be cancelled");
  const bool is_outside = !tree_.event_of(event.task).exists();
  if (is_outside) {
    refuse_other_than_repetition(event.task, event.location);
    const bool chooses = event.operation == OperationKind::choose;
    chose_at_[event.task.value] = chooses ? event.location : LocationId::none();
    if (event.ends_task) refuse_other_than_repetition(event.task, LocationId::none());
  }
  switch (event.operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
      if (is_outside) refuse(event.location, "a thread that belongs to no event uses a variable");
      return;
    case OperationKind::post:
      if (!tree_.runs_on_main(event.other))
        refuse(event.location, "a message is posted to another handler than the main one");
      return;
    case OperationKind::spawn:
    case OperationKind::start:
      return;
    case OperationKind::choose:  // how often an event happens
    case OperationKind::await:   // the condition of a post
      if (is_outside) return;
      [[fallthrough]];
    default:
      refuse(event.location, "'" + std::string(name_of(event.operation)) + "' is used");
  }
}

// Throws UserError if the last step of a task of the environment is a choice that a model makes
// itself. Such a choice may decide which events there are, but runs take its first value only. With
// instances, a post is repeated if its choice has the first value, so runs have all events; the
// choice then has the location of the post, which is the next step.
void SerialRun::refuse_other_than_repetition(TaskId task, LocationId next) const {
  const LocationId chose_at = chose_at_[task.value];
  if (!chose_at.exists()) return;
  const Registry& registry = program_.registry();
  if (!next.exists() || registry.text_of(chose_at) != registry.text_of(next))
    refuse(chose_at, "'choose' is used");
}

// Throws UserError if the task waits for something that the paper's language does not have. A task
// that stopped at an assume or a failure makes no more steps: a background task counts as ended,
// but a message that stops keeps the main handler busy, which is noted.
void SerialRun::look_at_waiting(TaskId task) {
  std::vector<Pending> pending;
  program_.pending(pending);
  const auto waiting = std::ranges::find(pending, task, &Pending::task);
  if (waiting == pending.end()) return;
  const bool is_condition =
      waiting->operation == OperationKind::await && !tree_.event_of(task).exists();
  if (is_condition) refuse_other_than_repetition(task, waiting->location);
  if (!waiting->stopped && waiting->operation != OperationKind::start && !is_condition)
    refuse(waiting->location, "'" + std::string(name_of(waiting->operation)) + "' is used");
  if (waiting->stopped && tree_.runs_on_main(task) && !stopped_message_)
    stopped_message_ = waiting->location;
}

void SerialRun::refuse(LocationId location, const std::string& what) const {
  const std::string where =
      location.exists() ? program_.registry().text_of(location) : std::string();
  throw UserError(where, what + ", which --method sequential does not support",
                  "--method explore supports such programs");
}

// --- All orders ---

std::map<Outcome, std::vector<Choice>> serial_outcomes(Program& program, const EventTree& tree,
                                                       std::uint64_t most_runs) {
  std::map<Outcome, std::vector<Choice>> result;
  SerialRun run(program, tree, Language::any);
  std::set<std::pair<std::set<TaskId>, Outcome>> known;
  std::vector<std::vector<TaskId>> paths(1);
  std::uint64_t runs = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (++runs > most_runs) return {};
    run.restart();
    for (const TaskId event : paths[i]) run.run(event);
    const Outcome outcome = outcome_at_end(run.steps(), program, tree);
    if (!known.emplace(std::set(paths[i].begin(), paths[i].end()), outcome).second) continue;
    if (paths[i].size() == run.events().size()) result.try_emplace(outcome, run.choices());
    for (const TaskId event : run.events()) {
      if (std::ranges::find(paths[i], event) != paths[i].end()) continue;
      paths.push_back(paths[i]);
      paths.back().push_back(event);
    }
  }
  return result;
}

}  // namespace mazurka
