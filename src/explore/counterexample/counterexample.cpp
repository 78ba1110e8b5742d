#include "explore/counterexample/counterexample.h"

#include <algorithm>

#include "check/known_defect.h"
#include "check/task_names.h"
#include "explore/race/find_reversals.h"
#include "program/learning.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

// Races are computed only for this many events at the end of an execution. A report with more would
// not be readable.
constexpr Position most_events_with_races = 5000;

// Returns whether the function accesses no memory of its caller except for the atomic itself.
// (A compare-exchange does: it writes the expected value.)
bool is_access_of_atomic(std::string_view function) {
  return function.starts_with("std::atomic") &&
         (function.ends_with("::load") || function.ends_with("::store") ||
          function.ends_with("::exchange") || function.ends_with("::operator="));
}

class Builder {
 public:
  Builder(const Execution& execution, Program& program, std::span<const Pending> pending,
          bool ends_at_error, const Pending* announced = nullptr)
      : execution_(execution),
        program_(program),
        registry_(execution.registry()),
        pending_(pending),
        ends_at_error_(ends_at_error),
        announced_(announced),
        steps_(execution.size() - (announced != nullptr ? 1 : 0)),
        names_(distinct_task_names(execution, program.presentation(), pending)) {}

  [[nodiscard]] std::vector<Counterexample> build(std::vector<Finding> findings,
                                                  const std::optional<Departure>& departure) {
    add_calls(findings);
    for (Finding& finding : findings)
      if (finding.kind == FindingKind::deadlock) add_known_deadlock(finding);
    const Counterexample common = without_finding(departure);
    std::vector<Counterexample> result(findings.size(), common);
    for (std::size_t i = 0; i < findings.size(); ++i)
      add_finding(result[i], std::move(findings[i]));
    return result;
  }

 private:
  // Returns what all errors of the execution have in common.
  [[nodiscard]] Counterexample without_finding(const std::optional<Departure>& departure) {
    Counterexample result;
    result.tasks = tasks();
    std::vector<ShownEvent>& events = result.events.change();
    for (Position i = 0; i < execution_.size(); ++i) events.push_back(shown(i));
    result.choices = all_choices();
    result.races = races();
    if (departure) result.reversal = reversal(*departure, result.races);
    if (departure) result.put_off = put_off(*departure);
    result.schedule = schedule(result);
    result.schedule.knowledge = knowledge_of(program_);
    return result;
  }

  void add_finding(Counterexample& result, Finding finding) const {
    result.place = finding.location.exists() ? registry_.text_of(finding.location) : "";
    result.task_name = finding.task.exists() ? names_[finding.task.value] : "";
    result.schedule.error = finding.message;
    if (!result.place.empty() && finding.kind != FindingKind::deadlock)
      result.schedule.error += " (" + result.place + ")";
    result.identity = identity(finding);
    result.finding = std::move(finding);
  }

  // Ids of places differ between processes, so their texts identify an error everywhere.
  [[nodiscard]] std::string identity(const Finding& finding) const {
    std::string result(name_of(finding.kind));
    if (finding.kind == FindingKind::data_race ||
        (!finding.location.exists() && finding.places.empty()))
      return result + " " + finding.message;  // names the variable
    if (finding.places.empty()) return result + " " + registry_.text_of(finding.location);
    std::vector<std::string> places;
    for (const LocationId place : finding.places) places.push_back(registry_.text_of(place));
    std::ranges::sort(places);
    for (const std::string& place : places) result += " " + place;
    return result;
  }
  [[nodiscard]] std::vector<Choice> all_choices() const {
    std::vector<Choice> schedule;
    for (const Event& event : execution_.events()) schedule.push_back(event.as_choice());
    return schedule;
  }

  // Adds a line if a task sleeps in a semaphore of libstdc++ although its count is not 0. The count
  // is also what the task sleeps on, so both have one name.
  void add_known_deadlock(Finding& finding) const {
    for (const Pending& left : pending_) {
      const auto own = execution_.events_of(left.task);
      if (!left.asleep || own.empty() || !is_other_than_zero(left.condition_variable)) continue;
      const Position last = own.back();
      const auto calls = program_.presentation().calls_of({&last, 1}, all_choices(), steps_);
      if (calls.empty() || calls.front().empty() ||
          !calls.front().front().starts_with("std::counting_semaphore::acquire"))
        continue;
      finding.because.push_back(
          {known_defect(names_[left.task.value] +
                        " sleeps in std::counting_semaphore::acquire although "
                        "the count is not 0")});
      return;
    }
  }

