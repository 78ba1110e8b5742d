#include "explore/robust/robustness.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include "core/invariant.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/robust/event_serial.h"
#include "explore/robust/events_alone.h"
#include "explore/robust/explored_robustness.h"
#include "explore/robust/robust_case.h"
#include "explore/robust/sequential_robustness.h"
#include "explore/robust/serial_run.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka {
namespace {

HandlerId main_handler(const Registry& registry, const std::string& name) {
  if (registry.handler_count() == 0)
    throw UserError("", "this program has no handler, so there are no events",
                    "robustness is about messages that threads post to a main handler");
  if (name.empty()) return HandlerId{0};
  std::string all;
  for (std::uint32_t i = 0; i < registry.handler_count(); ++i) {
    const std::string& each = registry.handler(HandlerId{i}).name;
    if (each == name) return HandlerId{i};
    all += (all.empty() ? "'" : ", '") + each + "'";
  }
  throw UserError("", "there is no handler '" + name + "'", "the handlers are " + all);
}

constexpr std::uint64_t most_serial_runs = 10'000;

class RobustnessCheck {
 public:
  RobustnessCheck(Program& program, const RobustOptions& options)
      : program_(program),
        options_(options),
        tree_(program.registry(), main_handler(program.registry(), options.main)),
        focused_(program, tree_),
        writer_(focused_) {
    summary_.method = options.method;
    summary_.by_conflicts_alone = !program.state_view().has_values();
    summary_.main = program.registry().handler(tree_.main()).name;
  }

  RobustSummary run() {
    if (options_.method == RobustMethod::explore) {
      decide_explored(explored());
    } else {
      decide_sequential();
    }
    finish();
    return std::move(summary_);
  }

  // Judges one execution, which need not be maximal.
  RobustSummary judge_one(const Choices& choices, RobustVerdict recorded) {
    summary_.executions = 1;
    summary_.steps = choices.size();
    const Execution execution = writer_.execution(choices);
    if (find_serialisability_pivot(execution, tree_)) {
      judge_cycle(choices, recorded);
    } else if (!judge_events_alone(execution, choices) && recorded == RobustVerdict::violated &&
               is_maximal(choices)) {
      judge_overlap(choices);
    }
    finish();
    return std::move(summary_);
  }

  [[nodiscard]] FocusedProgram& focused() { return focused_; }

 private:
  void finish() {
    leave_out_repetitions();
    number_events();
    program_.presentation().add_not_covered(summary_.not_covered);
    const std::string unseen = program_.state_view().unseen_state();
    if (!unseen.empty() && !summary_.cases.empty()) summary_.notes.push_back(unseen);
    std::ranges::stable_sort(summary_.cases, {}, [](const RobustCase& each) {
      return each.verdict == RobustVerdict::violated ? 0 : 1;
    });
  }

  // Numbers events with equal names ("ui/save", "ui/save #2"), as the reported executions do.
  void number_events() {
    std::map<std::string, int> seen;
    for (EventVerdict& event : summary_.events)
      if (const int count = ++seen[event.name]; count > 1)
        event.name += " #" + std::to_string(count);
  }

  // Keeps one determinism case per name. Events with the same code and arguments (native: with the
  // same code) have the same name.
  void leave_out_repetitions() {
    std::set<std::string> told;
    std::erase_if(summary_.cases, [&](const RobustCase& each) {
      return each.is_determinism && !told.insert(each.event).second;
    });
  }

  // --- explore ---

  const ExploredRobustness& explored() {
    if (explored_) return *explored_;
    explored_ = explore_robustness(focused_, options_.explore);
    summary_.executions += explored_->summary.maximal_executions();
    summary_.steps += explored_->summary.events;
    summary_.seconds += explored_->summary.seconds;
    summary_.bound = explored_->summary.bound;
    summary_.errors = explored_->summary.errors.size();
    summary_.notes = explored_->summary.notes;
    return *explored_;
  }

  [[nodiscard]] bool is_complete() const { return summary_.bound == Bound::none; }

  void decide_explored(const ExploredRobustness& found) {
    name_explored_events(found);
    if (found.outside) summary_.outside.push_back(writer_.outside(*found.outside));
    for (const std::string& each : found.foreign) summary_.outside.push_back(each);
    decide_cycles(found);
    decide_determinism(found);
    if (is_complete()) return;
    if (summary_.serialisability == RobustVerdict::holds)
      summary_.serialisability = RobustVerdict::unknown;
    for (EventVerdict& event : summary_.events)
      if (event.determinism == RobustVerdict::holds) event.determinism = RobustVerdict::unknown;
  }

