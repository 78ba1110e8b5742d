#include "explore/robust/events_alone.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <tuple>

#include "core/invariant.h"
#include "explore/algorithms.h"
#include "explore/robust/event_determinism.h"
#include "explore/robust/run_state.h"
#include "program/state_view.h"

namespace mazurka {

namespace {

using AloneClock = std::chrono::steady_clock;

// The values that the choices of tasks have in an execution, by event; those that are 0 are left
// out.
using ChosenValues = std::map<EventId, std::uint32_t>;

ChosenValues values_chosen_in(const Choices& execution) {
  ChosenValues result;
  std::map<TaskId, std::uint32_t> count;
  for (const Choice& choice : execution) {
    const std::uint32_t index = count[choice.task]++;
    if (choice.value != 0) result[{choice.task, index}] = choice.value;
  }
  return result;
}

// Returns the alternatives of the next step of the single-thread semantics: choices of one task.
std::vector<Choice> next_serial_choices(FocusedProgram& program, TaskId event) {
  std::vector<Choice> enabled = program.enabled_of(event);
  if (enabled.empty()) return enabled;
  TaskId first = enabled.front().task;
  for (const Choice& choice : enabled)
    if (program.tree().comes_first(choice.task, first)) first = choice.task;
  std::erase_if(enabled, [&](const Choice& choice) { return choice.task != first; });
  return enabled;
}

std::uint32_t steps_of(const FocusedProgram& program, TaskId task) {
  return static_cast<std::uint32_t>(std::ranges::count(program.steps(), task, &Event::task));
}

bool has_inversion(FocusedProgram& program, TaskId event) {
  Execution execution(program.registry(), Relation::events, ConflictTable::of_papers());
  for (const Event& step : program.steps()) execution.push(step);
  const auto inversions = find_inversions(execution, program.tree());
  return std::ranges::find(inversions, event, &Inversion::event) != inversions.end();
}

class AloneSearch {
 public:
  AloneSearch(FocusedProgram& program, const AloneOptions& options)
      : program_(program), options_(options), reads_(options.reads) {}

  AloneResult run() {
    // Variables that are not known to matter do not distinguish states. When the search learns that
    // one does, its earlier decisions may be wrong, and it starts again.
    do {
      learned_ = false;
      judged_.clear();
      reached_.clear();
      visit_all_states();
    } while (learned_ && !is_stopped());
    for (const auto& [event, verdict] : verdicts_) result_.events.push_back(verdict);
    return std::move(result_);
  }

 private:
  struct Node {
    Choices steps;
    std::vector<TaskId> before;  // the events in it
  };

  // Returns whether a bound stops the search. Loops and calls that were cut do not.
  [[nodiscard]] bool is_stopped() const {
    return result_.bound != Bound::none && result_.bound != Bound::unroll &&
           result_.bound != Bound::depth;
  }

  void visit_all_states() {
    queue_.assign(1, {});
    for (std::size_t i = 0; i < queue_.size() && !is_stopped(); ++i) visit(Node(queue_[i]));
  }

  void rerun(const Node& node) {
    program_.restart();
    const bool is_run = program_.run(node.steps);
    MAZURKA_INVARIANT(is_run, "a serial run cannot be made again");
    check_bounds();
  }

  void visit(Node node) {
    rerun(node);
    while (const auto choice = harmless_step()) node.steps.push_back(*choice);
    learn_reads();
    if (!is_new_state(node)) return;
    // Without values, what an event does depends on the order of its own steps only, so each event
    // is examined once, after as much as possible of the environment.
    const bool one_path = !program_.state_view().has_values();
    for (const Choice& choice : program_.enabled_outside()) {
      add(node, {choice}, TaskId::none());
      if (one_path) return;
    }
    bool is_first = true;
    for (const TaskId event : runnable_events()) {
      if (is_wanted(event)) judge(event, node);
      if (is_first || !one_path) add_serial_runs(node, event);
      is_first = false;
      rerun(node);
    }
  }

  // Returns the events that can make a step: those that may start next, and those that waited for
  // the environment.
  [[nodiscard]] std::vector<TaskId> runnable_events() {
    std::vector<TaskId> result = program_.next_events();
    for (const TaskId event : program_.started_events()) result.push_back(event);
    std::erase_if(result, [&](TaskId event) { return program_.enabled_of(event).empty(); });
    return result;
  }

  [[nodiscard]] bool is_wanted(TaskId event) const {
    if (!options_.wanted.empty() && !options_.wanted.contains(event)) return false;
    const auto known = verdicts_.find(event);
    if (known == verdicts_.end()) return true;
    return !known->second.differs && program_.state_view().has_values();
  }