  // Returns whether the last write of the variable with the name of this object was not 0.
  [[nodiscard]] bool is_other_than_zero(ObjectId object) const {
    for (Position i = execution_.size(); i-- > 0;) {
      const Event& event = execution_[i];
      if (writes_variable(event) && event.object.exists() &&
          registry_.name_of(event.object) == registry_.name_of(object))
        return event.written_value != 0;
    }
    return false;
  }

  // Adds the call stacks of the accesses to the data races among the findings. One run of the
  // program finds all of them.
  void add_calls(std::vector<Finding>& findings) const {
    std::vector<Position> wanted;
    for (const Finding& finding : findings)
      if (finding.kind == FindingKind::data_race)
        wanted.insert(wanted.end(), finding.events.begin(), finding.events.end());
    if (wanted.empty()) return;
    const auto calls = program_.presentation().calls_of(wanted, all_choices(), steps_);
    auto next = calls.begin();
    for (Finding& finding : findings) {
      if (finding.kind != FindingKind::data_race || calls.empty()) continue;
      const auto end = next + static_cast<std::ptrdiff_t>(finding.events.size());
      add_calls(finding, {next, end});
      next = end;
    }
  }

  // Adds the call stack of each access in the finding, as a line after the reason that names it.
  static void add_calls(Finding& finding, std::span<const std::vector<std::string>> calls) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].empty()) continue;
      std::string text = "  in " + calls[i].front();
      for (std::size_t j = 1; j < calls[i].size(); ++j) text += ", called by " + calls[i][j];
      const auto at = std::ranges::find(finding.because, finding.events[i], &Reason::position);
      if (at != finding.because.end()) finding.because.insert(at + 1, {text});
    }
    const auto is_inside = [](const std::vector<std::string>& of) {
      return !of.empty() && is_access_of_atomic(of.front());
    };
    if (!calls.empty() && std::ranges::all_of(calls, is_inside))
      finding.because.push_back(
          {known_defect("both accesses are inside the standard library, in std::atomic, which has "
                        "to order them itself")});
  }

  [[nodiscard]] std::vector<ShownTask> tasks() const {
    std::vector<ShownTask> result;
    std::vector<bool> known(registry_.task_count(), false);
    const auto add = [&](TaskId task) {
      if (known[task.value]) return;
      known[task.value] = true;
      const bool is_message = registry_.handler_of(task).exists();
      result.push_back(
          {.task = task,
           .name = names_[task.value],
           .handler = is_message ? registry_.handler(registry_.handler_of(task)).name : "",
           .ends = how_it_ends(task),
           .in_mailbox = is_message && execution_.events_of(task).empty()});
    };
    for (const Event& event : execution_.events()) add(event.task);
    for (const Pending& left : pending_) add(left.task);
    return result;
  }

  [[nodiscard]] std::string how_it_ends(TaskId task) const {
    const auto left = std::ranges::find(pending_, task, &Pending::task);
    if (left == pending_.end()) return "";
    if (left->stopped) return "stopped";
    if (left->enabled) return "could continue: " + program_.presentation().describe(*left);
    if (left->asleep) return "sleeps on " + registry_.name_of(left->condition_variable);
    if (left->operation == OperationKind::start) return "still in the mailbox";
    if (left->cancelled) return "cancelled";
    return "waits: " + program_.presentation().describe(*left);
  }

  [[nodiscard]] ShownEvent shown(Position position) const {
    const Event& event = execution_[position];
    return {.position = position,
            .task = event.task,
            .text = position < steps_ ? program_.presentation().describe(event)
                                      : program_.presentation().describe(*announced_),
            .location = event.location,
            .place = event.location.exists() ? registry_.text_of(event.location) : "",
            .origin = program_.presentation().origin_of(event.location),
            .after = predecessors(position)};
  }

  // Returns the direct predecessors of the event in happens-before, without program order.
  [[nodiscard]] std::vector<Position> predecessors(Position position) const {
    const Event& event = execution_[position];
    const auto conflicting = execution_.races_into(position);
    std::vector<Position> result(conflicting.begin(), conflicting.end());
    const auto add = [&](Position earlier) {
      if (earlier != Execution::nowhere) result.push_back(earlier);
    };
    if (event.index == 0) add(execution_.creation_of(event.task));
    if (event.operation == OperationKind::join && !execution_.events_of(event.other).empty())
      add(execution_.events_of(event.other).back());
    if (const EventId awaited = awaited_event(event); awaited.task.exists())
      add(execution_.position_of(awaited));
    if (const EventId send = received_event(event); send.task.exists())
      add(execution_.position_of(send));
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  // Returns the races of the execution. An operation that can be disabled (an acquisition, an
  // await) may race with many earlier events; only the race with the last of them is returned,
  // because one is enough to explain the execution.
  [[nodiscard]] std::vector<std::pair<Position, Position>> races() {
    std::vector<std::pair<Position, Position>> result;
    ReversalFinder finder(execution_, program_);
    std::vector<Reversal> reversals;
    const Position skipped =
        execution_.size() - std::min(execution_.size(), most_events_with_races);
    for (Position i = skipped; i < execution_.size(); ++i) {
      reversals.clear();
      finder.find_into(i, reversals);
      if (can_be_disabled(execution_[i].operation) && reversals.size() > 1) reversals.resize(1);
      for (const Reversal& reversal : reversals) {
        const std::pair race(reversal.earlier, i);
        if (result.empty() || result.back() != race) result.push_back(race);
      }
    }
    return result;
  }

  // Returns the race whose reversal led to this execution: the displaced event now comes after an
  // event that it races with. If there are several such events, returns the race with the last one.
  [[nodiscard]] std::optional<std::pair<Position, Position>> reversal(
      const Departure& departure, const std::vector<std::pair<Position, Position>>& races) const {
    const Position later = execution_.position_of(departure.displaced);
    std::optional<std::pair<Position, Position>> result;
    for (const auto& race : races)
      if (race.second == later && race.first >= departure.kept) result = race;
    return result;
  }

  // Returns the event that disabled the displaced one, if the task of the displaced event still
  // waits for it at the end: the last event that conflicts with it.
  [[nodiscard]] std::optional<PutOff> put_off(const Departure& departure) const {
    const EventId displaced = departure.displaced;
    const auto left = std::ranges::find(pending_, displaced.task, &Pending::task);
    if (left == pending_.end() || left->index != displaced.index || left->enabled) return {};
    for (Position i = execution_.size(); i-- > departure.kept;)
      if (execution_[i].task != displaced.task &&
          conflict(registry_, ConflictTable(), execution_[i].accesses, left->accesses))
        return PutOff{i, displaced.task, program_.presentation().describe(*left)};
    return {};
  }

  [[nodiscard]] Schedule schedule(const Counterexample& shown) const {
    Schedule result;
    const bool continues = std::ranges::any_of(pending_, &Pending::enabled);
    result.ends_at_error = continues && ends_at_error_;
    if (continues && !ends_at_error_) result.max_steps = execution_.size();  // it was given up
    std::vector<ScheduleStep>& steps = result.steps.change();
    for (const ShownEvent& event : shown.events) steps.push_back(step(event));
    return result;
  }

  [[nodiscard]] ScheduleStep step(const ShownEvent& shown) const {
    const Event& event = execution_[shown.position];
    ScheduleStep result{.task = registry_.path_of(event.task)};
    if (event.operation == OperationKind::choose) result.value = event.choice;
    if (event.operation == OperationKind::signal)
      result.woken =
          event.choice == wakes_nobody ? "-" : registry_.path_of(woken_task(event.choice));
    result.comment = names_[event.task.value] + ": " + shown.text;
    if (!shown.place.empty()) result.comment += "  " + shown.place;
    return result;
  }

  const Execution& execution_;
  Program& program_;
  const Registry& registry_;
  std::span<const Pending> pending_;
  bool ends_at_error_;
  const Pending* announced_;  // the last event, if it has not happened
  Position steps_;            // that have happened
  std::vector<std::string> names_;
};

}  // namespace

std::vector<Counterexample> make_counterexamples(const Execution& execution, Program& program,
                                                 std::span<const Pending> pending,
                                                 std::vector<Finding> findings,
                                                 const std::optional<Departure>& departure) {
  return Builder(execution, program, pending, false).build(std::move(findings), departure);
}

std::vector<Counterexample> make_short_counterexamples(const Execution& execution, Program& program,
                                                       std::span<const Pending> pending,
                                                       std::vector<Finding> findings) {
  return Builder(execution, program, pending, true).build(std::move(findings), {});
}

std::vector<Counterexample> make_counterexamples_before_last_step(const Execution& execution,
                                                                  Program& program,
                                                                  std::span<const Pending> pending,
                                                                  const Pending& last,
                                                                  std::vector<Finding> findings) {
  return Builder(execution, program, pending, true, &last).build(std::move(findings), {});
}

Counterexample make_short_counterexample(const Execution& execution, Program& program,
                                         std::span<const Pending> pending, Finding finding) {
  return std::move(
      make_short_counterexamples(execution, program, pending, {std::move(finding)}).front());
}

}  // namespace mazurka
