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

// What is known without running the execution again.
Counterexample bare_error(const LastExecution& last) {
  Counterexample error;
  error.finding = death_of(last);
  error.schedule.error = error.finding.message;
  error.schedule.knowledge = last.knowledge;
  Registry registry;
  for (const TaskName& name : last.tasks) (void)registry.task(name);
  for (const Choice& choice : last.choices)
    error.schedule.steps.push_back({.task = registry.path_of(choice.task),
                                    .value = choice.value == wakes_nobody ? 0 : choice.value,
                                    .woken = choice.value == wakes_nobody ? "-" : ""});
  return error;
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

  [[nodiscard]] std::vector<Counterexample> errors_before_last_step(const Execution& execution) {
    std::vector<Pending> pending;
    program_.pending(pending);
    Checks checks;
    std::vector<Finding> findings;
    look_at_early_end(checks, execution, program_, pending, findings);
    std::vector<Counterexample> errors;
    for (Finding& finding : findings)
      errors.push_back(make_short_counterexample(execution, program_, pending, std::move(finding)));
    errors.push_back(death(execution, pending));
    return errors;
  }

  [[nodiscard]] Counterexample death(const Execution& execution,
                                     const std::vector<Pending>& pending) {
    const Choice last = last_.choices.back();
    const auto next = std::ranges::find(pending, last.task, &Pending::task);
    Finding finding = death_of(last_);
    finding.task = last.task;
    if (next != pending.end()) finding.location = next->location;
    Counterexample error = make_short_counterexample(execution, program_, pending, finding);
    if (next != pending.end()) add_last_step(error, execution, *next, last);
    error.choices.push_back(last);
    return error;
  }

  // The step in which the process died has no event, but an operation that was about to happen.
  void add_last_step(Counterexample& error, const Execution& execution, const Pending& next,
                     Choice choice) {
    ShownEvent& event = error.events.emplace_back();
    event.position = static_cast<Position>(error.events.size() - 1);
    event.task = choice.task;
    event.text = program_.presentation().describe(next);
    event.location = next.location;
    if (next.location.exists()) event.place = program_.registry().text_of(next.location);
    event.origin = program_.presentation().origin_of(next.location);
    event.after = predecessors(execution, next);
    ScheduleStep& step = error.schedule.steps.emplace_back();
    step.task = program_.registry().path_of(choice.task);
    if (next.operation == OperationKind::choose) step.value = choice.value;
    if (next.operation == OperationKind::signal)
      step.woken =
          choice.value == wakes_nobody ? "-" : program_.registry().path_of(TaskId{choice.value});
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
