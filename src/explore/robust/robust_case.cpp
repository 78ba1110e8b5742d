#include "explore/robust/robust_case.h"

#include <algorithm>
#include <set>

#include "check/check.h"
#include "check/task_names.h"
#include "core/invariant.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/counterexample.h"
#include "explore/robust/event_determinism.h"
#include "explore/robust/event_serialisability.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

std::string step_number(Position position) { return "step " + std::to_string(position + 1); }

std::string enumerated(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

}  // namespace

// --- Runs ---

CaseWriter::Run CaseWriter::rerun(const Choices& choices) {
  Run run{Execution(program_.registry(), Relation::events, ConflictTable::of_papers()), {}};
  program_.restart();
  for (const Choice& choice : choices) {
    const Event* event = program_.step(choice);
    MAZURKA_INVARIANT(event != nullptr, "an execution of the program cannot be run again");
    run.execution.push(*event);
  }
  program_.pending(run.pending);
  names_ = distinct_task_names(run.execution, program_.presentation(), run.pending);
  return run;
}

std::string CaseWriter::name(TaskId task) const {
  const bool is_known = task.value < names_.size() && !names_[task.value].empty();
  return is_known ? names_[task.value] : program_.presentation().describe(task);
}

Outcome CaseWriter::outcome(const Choices& choices) {
  const Run run = rerun(choices);
  return outcome_at_end(run.execution.events(), program_, tree_);
}

// Returns the names of the events in the order in which they start.
std::vector<std::string> CaseWriter::order_of(const Choices& choices) {
  (void)rerun(choices);
  std::vector<std::string> result;
  for (const TaskId event : program_.started_events()) result.push_back(name(event));
  return result;
}

Counterexample CaseWriter::shown(const Choices& choices, Finding finding) {
  const Run run = rerun(choices);
  return make_counterexamples(run.execution, program_, run.pending, {std::move(finding)}).front();
}

void CaseWriter::add_environment(RobustCase& result) const {
  for (const ShownTask& task : result.concurrent.tasks)
    if (!tree_.event_of(task.task).exists()) result.environment.push_back(task.task);
}

// --- Words ---

std::string CaseWriter::place(LocationId location) const {
  if (!location.exists()) return "";
  const SourceLocation& where = program_.registry().location(location);
  const std::size_t slash = where.file.rfind('/');
  const std::string file = slash == std::string::npos ? where.file : where.file.substr(slash + 1);
  return file + ":" + std::to_string(where.line);
}

// Returns the name of an object that the two events conflict on. An event can access several
// objects (an await, or a copy of several variables).
std::string CaseWriter::what_conflicts(const Event& a, const Event& b) const {
  const Registry& registry = program_.registry();
  for (const Access& one : registry.accesses(a.accesses))
    for (const Access& other : registry.accesses(b.accesses))
      if (one.object == other.object && (counts_as_write(a, one) || counts_as_write(b, other)))
        return registry.name_of(one.object);
  return "memory";
}

std::string CaseWriter::stretch(LocationId first, LocationId last) const {
  const std::string from = place(first);
  const std::string to = place(last);
  return from == to ? " at " + from : " from " + from + " to " + to;
}

// Returns the name of the task and of its event ("send() of ui/on_key"), or the name alone if the
// task is the first message of the event.
std::string CaseWriter::task_in_words(TaskId task) const {
  const TaskId event = tree_.event_of(task);
  if (!event.exists() || event == task) return name(task);
  return name(task) + " of " + name(event);
}

std::string CaseWriter::step_in_words(const Execution& execution, Position position) const {
  const Event& event = execution[position];
  // Describe the event before its location: for native programs, describing it looks the location
  // up.
  const std::string what =
      task_in_words(event.task) + ": " + program_.presentation().describe(event);
  const std::string where = place(event.location);
  return what + " (" + step_number(position) + (where.empty() ? "" : ", " + where) + ")";
}

