// Robustness by sequential runs.
//   Paper   [Robustness17] Sections 6 and 7, Appendix A.
//   Words   pivot and root as in the paper; delayed = the event with the pivot; cut = skip; reached
//           and tainted: see delayed_action.h.
//   Differs The paper instruments the program with gotos. Here a delayed invocation is a suspended
//           task, and messages of the main handler may overlap meanwhile. The check for the main
//           handler decides whether the run is a reordering of an execution; this execution is then
//           run and must show the violation. The paper guesses cuts. Here the only cut is the one
//           before the pivot: docs/robustness.md explains why this is enough, and
//           tests/property/robust_test.cpp compares the search with the definitions.
#include "explore/robust/sequential_robustness.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>

#include "core/invariant.h"
#include "explore/mutations.h"
#include "explore/robust/delayed_action.h"
#include "explore/robust/event_determinism.h"
#include "explore/robust/event_serialisability.h"
#include "explore/robust/sequential_states.h"
#include "explore/robust/serial_run.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka {
namespace {

using namespace sequential;
using Clock = std::chrono::steady_clock;

class SequentialSearch {
 public:
  SequentialSearch(Program& program, const EventTree& tree, const SequentialOptions& options)
      : program_(program),
        registry_(program.registry()),
        tree_(tree),
        options_(options),
        run_(program, tree, Language::paper),
        started_(Clock::now()) {}

  SequentialResult search() {
    MAZURKA_INVARIANT(program_.state_view().let_messages_overlap(tree_.main(), true),
                      "the program cannot suspend messages of the main handler");
    // The search learns which objects are read and shared, and which events there are, while it
    // runs. If it learned something new, its earlier decisions may be wrong, and it starts again.
    do {
      learned_ = false;
      result_.determinism.clear();
      result_.serialisability.reset();
      run_all_orders();
      if (result_.determinism.empty()) delay_all_actions();
    } while (learned_ && !is_stopped() && !mutations().begins_once);
    result_.examined_serialisability = result_.determinism.empty() && !is_stopped();
    result_.stopped_message = run_.stopped_message();
    result_.unsent = unsent();
    result_.steps = run_.total_steps();
    (void)program_.state_view().let_messages_overlap(tree_.main(), false);
    return std::move(result_);
  }

 private:
  // --- Events ---

  // Learns about the events that have been posted in the present run.
  void note_events() {
    note_environment();
    for (const TaskId event : run_.events()) {
      if (kind_of_.contains(event)) continue;
      learned_ = learned_ || !result_.events.empty();
      result_.names[event] = program_.presentation().describe(event);
      const auto [entry, is_new] = kind_names_.try_emplace(result_.names[event], kinds_.size());
      if (is_new) kinds_.emplace_back();
      kinds_[entry->second].push_back(event);
      kind_of_[event] = entry->second;
      result_.events.push_back(event);
    }
    std::ranges::sort(result_.events);
  }

  // Learns how far tasks of the environment can come.
  void note_environment() {
    for (const TaskId task : run_.outside())
      if (run_.has_ended(task)) {
        farthest_[task] = std::nullopt;
      } else if (const auto known = farthest_.try_emplace(task, Waiting{}).first;
                 known->second && known->second->steps <= run_.steps_of(task)) {
        known->second = Waiting{run_.steps_of(task), run_.waits_at(task)};
      }
  }

  // Returns where a task of the environment waits that ends in no run, if there is one. Once it
  // has ended, all its events are known.
  [[nodiscard]] std::optional<LocationId> unsent() const {
    for (const auto& [task, waiting] : farthest_)
      if (waiting) return waiting->location;
    return std::nullopt;
  }

  [[nodiscard]] std::size_t kind_of(TaskId event) const { return kind_of_.at(event); }

  // Returns an event of this kind that can be the next one after the node, if there is one.
  [[nodiscard]] std::optional<TaskId> next_of(std::size_t kind, const Node& node) const {
    for (const TaskId event : kinds_[kind])
      if (std::ranges::find(node.posted, event) != node.posted.end() &&
          std::ranges::find(node.path, event) == node.path.end())
        return event;
    return std::nullopt;
  }

  // --- Runs ---