  // Makes a step of the environment that commutes with all steps of other tasks and disables
  // nothing: a spawn, or a post of an event to the main handler. Serial runs lose nothing if they
  // make such steps first.
  std::optional<Choice> harmless_step() {
    std::vector<Pending> pending;
    program_.pending(pending);
    std::erase_if(
        pending, [&](const Pending& each) { return program_.tree().event_of(each.task).exists(); });
    const ObjectId main = program_.registry().handler(program_.tree().main()).as_lock;
    for (const Pending& each : pending) {
      const bool posts = each.operation == OperationKind::post && each.object == main;
      if (!each.enabled || each.accesses != Registry::no_accesses()) continue;
      if (!posts && each.operation != OperationKind::spawn) continue;
      const Choice choice{each.task, 0};
      if (program_.step(choice) != nullptr) return choice;
    }
    return std::nullopt;
  }

  // Conditions that tasks wait for count as read, too: a step that makes one of them hold must not
  // be merged with a state where it does not.
  void learn_reads() {
    std::vector<Pending> pending;
    program_.pending(pending);
    for (const Pending& each : pending)
      if (each.operation == OperationKind::await)
        for (const Access& access : program_.registry().accesses(each.accesses))
          learned_ = reads_.insert(access.object).second || learned_;
    for (const Event& step : program_.steps()) {
      if (step.operation == OperationKind::read || step.operation == OperationKind::update)
        learned_ = reads_.insert(step.object).second || learned_;
      if (step.operation == OperationKind::await)
        for (const Access& access : program_.registry().accesses(step.accesses))
          learned_ = reads_.insert(access.object).second || learned_;
    }
  }

  // Returns whether the state was not reached before. A state that was reached with fewer events
  // has at least the same continuations, so it counts as the same state.
  [[nodiscard]] bool is_new_state(const Node& node) {
    std::set<TaskId> used(node.before.begin(), node.before.end());
    std::vector<std::set<TaskId>>& known = reached_[state_of(program_, &reads_)];
    for (const std::set<TaskId>& other : known)
      if (std::ranges::includes(used, other)) return false;
    known.push_back(std::move(used));
    return true;
  }

  void add(const Node& node, const Choices& more, TaskId event) {
    Node next = node;
    next.steps.insert(next.steps.end(), more.begin(), more.end());
    if (event.exists() && std::ranges::find(next.before, event) == next.before.end())
      next.before.push_back(event);
    queue_.push_back(std::move(next));
  }

  // Adds the states after the single-thread run of the event, one for each combination of values
  // that tasks choose.
  void add_serial_runs(const Node& node, TaskId event) {
    std::vector<Choices> open(1);
    for (std::size_t i = 0; i < open.size() && !is_stopped(); ++i) {
      Choices run = open[i];
      rerun(node);
      const bool is_run = program_.run(run);
      MAZURKA_INVARIANT(is_run, "a serial run cannot be made again");
      for (auto next = next_serial_choices(program_, event); !next.empty();
           next = next_serial_choices(program_, event)) {
        for (std::size_t other = 1; other < next.size(); ++other) {
          open.push_back(run);
          open.back().push_back(next[other]);
        }
        run.push_back(next.front());
        (void)program_.step(next.front());
        if (is_too_long()) return;
      }
      learn_reads();
      result_.steps += run.size();
      add(node, run, event);
    }
  }

  [[nodiscard]] bool is_too_long() {
    if (program_.steps().size() <= options_.explore.max_steps) return false;
    result_.bound = Bound::steps;
    return true;
  }

  // Explores the event alone after the steps of the node.
  void judge(TaskId event, const Node& node) {
    if (!judged_.emplace(event, state_of(program_, &reads_)).second) return;
    AloneVerdict& verdict = verdicts_[event];
    verdict.event = event;
    AloneProgram alone(program_, node.steps, event);
    seen_.clear();
    written_.clear();
    std::vector<AloneCase> cases;
    ExploreOptions options = options_.explore;
    options.conflicts = ConflictTable::of_papers();
    options.keep_going = true;  // executions that end in an error have an outcome, too
    options.save = nullptr;
    if (options.max_executions != 0)
      options.max_executions -= std::min(options.max_executions - 1, result_.executions);
    std::atomic<bool> is_enough = false;
    options.interrupted = &is_enough;
    options.on_execution = [&](const Execution&, const Ending&) {
      note_execution(event, node, cases);
      is_enough =
          is_interrupted() || (!program_.state_view().has_values() && cases.back().is_inverted);
    };
    const auto algorithm = make_algorithm(AlgorithmName::optimal, {});
    const Summary summary = explore(alone, *algorithm, options);
    result_.executions += summary.maximal_executions();
    result_.steps += summary.events;
    if (summary.bound != Bound::none && (!is_enough || is_interrupted()))
      result_.bound = summary.bound;
    learn_partly_written();
    for (AloneCase& each : cases) decide(each, verdict);
    rerun(node);
  }

  [[nodiscard]] std::set<ObjectId> written_by(TaskId event) const {
    std::set<ObjectId> result;
    for (const Event& step : program_.steps())
      if (program_.tree().event_of(step.task) == event && writes_variable(step))
        result.insert(step.object);
    return result;
  }