void CaseWriter::compare(RobustCase& result, const Outcome& concurrent, const Outcome& serial) {
  std::set<ObjectId> variables;
  for (const auto& [variable, value] : concurrent.values) variables.insert(variable);
  for (const auto& [variable, value] : serial.values) variables.insert(variable);
  const auto value = [&](const Outcome& outcome, ObjectId variable) {
    const auto found = outcome.values.find(variable);
    return found == outcome.values.end() ? program_.initial_value(variable) : found->second;
  };
  for (const ObjectId variable : variables)
    if (value(concurrent, variable) != value(serial, variable))
      result.difference.push_back({program_.registry().name_of(variable),
                                   value(concurrent, variable), value(serial, variable)});
}

// Fills the tasks that end in the serial execution only. REQUIRES: both executions are filled in.
void CaseWriter::compare_tasks(RobustCase& result) {
  for (const ShownTask& task : result.concurrent.tasks)
    if (!task.ends.empty()) result.unfinished.push_back(task.name);
  for (const ShownTask& task : result.serial.tasks) {
    const auto known = std::ranges::find(result.unfinished, task.name);
    if (!task.ends.empty() && known != result.unfinished.end()) result.unfinished.erase(known);
  }
}

RobustCase CaseWriter::overlap(const Choices& concurrent, const Choices& serial,
                               RobustVerdict verdict) {
  RobustCase result{.is_determinism = false, .verdict = verdict};
  Finding finding{.kind = FindingKind::not_serialisable};
  const ShownCallerLocations shown_places(program_);
  result.cycle = order_of(concurrent);
  finding.message = "where " + enumerated(result.cycle) +
                    " overlap, a state is reached that no serial order of them reaches";
  finding.position = static_cast<Position>(concurrent.size());
  result.advice.push_back(
      "the events wait for each other, or a task that belongs to no event "
      "changes what they see: let one event do what must not be interrupted");
  complete(result, concurrent, serial, std::move(finding));
  return result;
}

// Adds both executions and their difference.
void CaseWriter::complete(RobustCase& result, const Choices& concurrent, const Choices& serial,
                          Finding finding) {
  const Outcome mine = outcome(concurrent);
  const Outcome other = serial.empty() ? Outcome{} : outcome(serial);
  const FindingKind kind = finding.kind;
  result.concurrent = shown(concurrent, std::move(finding));
  add_environment(result);
  if (serial.empty()) return;
  result.order = order_of(serial);
  result.serial = shown(serial, {.kind = kind});
  if (result.verdict != RobustVerdict::violated) return;
  compare(result, mine, other);
  compare_tasks(result);
}