  // Names the events as the cases do: with caller locations, if the program has them.
  void name_explored_events(const ExploredRobustness& found) {
    const ShownCallerLocations shown(program_);
    if (shown.is_other() && !found.serial.empty())
      (void)writer_.execution(found.serial.begin()->second);
    for (const TaskId event : found.events)
      summary_.events.push_back(
          {shown.is_other() ? program_.presentation().describe(event) : found.names.at(event)});
  }

  void name_events(const SequentialResult& found) {
    for (const TaskId event : found.events) summary_.events.push_back({found.names.at(event)});
  }

  void decide_cycles(const ExploredRobustness& found) {
    if (summary_.by_conflicts_alone) return decide_cycles_by_conflicts(found);
    // An execution with a cycle explains itself best, so it is preferred.
    for (const auto* outcomes : {&found.cyclic, &found.acyclic})
      for (const auto& [outcome, choices] : *outcomes) {
        if (found.serial.contains(outcome)) continue;
        const bool is_sure = is_complete() && found.knows_all_serial;
        // Without a conflict, only a complete search can tell that an outcome is not serial.
        if (!is_sure && outcomes == &found.acyclic && found.knows_all_serial) continue;
        summary_.serialisability = is_sure ? RobustVerdict::violated : RobustVerdict::undecided;
        const Choices serial = nearest(found.serial, outcome);
        summary_.cases.push_back(outcomes == &found.cyclic
                                     ? writer_.cycle(choices, serial, summary_.serialisability)
                                     : writer_.overlap(choices, serial, summary_.serialisability));
        return;
      }
    if (found.cyclic.empty()) return;
    const auto& [outcome, choices] = *found.cyclic.begin();
    summary_.serialisability = is_complete() ? RobustVerdict::benign : RobustVerdict::undecided;
    summary_.cases.push_back(
        writer_.cycle(choices, found.serial.at(outcome), summary_.serialisability));
  }

  void decide_cycles_by_conflicts(const ExploredRobustness& found) {
    if (found.cyclic.empty()) return;
    summary_.serialisability = RobustVerdict::violated;
    summary_.cases.push_back(
        writer_.cycle(found.cyclic.begin()->second, {}, summary_.serialisability));
  }

  [[nodiscard]] static Choices nearest(const std::map<Outcome, Choices>& serial,
                                       const Outcome& outcome) {
    const auto best = std::ranges::min_element(
        serial, {}, [&](const auto& entry) { return distance(entry.first, outcome); });
    return best == serial.end() ? Choices{} : best->second;
  }

  // Runs the events alone. With a multiset main handler, an event that has no inversion in any
  // execution has none when it is alone, because it can be alone in an execution. If it cannot wait
  // either, it is deterministic.
  void decide_determinism(const ExploredRobustness& found) {
    if (!is_complete()) return decide_found_inversions(found);
    AloneOptions options{.wanted = {}, .reads = found.reads, .explore = options_.explore};
    if (!focused_.is_fifo() && !found.can_wait) {
      for (const auto& [event, choices] : found.inverted) options.wanted.insert(event);
      if (options.wanted.empty()) return;
    }
    decide_alone(found.events, options);
  }

  // A bound has stopped the exploration: judges the events that have an inversion in what was
  // explored, each by one execution.
  void decide_found_inversions(const ExploredRobustness& found) {
    for (std::size_t i = 0; i < found.events.size(); ++i) {
      const auto inverted = found.inverted.find(found.events[i]);
      if (inverted == found.inverted.end()) continue;
      const auto alone = alone_case(focused_, found.events[i], inverted->second);
      const bool differs = alone && (alone->differs || summary_.by_conflicts_alone);
      summary_.events[i].determinism = differs ? RobustVerdict::violated : RobustVerdict::undecided;
      if (alone && (alone->differs || alone->is_inverted))
        summary_.cases.push_back(writer_.alone(*alone, summary_.events[i].determinism));
    }
  }

  void decide_alone(const std::vector<TaskId>& events, AloneOptions options) {
    options.explore.timeout_seconds = seconds_left();
    const AloneResult alone = run_events_alone(focused_, options);
    summary_.executions += alone.executions;
    summary_.steps += alone.steps;
    summary_.bound = alone.bound;
    for (const AloneVerdict& verdict : alone.events)
      if (const auto place = std::ranges::find(events, verdict.event); place != events.end())
        summary_.events[static_cast<std::size_t>(place - events.begin())].determinism =
            decided(verdict);
  }

  [[nodiscard]] double seconds_left() const {
    if (options_.explore.timeout_seconds <= 0) return 0;
    return std::max(options_.explore.timeout_seconds - summary_.seconds, 0.001);
  }