  void begin_run() {
    run_.restart();
    note_events();
    ++result_.runs;
    if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed))
      result_.bound = Bound::interrupt;
    if (options_.max_runs != 0 && result_.runs > options_.max_runs)
      result_.bound = Bound::executions;
    const std::chrono::duration<double> elapsed = Clock::now() - started_;
    if (options_.timeout_seconds > 0 && elapsed.count() >= options_.timeout_seconds)
      result_.bound = Bound::timeout;
    if (options_.progress && elapsed.count() - last_progress_ >= 0.2)
      show_progress(elapsed.count());
  }

  void show_progress(double seconds) {
    last_progress_ = seconds;
    Summary so_far;
    so_far.executions = result_.runs;
    so_far.seconds = seconds;
    options_.progress(so_far);
  }

  void run_events(const std::vector<TaskId>& events) {
    for (const TaskId event : events) run_.run(event);
    note_events();
  }

  // What determines how serial runs continue: values, and how far the environment has come.
  using SerialState = std::pair<Values, std::uint32_t>;
  [[nodiscard]] SerialState state() { return {values(), run_.outside_steps()}; }

  // Returns the present values of variables that some task reads; the others cannot change what
  // follows.
  [[nodiscard]] Values values() {
    Values values;
    for (const Event& step : run_.steps())
      if ((step.operation == OperationKind::write || step.operation == OperationKind::update) &&
          read_.contains(step.object))
        values[step.object] = step.written_value;
    std::erase_if(values, [&](const auto& entry) {
      return entry.second == program_.initial_value(entry.first);
    });
    return values;
  }

  // Records which variables are read at all, and which objects are shared: accessed by two events,
  // one of which writes.
  void learn(std::span<const Event> steps) {
    for (const Event& step : steps) {
      if (step.operation != OperationKind::write)
        for (const Access& access : registry_.accesses(step.accesses))
          learned_ = read_.insert(access.object).second || learned_;
      const TaskId event = tree_.event_of(step.task);
      if (!event.exists()) continue;  // the condition of a post
      for (const Access& access : registry_.accesses(step.accesses)) {
        Users& users = users_[access.object];
        auto& users_of_this_sort = counts_as_write(step, access) ? users.writers : users.readers;
        // The search mostly runs the first event of a kind, but all events of a kind do the same.
        for (const TaskId same : kinds_[kind_of(event)]) users_of_this_sort.insert(same);
        if (users.is_shared || !users.conflict()) continue;
        users.is_shared = learned_ = true;
      }
    }
  }

  // --- Determinism: runs each event once in every state that serial runs of other events reach ---

  void run_all_orders() {
    Reached<SerialState> reached;
    std::set<std::pair<std::size_t, SerialState>> judged;
    begin_run();
    nodes_.assign(1, {{}, Used(kinds_.size(), 0), run_.events()});
    reached.insert(state(), nodes_.front().used);
    for (std::size_t i = 0; i < nodes_.size() && !is_stopped(); ++i)
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        if (const auto event = next_of(kind, nodes_[i])) {
          Node next = nodes_[i];
          begin_run();
          run_events(next.path);
          const bool is_new = judged.emplace(kind, state()).second;
          const std::size_t first = run_.steps().size();
          run_.run(*event);
          note_events();
          const auto steps = run_.steps().subspan(first);
          learn(steps);
          if (is_new && !is_stopped()) judge_determinism(*event, next.path, first);
          next.path.push_back(*event);
          next.used.resize(kinds_.size(), 0);
          ++next.used[kind];
          next.posted = run_.events();
          if (reached.insert(state(), next.used) && !mutations().only_first_state)
            nodes_.push_back(std::move(next));
        }
  }

  // Looks for an inversion of the event. By [Robustness17] Theorem 5, the serial run is enough to
  // find one; see docs/robustness.md.
  void judge_determinism(TaskId event, const std::vector<TaskId>& before, std::size_t first) {
    const bool is_known = std::ranges::any_of(result_.determinism, [&](const auto& known) {
      return kind_of(known.event) == kind_of(event);
    });
    if (is_known) return;
    const std::vector<Event> steps(run_.steps().begin(), run_.steps().end());
    for (std::size_t pivot = steps.size(); pivot-- > first;)
      for (std::size_t root = pivot + 1; root < steps.size(); ++root)
        if (can_be_inverted(steps[pivot], steps[root]))
          return report_inversion(event, before, steps[pivot]);
  }

  // Returns whether the two conflict and only the order of the single-thread semantics makes
  // `earlier` come first.
  [[nodiscard]] bool can_be_inverted(const Event& earlier, const Event& later) const {
    if (!tree_.event_of(earlier.task).exists() || !tree_.event_of(later.task).exists())
      return false;
    if (earlier.task == later.task || must_come_first(earlier, later)) return false;
    return conflict_in_memory(registry_, earlier, later) || mutations().any_root;
  }

  // Returns whether `earlier` comes before `later` in every execution, by the creation of tasks or
  // by the order of messages on the main handler.
  [[nodiscard]] bool must_come_first(const Event& earlier, const Event& later) const {
    if (!tree_.is_descendant(later.task, earlier.task)) return false;
    const TaskId child = tree_.child_towards(earlier.task, later.task);
    if (run_.created_at(child) > earlier.index) return !mutations().creation_orders_nothing;
    // A message ends before the next one of the main handler starts.
    return !mutations().main_orders_nothing && tree_.runs_on_main(earlier.task) &&
           tree_.is_led_to_through_main(earlier.task, later.task);
  }

  // Runs the event with its pivot delayed, then the rest, and reports this execution. If the pivot
  // is in a message of the main handler, the whole message is delayed first, so that all other
  // messages of the event on the main handler run before it; then it runs up to the pivot.
  void report_inversion(TaskId event, std::vector<TaskId> before, const Event& pivot) {
    (void)program_.state_view().let_messages_overlap(tree_.main(), false);
    SerialRun run(program_, tree_, Language::any);
    run.restart();
    for (const TaskId other : before) run.run(other);
    if (tree_.runs_on_main(pivot.task) && !mutations().no_delay) run.run(event, Cut{pivot.task, 0});
    run.run(event, cut_before(pivot));
    (void)run.step(pivot.task);
    run.run(event);
    run.run_rest();
    result_.determinism.push_back({event, before, run.choices(), kinds_[kind_of(event)]});
    MAZURKA_INVARIANT(shows_inversion(run.steps(), event), "no inversion where one was predicted");
    (void)program_.state_view().let_messages_overlap(tree_.main(), true);
  }

  [[nodiscard]] Execution execution_of(std::span<const Event> steps) const {
    Execution execution(registry_, Relation::events, ConflictTable::of_papers());
    for (const Event& step : steps) execution.push(step);
    return execution;
  }

  [[nodiscard]] bool shows_inversion(std::span<const Event> steps, TaskId event) const {
    const auto inversions = find_inversions(execution_of(steps), tree_);
    return std::ranges::find(inversions, event, &Inversion::event) != inversions.end();
  }

  // --- Serialisability: delays one action of one event, and runs other events meanwhile ---

  void delay_all_actions() {
    delayed_ = {};
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        if (const auto event = next_of(kind, nodes_[i])) {
          if (is_over()) break;
          delay_actions_of(*event, kind, nodes_[i]);
        }
  }

  [[nodiscard]] bool is_stopped() const {
    return result_.bound != Bound::none || run_.stopped_message().has_value();
  }
  [[nodiscard]] bool is_over() const { return result_.serialisability.has_value() || is_stopped(); }

  void delay_actions_of(TaskId event, std::size_t kind, const Node& node) {
    begin_run();
    run_events(node.path);
    const std::size_t first = run_.steps().size();
    run_.run(event);
    const std::vector<Event> steps(run_.steps().begin() + static_cast<std::ptrdiff_t>(first),
                                   run_.steps().end());
    Node begun = node;
    begun.path.push_back(event);
    begun.used.resize(kinds_.size(), 0);
    ++begun.used[kind];
    for (const Event& step : steps)
      if (!is_over() && tree_.event_of(step.task).exists() && is_worth_a_cut(step))
        delay(step, begun);
  }

  // Returns whether the step accesses a shared object: only such an access can be a pivot.
  [[nodiscard]] bool is_worth_a_cut(const Event& step) {
    if (mutations().cuts_only_writes && step.operation == OperationKind::read) return false;
    for (const Access& access : registry_.accesses(step.accesses))
      if (users_[access.object].is_shared) return true;
    return false;
  }

  // Determines what can follow in a run with a delayed action.
  struct Delay {
    Access pivot;
    SerialState state;
    Footprint reached;
    Footprint tainted;
    auto operator<=>(const Delay&) const = default;
  };

  // Searches, breadth first, the sequences of events that run while the action is delayed. Each
  // event of a sequence must have a path from the delayed event, or must have been posted after
  // that began: otherwise it could as well run before the delayed event.
  void delay(const Event& pivot, const Node& begun) {
    const std::size_t before = begun.path.size();
    std::vector<Node> queue{begun};
    begin_run();
    run_events({begun.path.begin(), begun.path.end() - 1});
    run_.run(begun.path.back(), cut_before(pivot));
    note_events();
    queue.front().posted = run_.events();
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        if (const auto event = next_of(kind, queue[i])) {
          if (is_over()) return;
          Node next = queue[i];
          next.path.push_back(*event);
          next.used.resize(kinds_.size(), 0);
          ++next.used[kind];
          const Attempt attempt = try_sequence(next.path, before, pivot);
          next.posted = run_.events();
          if (is_stopped()) return;
          if (!attempt.valid || !(attempt.continues || attempt.is_later)) continue;
          if (attempt.continues && attempt.closes) {
            report_cycle(next.path, before, pivot, attempt);
          } else if (delayed_.insert({registry_.accesses(pivot.accesses).front(), state(),
                                      attempt.reached, attempt.tainted},
                                     next.used)) {
            queue.push_back(std::move(next));
          }
        }
  }

  // Runs path[0 … before - 1] with the last of them cut before the pivot, then the rest of the
  // path. A tainted message of the main handler would have to come after the incomplete one, which
  // cannot end before the pivot. So such a message is skipped, and the sequence is run again; if
  // it is the last event of the path itself, the attempt is invalid.
  [[nodiscard]] Attempt try_sequence(const std::vector<TaskId>& path, std::size_t before,
                                     const Event& pivot) {
    std::set<TaskId> skipped;
    while (true) {
      const Attempt attempt = run_sequence(path, before, pivot, skipped);
      const auto blocked = tainted_message(attempt, run_.steps(), pivot, tree_);
      if (!blocked) return attempt;
      if (mutations().gives_up_at_tainted || *blocked == path.back() ||
          !skipped.insert(*blocked).second)
        return {};
    }
  }

  [[nodiscard]] Attempt run_sequence(const std::vector<TaskId>& path, std::size_t before,
                                     const Event& pivot, const std::set<TaskId>& skipped) {
    begin_run();
    for (std::size_t i = 0; i + 1 < before; ++i) run_.run(path[i]);
    const std::size_t delayed = run_.steps().size();
    run_.run(path[before - 1], cut_before(pivot), skipped);
    std::size_t last = delayed;
    for (std::size_t i = before; i < path.size(); ++i) {
      last = run_.steps().size();
      run_.run(path[i], std::nullopt, skipped);
    }
    note_events();
    learn(run_.steps().subspan(delayed));
    return judge_attempt({run_.steps(), delayed, last, pivot, path}, registry_, tree_);
  }

  [[nodiscard]] std::optional<Cut> cut_before(const Event& pivot) const {
    if (mutations().no_delay) return std::nullopt;
    return Cut{pivot.task, pivot.index};
  }

  // Reorders the run into an execution of the program, and reports it. Tainted steps come last: no
  // other message of the main handler is tainted, so the incomplete message becomes the last one of
  // the main handler. The pivot and the rest of the program follow.
  void report_cycle(const std::vector<TaskId>& path, std::size_t before, const Event& pivot,
                    const Attempt& attempt) {
    std::vector<Choice> choices;
    const auto steps = run_.steps();
    for (const bool tainted : {false, true})
      for (std::size_t i = 0; i < steps.size(); ++i)
        if ((i < attempt.is_tainted.size() && attempt.is_tainted[i]) == tainted)
          choices.push_back(steps[i].as_choice());
    choices.push_back(pivot.as_choice());
    (void)program_.state_view().let_messages_overlap(tree_.main(), false);
    result_.serialisability = {TaskId::none(), path, completed(choices)};
    result_.serialisability->before.resize(before);
    (void)program_.state_view().let_messages_overlap(tree_.main(), true);
  }

  // Returns a maximal execution that starts with these choices. Checks that the choices can be run
  // and that the execution has a cycle of events.
  [[nodiscard]] std::vector<Choice> completed(std::vector<Choice> choices) {
    program_.restart();
    Execution execution(registry_, Relation::events, ConflictTable::of_papers());
    for (const Choice& choice : choices) {
      const Event* event = program_.step(choice);
      MAZURKA_INVARIANT(event != nullptr, "what was run in the search is not an execution");
      execution.push(*event);
    }
    for (auto enabled = program_.enabled(); !enabled.empty(); enabled = program_.enabled()) {
      choices.push_back(enabled.front());
      execution.push(*program_.step(enabled.front()));
    }
    MAZURKA_INVARIANT(find_serialisability_pivot(execution, tree_).has_value(),
                      "no cycle of events where one was found");
    return choices;
  }

  // How far a task of the environment has come.
  struct Waiting {
    std::uint32_t steps = 0;
    LocationId location = LocationId::none();
  };

  struct Users {
    std::set<TaskId> readers;
    std::set<TaskId> writers;
    bool is_shared = false;
    [[nodiscard]] bool conflict() const {
      if (writers.empty()) return false;
      return writers.size() > 1 || readers.size() > 1 ||
             (readers.size() == 1 && *readers.begin() != *writers.begin());
    }
  };

  Program& program_;
  Registry& registry_;
  const EventTree& tree_;
  const SequentialOptions& options_;
  SerialRun run_;
  Clock::time_point started_;
  SequentialResult result_;
  std::vector<std::vector<TaskId>> kinds_;
  std::map<TaskId, std::size_t> kind_of_;
  std::map<std::string, std::size_t> kind_names_;
  std::map<TaskId, std::optional<Waiting>> farthest_;  // by task of the environment; none: its end
  std::vector<Node> nodes_;                            // the states that serial runs reach
  Reached<Delay> delayed_;
  Objects read_;
  std::map<ObjectId, Users> users_;
  bool learned_ = false;
  double last_progress_ = 0;
};

}  // namespace

SequentialResult search_sequentially(Program& program, const EventTree& tree,
                                     const SequentialOptions& options) {
  return SequentialSearch(program, tree, options).search();
}

}  // namespace mazurka