RobustCase CaseWriter::cycle(const Choices& concurrent, const Choices& serial,
                             RobustVerdict verdict) {
  const ShownCallerLocations shown_places(program_);
  RobustCase result{.is_determinism = false, .verdict = verdict};
  Finding finding{.kind = FindingKind::not_serialisable};
  {
    const Run run = rerun(concurrent);
    const Execution& execution = run.execution;
    const auto pivot = find_serialisability_pivot(execution, tree_);
    MAZURKA_INVARIANT(pivot.has_value(), "there is no cycle of events");
    const EventCycle cycle = cycle_closed_by(*pivot, execution, tree_);
    for (const EventEdge& edge : cycle.edges) {
      result.cycle.push_back(name(edge.from));
      finding.because.push_back({.text = "before " + name(edge.to) + ", because " +
                                         step_in_words(execution, edge.earlier) + " comes before " +
                                         step_in_words(execution, edge.later),
                                 .position = edge.later,
                                 .subject = name(edge.from)});
      finding.events.push_back(edge.earlier);
      finding.events.push_back(edge.later);
    }
    std::ranges::sort(finding.events);
    finding.events.erase(std::unique(finding.events.begin(), finding.events.end()),
                         finding.events.end());
    finding.message =
        enumerated(result.cycle) + " overlap: no serial order of them explains their conflicts";
    finding.position = execution.size();
    const Event& exit = execution[cycle.edges.front().earlier];
    const Event& last = execution[cycle.pivot];
    const EventEdge& first_edge = cycle.edges.front();
    const EventEdge& last_edge = cycle.edges.back();
    const std::string variable =
        what_conflicts(execution[last_edge.earlier], execution[last_edge.later]);
    const std::string first_variable =
        what_conflicts(execution[first_edge.earlier], execution[first_edge.later]);
    result.advice.push_back(
        "what " + result.cycle.front() + " does with " +
        (variable == first_variable ? variable : first_variable + " and " + variable) +
        stretch(exit.location, last.location) + " must be atomic: no other event may come between");
    if (exit.operation == OperationKind::read && last.operation == OperationKind::read &&
        variable == first_variable)
      result.advice.push_back("or let " + name(last.task) + " use what " + name(exit.task) +
                              " has read, as an argument, instead of reading " + variable +
                              " again");
    else if (exit.task != last.task)
      result.advice.push_back("or move the access at " + place(last.location) + " from " +
                              name(last.task) + " into " + name(exit.task) +
                              (tree_.runs_on_main(exit.task) ? ", which no event interrupts" : ""));
  }
  complete(result, concurrent, serial, std::move(finding));
  return result;
}

// Names root and pivot of the event's first inversion.
void CaseWriter::explain_inversion(RobustCase& result, const AloneCase& alone, Finding& finding) {
  const Run run = rerun(alone.concurrent);
  const Execution& execution = run.execution;
  const auto inversions = find_inversions(execution, tree_);
  const auto found = std::ranges::find(inversions, alone.event, &Inversion::event);
  MAZURKA_INVARIANT(found != inversions.end(), "there is no inversion");
  const Event& root = execution[found->root];
  const Event& pivot = execution[found->pivot];
  finding.location = pivot.location;
  finding.because = {
      {.text = step_in_words(execution, found->root), .position = found->root, .subject = "root "},
      {.text = step_in_words(execution, found->pivot),
       .position = found->pivot,
       .subject = "pivot"},
      {.text = "sequentially, " + name(pivot.task) + " runs before " + name(root.task)}};
  finding.events = {found->root, found->pivot};
  result.advice = {"nothing makes " + name(pivot.task) + " (" + place(pivot.location) +
                       ") come before " + name(root.task) + " (" + place(root.location) +
                       "): post or spawn " + name(root.task) + " at the end of " + name(pivot.task),
                   "or pass what is in " + what_conflicts(root, pivot) + " as an argument"};
}

RobustCase CaseWriter::alone(const AloneCase& alone, RobustVerdict verdict) {
  const ShownCallerLocations shown_places(program_);
  RobustCase result{.is_determinism = true, .verdict = verdict};
  Finding finding{.kind = FindingKind::not_deterministic};
  (void)rerun(alone.concurrent);
  result.event = program_.presentation().describe(alone.event);
  finding.message = "the tasks of " + result.event + " do not always give the same result";
  finding.task = TaskId::none();
  finding.position = static_cast<Position>(alone.concurrent.size());
  if (alone.is_inverted)
    explain_inversion(result, alone, finding);
  else
    result.advice = {
        "its tasks wait for each other: let them take locks in one order, or join a "
        "task before the next one begins"};
  complete(result, alone.concurrent, alone.serial, std::move(finding));
  return result;
}

std::string CaseWriter::outside(const Choices& choices) {
  const ShownCallerLocations shown_places(program_);
  const Run run = rerun(choices);
  const auto found = outside_conflict(run.execution, tree_);
  if (!found) return "";
  return step_in_words(run.execution, found->outside) +
         " belongs to no event, but conflicts with " + step_in_words(run.execution, found->inside);
}

}  // namespace mazurka