  RobustVerdict decided(const AloneVerdict& verdict) {
    if (!verdict.differs && !verdict.inverted) return RobustVerdict::holds;
    const AloneCase& shown = verdict.differs ? *verdict.differs : *verdict.inverted;
    const RobustVerdict result = verdict.differs || summary_.by_conflicts_alone
                                     ? RobustVerdict::violated
                                 : is_complete() ? RobustVerdict::benign
                                                 : RobustVerdict::undecided;
    summary_.cases.push_back(writer_.alone(shown, result));
    return result;
  }

  // --- One execution ---

  void judge_cycle(const Choices& choices, RobustVerdict recorded) {
    if (summary_.by_conflicts_alone) {
      summary_.serialisability = recorded;
      summary_.cases.push_back(writer_.cycle(choices, {}, recorded));
      return;
    }
    const Outcome outcome = writer_.outcome(choices);
    const EventSerialSearch serial = search_event_serial(focused_, {outcome}, options_.explore);
    const bool is_benign = serial.outcomes.contains(outcome);
    summary_.serialisability = is_benign ? RobustVerdict::benign : recorded;
    const bool has_partner = is_benign || recorded == RobustVerdict::violated;
    summary_.cases.push_back(
        writer_.cycle(choices, has_partner ? nearest(serial.outcomes, outcome) : Choices{},
                      summary_.serialisability));
  }

  // Judges each event of the execution as if it were alone. Returns whether there is a case.
  bool judge_events_alone(const Execution& execution, const Choices& choices) {
    std::set<TaskId> events;
    for (const Event& step : execution.events())
      if (tree_.is_event(step.task)) events.insert(step.task);
    for (const TaskId event : events) {
      const auto alone = alone_case(focused_, event, choices);
      if (!alone || (!alone->is_inverted && !alone->differs)) continue;
      const RobustVerdict verdict = alone->differs || summary_.by_conflicts_alone
                                        ? RobustVerdict::violated
                                        : RobustVerdict::benign;
      summary_.cases.push_back(writer_.alone(*alone, verdict));
      summary_.events.push_back({summary_.cases.back().event, verdict});
    }
    return !summary_.cases.empty();
  }

  [[nodiscard]] bool is_maximal(const Choices& choices) {
    (void)writer_.execution(choices);
    return focused_.enabled_in_any_focus().empty();
  }

  // Judges an execution without a cycle.
  void judge_overlap(const Choices& choices) {
    const Outcome outcome = writer_.outcome(choices);
    const EventSerialSearch serial = search_event_serial(focused_, {outcome}, options_.explore);
    if (serial.outcomes.contains(outcome) || !serial.is_complete) return;
    summary_.serialisability = RobustVerdict::violated;
    summary_.cases.push_back(
        writer_.overlap(choices, nearest(serial.outcomes, outcome), summary_.serialisability));
  }

  // --- sequential ---

  void refuse_unsuitable_handler() {
    const HandlerInfo& main = program_.registry().handler(tree_.main());
    if (!start_is_choice(main.discipline))
      throw UserError("",
                      "the main handler '" + main.name + "' is " +
                          std::string(name_of(main.discipline)) +
                          ", but --method sequential runs events in any order",
                      "--method explore supports such programs");
    if (!program_.state_view().let_messages_overlap(tree_.main(), false))
      throw UserError("",
                      "--method sequential takes models only: it suspends messages, which cannot "
                      "be done in this program",
                      "--method explore supports such programs");
  }

  void decide_sequential() {
    refuse_unsuitable_handler();
    const auto begin = std::chrono::steady_clock::now();
    const SequentialResult found =
        search_sequentially(program_, tree_,
                            {.timeout_seconds = options_.explore.timeout_seconds,
                             .max_runs = options_.explore.max_executions,
                             .interrupted = options_.explore.interrupted,
                             .progress = options_.explore.progress});
    summary_.executions += found.runs;
    summary_.steps += found.steps;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    summary_.seconds += elapsed.count();
    summary_.bound = found.bound;
    // The sequential search is exact only if events can be completed one after the other.
    if (found.stopped_message)
      return decide_explored_because("a message of the main handler stops for good",
                                     *found.stopped_message);
    if (found.determinism.empty() && !found.serialisability) return name_and_finish(found);
    // A program that is not robust has executions that are not serial. They may send events that no
    // serial run sends.
    if (found.unsent && found.bound == Bound::none)
      return decide_explored_because("the environment sends an event in no serial run",
                                     *found.unsent);
    decide_by_states(found);
  }

  // Explores all executions, and says why.
  void decide_explored_because(const std::string& reason, LocationId where) {
    decide_explored(explored());
    summary_.notes.push_back(
        reason + (where.exists() ? " (" + program_.registry().text_of(where) + ")" : "") +
        ", so all executions were explored, too");
  }

  void name_and_finish(const SequentialResult& found) {
    name_events(found);
    if (found.examined_serialisability) return;
    summary_.serialisability = RobustVerdict::unknown;
    for (EventVerdict& event : summary_.events) event.determinism = RobustVerdict::unknown;
  }

