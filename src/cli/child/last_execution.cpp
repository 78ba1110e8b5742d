#include "cli/child/last_execution.h"

#include <algorithm>

#include "check/check.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "program/learning.h"
#include "program/presentation.h"

namespace mazurka::cli {

namespace {

Finding death_of(const LastExecution& last) {
  return {.kind = FindingKind::crash,
          .message = "the process " + last.how,
          .position = static_cast<Position>(last.choices.size())};
}

ScheduleStep bare_step(Choice choice, const Registry& registry) {
  ScheduleStep step{.task = registry.path_of(choice.task)};
  const TaskId woken = woken_task(choice.value);
  if (choice.value == wakes_nobody)
    step.woken = "-";
  else if (woken.exists())
    step.woken = woken.value < registry.task_count() ? registry.path_of(woken) : "-";
  else
    step.value = choice.value;
  return step;
}

// What is known without running the execution again.
Counterexample bare_error(const LastExecution& last) {
  Counterexample error;
  error.finding = death_of(last);
  error.schedule.error = error.finding.message;
  error.schedule.knowledge = last.knowledge;
  Registry registry;
  for (const TaskName& name : last.tasks) (void)registry.task(name);
  for (const Choice& choice : last.choices)
    error.schedule.steps.change().push_back(bare_step(choice, registry));
  return error;
}

// Returns whether the operation accesses variables.
bool is_access(OperationKind operation) { return operation <= OperationKind::await; }

// Returns the event that an access is about to become, as far as data races depend on it. Whether
// an update writes is not known before it happens (a compare-exchange may fail), so it counts as a
// read.
Event announced_event(const Pending& next, Registry& registry) {
  Event event;
  event.task = next.task;
  event.index = next.index;
  event.operation = next.operation;
  event.object = next.object;
  event.location = next.location;
  event.condition = next.condition;
  event.order = next.order;
  event.fences = next.fences;
  event.accesses = next.accesses;
  if (next.operation != OperationKind::update) return event;
  std::vector<Access> reads;
  for (const Access& access : registry.accesses(next.accesses))
    if (access.kind == AccessKind::write) reads.push_back({access.object, AccessKind::read});
  event.operation = OperationKind::read;
  event.accesses = registry.access_list(reads);
  return event;
}

// Runs the execution again, in a child.
class Reconstruction {
 public:
  Reconstruction(Program& program, const LastExecution& last, const ChildSide& side)
      : program_(program, side.state), last_(last), side_(side) {}

  int tell() {
    use_ids();
    side_.state.phase = Phase::explaining;  // this has the time for explaining errors
    const ShownCallerLocations shown(program_);
    Execution execution(program_.registry(), Relation::events);
    std::vector<Counterexample> errors;
    if (last_.choices.empty()) {
      send({bare_error(last_)});
      program_.restart();
    } else {
      program_.restart();
      for (std::size_t i = 0; i + 1 < last_.choices.size(); ++i) {
        const Event* const event = program_.step(last_.choices[i]);
        if (event == nullptr) return 0;  // the program behaves differently this time
        execution.push(*event);
      }
      send(errors_before_last_step(execution));
      const Event* const event = program_.step(last_.choices.back());
      if (event == nullptr) return 0;
    }
    if (program_.enabled().empty()) (void)program_.ending();
    side_.records.write(RecordKind::survived);
    return 0;
  }

 private:
  // Gives tasks the ids that they had in the process that died.
  void use_ids() {
    if (Learning* const learning = program_.learning()) learning->use_knowledge(last_.knowledge);
    Registry& registry = program_.registry();
    for (const TaskName& name : last_.tasks)
      if (!name.handler.exists() || name.handler.value < registry.handler_count())
        (void)registry.task(name);
  }

  [[nodiscard]] std::vector<Counterexample> errors_before_last_step(Execution& execution) {
    std::vector<Pending> pending;
    program_.pending(pending);
    const auto next = std::ranges::find(pending, last_.choices.back().task, &Pending::task);
    const Pending* const last = next == pending.end() ? nullptr : &*next;
    std::vector<Finding> findings;
    Checks checks;
    look_at_early_end(checks, execution, program_, pending, findings);
    std::vector<Counterexample> errors =
        make_short_counterexamples(execution, program_, pending, std::move(findings));
    if (last != nullptr && is_access(last->operation) && !last->stopped)
      add_races_of_last_step(execution, pending, *last, errors);
    errors.push_back(death(execution, pending, last));
    return errors;
  }