  // The value that a variable has before the event matters if some executions of the event write it
  // and others do not: then it distinguishes their outcomes, although no task reads it.
  void learn_partly_written() {
    for (const std::set<ObjectId>& one : written_)
      for (const std::set<ObjectId>& other : written_)
        for (const ObjectId variable : one)
          if (!other.contains(variable)) learned_ = reads_.insert(variable).second || learned_;
  }

  // Keeps an execution of each outcome, and one with an inversion of each.
  void note_execution(TaskId event, const Node& node, std::vector<AloneCase>& cases) {
    learn_reads();
    written_.insert(written_by(event));
    const bool is_inverted = has_inversion(program_, event);
    const Choices choices = program_.choices();
    if (!seen_.emplace(program_.outcome(), values_chosen_in(choices), is_inverted).second) return;
    cases.push_back({.event = event,
                     .before = node.before,
                     .concurrent = choices,
                     .serial = node.steps,
                     .is_inverted = is_inverted});
  }

  // Compares an execution with the single-thread one. REQUIRES: `each.serial` has the steps before
  // the event.
  void decide(AloneCase& each, AloneVerdict& verdict) {
    if (verdict.differs) return;
    program_.restart();
    (void)program_.run(each.concurrent);
    const Outcome mine = program_.outcome();
    program_.restart();
    (void)program_.run(each.serial);
    continue_serially(program_, each.event, each.concurrent);
    each.serial = program_.choices();
    each.differs = program_.outcome() != mine;
    if (each.differs)
      verdict.differs = each;
    else if (each.is_inverted && !verdict.inverted)
      verdict.inverted = each;
  }

  [[nodiscard]] bool is_interrupted() const {
    return options_.explore.interrupted != nullptr &&
           options_.explore.interrupted->load(std::memory_order_relaxed);
  }

  void check_bounds() {
    const std::chrono::duration<double> elapsed = AloneClock::now() - started_;
    if (options_.explore.timeout_seconds > 0 && elapsed.count() >= options_.explore.timeout_seconds)
      result_.bound = Bound::timeout;
    if (is_interrupted()) result_.bound = Bound::interrupt;
    if (options_.explore.max_executions != 0 &&
        result_.executions > options_.explore.max_executions)
      result_.bound = Bound::executions;
  }

  FocusedProgram& program_;
  const AloneOptions& options_;
  AloneClock::time_point started_ = AloneClock::now();
  AloneResult result_;
  std::vector<Node> queue_;
  std::map<RunState, std::vector<std::set<TaskId>>> reached_;  // with the events that led to it
  std::set<std::pair<TaskId, RunState>> judged_;
  std::map<TaskId, AloneVerdict> verdicts_;
  std::set<std::tuple<Outcome, ChosenValues, bool>> seen_;  // of the event that is explored
  std::set<ObjectId> reads_;                                // the variables that distinguish states
  std::set<std::set<ObjectId>> written_;  // by executions of the event that is explored
  bool learned_ = false;
};

}  // namespace

AloneResult run_events_alone(FocusedProgram& program, const AloneOptions& options) {
  return AloneSearch(program, options).run();
}

void continue_serially(FocusedProgram& program, TaskId event, const Choices& like) {
  const ChosenValues chosen = values_chosen_in(like);
  for (auto next = next_serial_choices(program, event); !next.empty();
       next = next_serial_choices(program, event)) {
    Choice choice = next.front();
    const auto wanted = chosen.find({choice.task, steps_of(program, choice.task)});
    if (wanted != chosen.end() &&
        std::ranges::find(next, wanted->second, &Choice::value) != next.end())
      choice.value = wanted->second;
    (void)program.step(choice);
  }
}

std::optional<AloneCase> alone_case(FocusedProgram& program, TaskId event,
                                    const Choices& execution) {
  const EventTree& tree = program.tree();
  program.restart();
  if (!program.run(execution)) return std::nullopt;
  const std::vector<Event> whole = program.steps();
  AloneCase result{.event = event};
  program.restart();
  bool has_begun = false;
  for (const Event& step : whole) {
    const TaskId of = tree.event_of(step.task);
    has_begun = has_begun || of == event;
    if (has_begun && of != event) continue;
    const Event* const again = program.step(step.as_choice());
    if (again == nullptr || !is_same_operation(*again, step)) return std::nullopt;
    if (has_begun) continue;
    result.serial.push_back(step.as_choice());
    if (of == step.task && step.operation == OperationKind::start) result.before.push_back(of);
  }
  if (!has_begun) return std::nullopt;
  // The recorded execution may stop before the event has ended.
  continue_serially(program, event, execution);
  result.concurrent = program.choices();
  result.is_inverted = has_inversion(program, event);
  const Outcome mine = program.outcome();
  program.restart();
  (void)program.run(result.serial);
  continue_serially(program, event, execution);
  result.serial = program.choices();
  result.differs = program.outcome() != mine;
  return result;
}

}  // namespace mazurka