  // Decides by outcomes whether the conflicts that the search found are violations. The execution
  // that the search found may already have an outcome that no serial one has. If it does not, an
  // exploration of all executions decides.
  void decide_by_states(const SequentialResult& found) {
    name_events(found);
    if (!found.examined_serialisability) summary_.serialisability = RobustVerdict::unknown;
    for (const SequentialViolation& violation : found.determinism) {
      RobustVerdict& verdict = verdict_of(found, violation.event);
      const auto alone = alone_case(focused_, violation.event, violation.choices);
      if (alone && alone->differs) {
        verdict = RobustVerdict::violated;
        summary_.cases.push_back(writer_.alone(*alone, verdict));
      } else {
        decide_alone(found.events,
                     {.wanted = {violation.event}, .reads = {}, .explore = options_.explore});
      }
      for (const TaskId alike : violation.alike) verdict_of(found, alike) = verdict;
    }
    const auto is_violated = [](const EventVerdict& event) {
      return event.determinism == RobustVerdict::violated;
    };
    if (found.serialisability) {
      decide_cycle(*found.serialisability);
    } else if (!found.examined_serialisability && found.bound == Bound::none &&
               std::ranges::none_of(summary_.events, is_violated)) {
      // The search examines serialisability only if it finds no inversions. Here it found some, but
      // none is a violation, so an exploration decides about serialisability.
      summary_.serialisability = RobustVerdict::holds;
      decide_cycles(explored());
    }
  }

  // Compares the outcome of the execution with those of all serial orders. If there are too many
  // orders, or if one of them has the same outcome, an exploration of all executions decides.
  void decide_cycle(const SequentialViolation& violation) {
    const Outcome outcome = writer_.outcome(violation.choices);
    const auto serial = serial_outcomes(program_, tree_, most_serial_runs);
    // The environment may wait longer than it must, which the serial runs do not try.
    if (serial.empty() || serial.contains(outcome) || environment_waits(violation.choices))
      return decide_cycles(explored());
    summary_.serialisability = RobustVerdict::violated;
    summary_.cases.push_back(
        writer_.cycle(violation.choices, nearest(serial, outcome), summary_.serialisability));
  }

  // Returns whether a task that belongs to no event waits for a condition in this execution, or at
  // its end.
  [[nodiscard]] bool environment_waits(const Choices& choices) {
    const Execution execution = writer_.execution(choices);
    const auto awaits = [&](const auto& step) {
      return step.operation == OperationKind::await && !tree_.event_of(step.task).exists();
    };
    std::vector<Pending> pending;
    focused_.pending(pending);
    return std::ranges::any_of(execution.events(), awaits) || std::ranges::any_of(pending, awaits);
  }

  RobustVerdict& verdict_of(const SequentialResult& found, TaskId event) {
    const auto place = std::ranges::find(found.events, event);
    return summary_.events[static_cast<std::size_t>(place - found.events.begin())].determinism;
  }

  Program& program_;
  const RobustOptions& options_;
  EventTree tree_;
  FocusedProgram focused_;
  CaseWriter writer_;
  RobustSummary summary_;
  std::optional<ExploredRobustness> explored_;
};

}  // namespace

RobustSummary replay_robustness(Program& program, const Schedule& schedule,
                                const std::string& file) {
  RobustOptions options;
  options.main = schedule.main;
  RobustnessCheck check(program, options);
  const auto replay = make_replay(schedule, file);
  Execution execution(program.registry(), replay->facts().relation, ConflictTable::of_papers());
  // The schedule of an event that is not deterministic may set messages of other events aside.
  FocusedProgram& focused = check.focused();
  replay->begin(focused, execution);
  focused.restart();
  Choices choices;
  while (execution.size() < schedule.steps.size()) {
    const auto enabled = focused.enabled_in_any_focus();
    if (enabled.empty()) replay->finished(true, {});  // throws: the schedule is longer
    choices.push_back(*replay->pick(enabled));
    const Event* event = focused.step(choices.back());
    MAZURKA_INVARIANT(event != nullptr, "an enabled step cannot be made");
    execution.push(*event);
  }
  program.presentation().silence();
  const bool is_benign = schedule.verdict == name_of(RobustVerdict::benign);
  const bool is_decided = schedule.verdict != name_of(RobustVerdict::undecided);
  return check.judge_one(choices, is_benign    ? RobustVerdict::benign
                                  : is_decided ? RobustVerdict::violated
                                               : RobustVerdict::undecided);
}

RobustSummary check_robustness(Program& program, const RobustOptions& options) {
  return RobustnessCheck(program, options).run();
}

}  // namespace mazurka