  // The process does not survive the last step. So its event is not there, but what it accesses was
  // announced before.
  void add_races_of_last_step(Execution& execution, const std::vector<Pending>& pending,
                              const Pending& last, std::vector<Counterexample>& errors) {
    const auto position = static_cast<Position>(execution.size());
    execution.push(announced_event(last, program_.registry()));
    Checks checks;
    std::vector<Finding> findings;
    look_at_early_end(checks, execution, program_, pending, findings);
    std::erase_if(findings, [&](const Finding& finding) {
      return finding.kind != FindingKind::data_race ||
             std::ranges::find(finding.events, position) == finding.events.end();
    });
    for (Counterexample& error : make_counterexamples_before_last_step(execution, program_, pending,
                                                                       last, std::move(findings)))
      errors.push_back(std::move(error));
    execution.truncate(position);
  }

  [[nodiscard]] Counterexample death(const Execution& execution,
                                     const std::vector<Pending>& pending, const Pending* next) {
    const Choice last = last_.choices.back();
    Finding finding = death_of(last_);
    finding.task = last.task;
    if (next != nullptr) finding.location = next->location;
    Counterexample error = make_short_counterexample(execution, program_, pending, finding);
    if (next != nullptr) add_last_step(error, execution, *next, last);
    error.choices.change().push_back(last);
    return error;
  }

  // The step in which the process died has no event, but an operation that was about to happen.
  void add_last_step(Counterexample& error, const Execution& execution, const Pending& next,
                     Choice choice) {
    ShownEvent& event = error.events.change().emplace_back();
    event.position = static_cast<Position>(error.events.size() - 1);
    event.task = choice.task;
    event.text = program_.presentation().describe(next);
    event.location = next.location;
    if (next.location.exists()) event.place = program_.registry().text_of(next.location);
    event.origin = program_.presentation().origin_of(next.location);
    event.after = predecessors(execution, next);
    ScheduleStep& step = error.schedule.steps.change().emplace_back();
    step.task = program_.registry().path_of(choice.task);
    if (next.operation == OperationKind::choose) step.value = choice.value;
    if (next.operation == OperationKind::signal)
      step.woken = choice.value == wakes_nobody
                       ? "-"
                       : program_.registry().path_of(woken_task(choice.value));
    step.comment = error.task_name + ": " + event.text;
    if (!event.place.empty()) step.comment += "  " + event.place;
  }

  // Returns the creation of the task, if this is its first step, and the last event that conflicts
  // with the step.
  [[nodiscard]] static std::vector<Position> predecessors(const Execution& execution,
                                                          const Pending& next) {
    std::vector<Position> result;
    if (next.index == 0 && execution.creation_of(next.task) != Execution::nowhere)
      result.push_back(execution.creation_of(next.task));
    for (Position i = execution.size(); i-- > 0;) {
      if (execution[i].task == next.task ||
          !conflict(execution.registry(), ConflictTable(), execution[i].accesses, next.accesses))
        continue;
      result.push_back(i);
      break;
    }
    return result;
  }

  void send(const std::vector<Counterexample>& errors) const {
    for (std::uint64_t i = 0; i < errors.size(); ++i)
      side_.records.write(RecordKind::error, bytes_of(i, errors[i]));
  }

  RecordedProgram program_;
  const LastExecution& last_;
  const ChildSide& side_;
};

}  // namespace

LastExecution last_execution(const SharedState& state, const ChildResult& result) {
  LastExecution last{
      .how = end_in_words(result.wait_status), .runs = state.runs, .knowledge = result.knowledge};
  // The program may have overwritten it.
  for (const TaskName& name : state.known_tasks()) {
    if (name.creator.exists() && name.creator.value >= last.tasks.size()) break;
    last.tasks.push_back(name);
  }
  for (const Choice& choice : state.schedule()) {
    if (choice.task.value >= last.tasks.size()) break;  // not recorded, or overwritten
    last.choices.push_back(choice);
  }
  return last;
}

Death describe_death(Program& program, const LastExecution& last, const ChildLimits& limits,
                     SharedState& state, std::ostream& out, std::ostream& err) {
  LastExecution shorter = last;
  ChildLimits no_timeout = limits;
  no_timeout.timeout_seconds = 0;
  constexpr int attempts = 2;
  for (int i = 0; i < attempts; ++i) {
    state.reset();
    const ChildResult result = supervise(state, no_timeout, out, err, [&](const ChildSide& side) {
      return Reconstruction(program, shorter, side).tell();
    });
    if (!result.errors.empty()) return {result.errors, !result.survived};
    if (!result.died() || state.step_count >= shorter.choices.size()) break;
    shorter.choices.resize(state.step_count);
  }
  return {{bare_error(last)}, true};
}

}  // namespace mazurka::cli
