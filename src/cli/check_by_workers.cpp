#include "cli/check_by_workers.h"

#include <algorithm>

#include "check/possible_data_race.h"
#include "cli/child/last_execution.h"
#include "cli/child/memory_use.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "cli/child/workers.h"
#include "cli/cluster_join.h"
#include "cli/cluster_store.h"
#include "cli/merged_results.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/frontier/frontier.h"
#include "explore/frontier/random_jobs.h"
#include "explore/sample.h"
#include "program/learning.h"
#include "program/presentation.h"

namespace mazurka::cli {

namespace {

class CheckByWorkers {
 public:
  CheckByWorkers(const CheckCommand& command, const ExploringRun& run, const CheckInChild& child,
                 std::ostream& out, std::ostream& err)
      : command_(command), run_(run), child_(child), out_(out), err_(err) {}

  [[nodiscard]] ChildResult explore(SharedState& state) const {
    SharedStart start;
    start.facts = scouted_facts(state);
    while (true) {
      const ChildLimits limits = limits_after(start.seconds_so_far);
      ProgressLine line(err_);
      const WorkersOptions options = workers_options(line);
      Workers workers(options, limits, out_, err_);
      WorkersResult result = run(workers, start, state);
      start.seconds_so_far += result.seconds;
      using End = WorkersResult::End;
      switch (result.end) {
        case End::learned:
          if (!add_facts(start.facts, result.facts)) return failed_result(std::move(result));
          continue;
        case End::failed:
          if (!start.predicts) return failed_result(std::move(result));
          start.predicts = false;
          continue;
        case End::died: {
          SharedState& dead = workers.state_of(result.dead);
          if (dead.facts.has_news()) {
            if (add_facts(start.facts, dead.facts.all())) continue;
          }
          copy_last_execution(dead, state);
          return std::move(result.children[result.dead]);
        }
        case End::given_up:
          state.gave_up = true;
          return std::move(result.children.front());
        case End::complete:
        case End::stopped:
        case End::anew:
          return explained(std::move(result), start, state);
      }
    }
  }

  [[nodiscard]] ChildResult explore_in_cluster(SharedState& state) const {
    SharedStart start;
    if (!command_.joins) start.facts = scouted_facts(state);
    ClusterJoin join(command_, run_);
    cluster::Exploration& exploration = join.exploration();
    if (!command_.joins) join.begin(start.facts);
    std::vector<ChildResult> children;
    double seconds = 0;
    while (exploration.is_running()) {
      start.facts = join.facts();
      start.predicts = exploration.epoch().predicts();
      const ChildLimits limits = limits_after(seconds);
      ProgressLine line(err_);
      ClusterStore store(exploration, join.store_options());
      WorkersOptions options = workers_options(line);
      options.outer = &store;
      options.keep_going = exploration.keeps_going();
      options.samples_after = 0;
      options.store.max_executions = 0;
      if (options.progress)
        options.progress = [&](const Summary& so_far, std::size_t waiting) {
          line.show(join.summary_of(store, so_far), command_.jobs, waiting, store.hubs());
        };
      Workers workers(options, limits, out_, err_);
      WorkersResult result = run(workers, start, state);
      seconds += result.seconds;
      using End = WorkersResult::End;
      switch (result.end) {
        case End::learned:
          join.learn(start.facts, result.facts);
          continue;
        case End::failed:
          join.prediction_failed();
          continue;
        case End::died: {
          SharedState& dead = workers.state_of(result.dead);
          if (dead.facts.has_news() && join.learn(start.facts, dead.facts.all())) continue;
          join.stop(store, "the program died");
          copy_last_execution(dead, state);
          return std::move(result.children[result.dead]);
        }
        case End::given_up:
          join.stop(store, "a worker cannot run the program");
          state.gave_up = true;
          return std::move(result.children.front());
        case End::anew:
        case End::complete:
          exploration.refresh();
          break;
        case End::stopped:
          join.stopped(store, result);
          break;
      }
      std::ranges::move(result.children, std::back_inserter(children));
      if (result.end == End::stopped) break;
    }
    WorkersResult result = join.result();
    result.seconds = seconds;
    std::ranges::move(children, std::back_inserter(result.children));
    ChildResult all = explained(std::move(result), start, state);
    join.describe_end(all);
    return all;
  }

 private:
  // --- In the parent ---

  // What workers of one exploration start with. If one of them learns something, or a prediction
  // fails, the exploration starts again.
  struct SharedStart {
    std::vector<std::string> facts;
    std::vector<std::string> warnings;
    bool predicts = true;
    double seconds_so_far = 0;
  };

  [[nodiscard]] ChildLimits limits_after(double seconds) const {
    ChildLimits limits = run_.child_limits();
    if (limits.timeout_seconds > 0)
      limits.timeout_seconds = std::max(limits.timeout_seconds - seconds, 0.01);
    if (!limits.most_memory) limits.most_memory = memory_available() / 4 * 3;
    limits.most_memory = *limits.most_memory / command_.jobs;
    return limits;
  }

  [[nodiscard]] WorkersResult run(Workers& workers, const SharedStart& start,
                                  SharedState& scratch) const {
    return workers.run([&](const ChildSide& side,
                           const SharedByWorkers& shared) { return work(side, shared, start); },
                       [&](const ChildResult& child, SharedState& of_child) {
                         return is_to_blame(child, of_child, scratch);
                       });
  }

  [[nodiscard]] WorkersOptions workers_options(ProgressLine& line) const {
    WorkersOptions options;
    options.workers = command_.jobs;
    options.keep_going = command_.keep_going;
    options.store.max_executions = command_.max_executions;
    options.samples_after = child_.samples() ? sample_after : 0;
    if (const auto show = line.as_wanted(command_.progress))
      options.progress = [this, &line](const Summary& so_far, std::size_t waiting) {
        line.show(so_far, command_.jobs, waiting);
      };
    return options;
  }

  // Returns whether any of them is new.
  static bool add_facts(std::vector<std::string>& to, const std::vector<std::string>& from) {
    const std::size_t before = to.size();
    for (const std::string& fact : from)
      if (std::ranges::find(to, fact) == to.end()) to.push_back(fact);
    return to.size() > before;
  }

  // Learns about the program in a child of its own, once for all workers.
  [[nodiscard]] std::vector<std::string> scouted_facts(SharedState& state) const {
    if (run_.program().learning() == nullptr) return {};
    const ChildResult result =
        supervise(state, run_.child_limits(), out_, err_, [&](const ChildSide& side) {
          run_.program().learning()->record_facts(side.state.facts);
          run_.connect(side);
          (void)run_.program().registry();  // a native program runs for the first time here
          side.records.write(RecordKind::learned, bytes_of(run_.program().learning()->facts()));
          return 0;
        });
    run_.know_warnings(result.warnings);
    std::vector<std::string> facts = result.learned.value_or(state.facts.all());
    state.reset();
    return facts;
  }

  [[nodiscard]] bool is_to_blame(const ChildResult& child, SharedState& of_child,
                                 SharedState& scratch) const {
    const LastExecution last = last_execution(of_child, child);
    const Death death =
        describe_death(run_.program(), last, run_.child_limits(), scratch, out_, err_);
    return death.is_reproducible;
  }

  static void copy_last_execution(const SharedState& from, SharedState& to) {
    to.reset();
    to.runs = from.runs;
    for (const TaskName& task : from.known_tasks()) to.tasks[to.task_count++] = task;
    for (const Choice& choice : from.schedule()) to.steps[to.step_count++] = choice;
  }

  [[nodiscard]] static ChildResult failed_result(WorkersResult result) {
    ChildResult merged;
    merged.status = 0;
    merged.summary = merged_summary(result);
    merged.summary->bound = Bound::killed;
    merged.summary->notes.emplace_back(
        "an execution had another trace than when it was run before: the program depends on "
        "something outside of it, and its executions cannot be counted");
    return merged;
  }

  // Returns the timeout of the child that explains the errors; 0: none, but it has a budget.
  // Someone who has stopped the check, or limits its time, does not wait for explanations.
  [[nodiscard]] static double seconds_to_explain(const ChildLimits& limits,
                                                 const WorkersResult& result,
                                                 const SharedStart& start) {
    constexpr double at_once = 0.01;
    if (limits.explains_after_timeout && result.reason != StopReason::interrupt) return 0;
    if (result.reason != StopReason::none) return at_once;
    if (limits.timeout_seconds == 0) return 0;
    return std::max(limits.timeout_seconds - start.seconds_so_far, at_once);
  }

  // Simplifies and describes the errors in another child, which runs them again.
  [[nodiscard]] ChildResult explained(WorkersResult result, const SharedStart& start,
                                      SharedState& state) const {
    std::vector<Counterexample> errors = merged_errors(result.children);
    Summary summary = merged_summary(result);
    for (const Counterexample& error : errors)
      leave_out_possible_races(summary.not_covered, error.finding);
    ChildResult merged;
    if (!errors.empty()) {
      ChildLimits limits = run_.child_limits();
      limits.timeout_seconds = seconds_to_explain(limits, result, start);
      merged = supervise(state, limits, out_, err_, [&](const ChildSide& side) {
        use(start, side);
        explain_again(errors, side);
        return 0;
      });
    }
    merged.status = 0;
    merged.seconds = result.seconds;
    merged.algorithm = summary.algorithm;
    for (const ChildResult& child : result.children)
      if (child.mistake) merged.mistake = child.mistake;
    merged.errors.resize(errors.size());
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (merged.errors[i].identity.empty()) merged.errors[i] = errors[i];
    merged.summary = std::move(summary);
    return merged;
  }

  // --- In a worker ---

  void use(const SharedStart& start, const ChildSide& side) const {
    if (Learning* const learning = run_.program().learning()) {
      learning->skip_scouting();
      learning->record_facts(side.state.facts);
      if (!start.facts.empty()) learning->use_facts(start.facts);
    }
    run_.connect(side);
  }

  [[nodiscard]] int work(const ChildSide& side, const SharedByWorkers& shared,
                         const SharedStart& start) const {
    use(start, side);
    RecordedProgram program(run_.program(), side.state);
    program.registry().set_task_numbers(&shared.numbers);
    side.state.phase = Phase::exploring;
    std::vector<NotCovered> told;
    const auto exchange = [&](std::string_view commit) {
      shared.numbers.publish_handlers(program.registry());
      std::vector<NotCovered> not_covered;
      program.presentation().add_not_covered(not_covered);
      if (not_covered != told) {
        side.records.write(RecordKind::not_covered, bytes_of(not_covered));
        told = std::move(not_covered);
      }
      return side.exchange(commit);
    };
    Frontier frontier(exchange,
                      {.keys = &shared.keys, .hints = &shared.hints, .worker = shared.worker});
    Summary summary;
    if (frontier.begin()) {
      ProgressLine line(side.err);
      ExploreOptions options = child_.options_with(line, program, side);
      options.progress = {};
      options.max_executions = 0;
      options.estimates = false;
      options.sample_when = [&] { return frontier.should_sample(); };
      options.counted = [&](const Summary& so_far) {
        frontier.count(so_far);
        side.state.set_counts(so_far);
        if (so_far.stopped_at_error) frontier.finish();
      };
      // A bound on executions is exact only if each is counted alone.
      const std::uint64_t at_once = command_.max_executions == 0 ? 16 : 1;
      RandomJobs random(frontier, command_.algorithm_options.random.executions, at_once);
      const auto algorithm = algorithm_with(frontier, random, program, start);
      side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
      summary = mazurka::explore(program, *algorithm, options);
      // Other machines continue: what was not committed will be explored again.
      if (summary.bound != Bound::learned && command_.cluster.empty()) frontier.give_up();
      if (summary.bound == Bound::learned) {
        use_what_it_knows(program);
        side.records.write(RecordKind::learned, bytes_of(run_.program().learning()->facts()));
      }
    }
    if (summary.bound == Bound::interrupt) summary.bound = bound_of(side.state.reason);
    summary.errors.clear();
    side.records.write(RecordKind::summary, bytes_of(summary));
    return 0;
  }

  // `random` is used if random executions are wanted.
  [[nodiscard]] std::unique_ptr<Algorithm> algorithm_with(Frontier& frontier, RandomJobs& random,
                                                          Program& program,
                                                          const SharedStart& start) const {
    AlgorithmOptions options = command_.algorithm_options;
    options.event.frontier = &frontier;
    options.event.predicts = start.predicts;
    options.random.jobs = &random;
    if (options.random.executions != 0) return make_random(options.random);
    return make_algorithm_for(program, command_.algorithm, options);
  }

  // Runs the executions that show the errors again, then treats the errors as usual.
  void explain_again(const std::vector<Counterexample>& errors, const ChildSide& side) const {
    RecordedProgram program(run_.program(), side.state);
    side.state.phase = Phase::explaining;
    ProgressLine line(side.err);
    Summary summary;
    for (const Counterexample& error : errors) {
      summary.errors.push_back(run_again(error, program));
      const std::uint64_t index = summary.errors.size() - 1;
      side.records.write(RecordKind::error, bytes_of(index, summary.errors.back()));
    }
    child_.explain(summary, program, line, side);
    line.erase();
  }

  // Returns the error as this process sees it. If it cannot be shown again, because the program
  // depends on something outside of it, returns the error as it was found.
  [[nodiscard]] Counterexample run_again(const Counterexample& error, Program& program) const try {
    ExploreOptions options;
    options.keep_going = true;
    options.max_steps = command_.max_steps;
    options.conflicts = ConflictTable(command_.program.conflicts);
    const auto replay = make_replay(error.schedule);
    Summary again = mazurka::explore(program, *replay, options);
    const auto same = std::ranges::find(again.errors, error.identity, &Counterexample::identity);
    Counterexample result = same != again.errors.end() ? std::move(*same) : error;
    result.others = error.others;
    result.others_left_out = error.others_left_out;
    return result;
  } catch (const UserError&) {
    return error;
  }

  const CheckCommand& command_;
  const ExploringRun& run_;
  const CheckInChild& child_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

// They share known traces, so they need an algorithm that has them.
void require_fit_jobs(const CheckCommand& command) {
  if (command.jobs <= 1) return;
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw UserError("", what + " cannot be used together with --jobs", hint);
  };
  if (command.algorithm_options.random.executions == 0 && command.algorithm != AlgorithmName::event)
    refuse("the algorithm '" + std::string(name_of(command.algorithm)) + "'",
           "use the default algorithm, or one process");
  if (!command.checkpoint.empty()) refuse("--checkpoint or --resume", "use one process");
  if (command.rerun) refuse("--rerun", "use one process");
  if (command.count_traces)
    refuse("--count-traces", "every execution that several processes count has another trace");
}

ChildResult explore_by_cluster(const CheckCommand& command, const ExploringRun& run,
                               const CheckInChild& child, SharedState& state, std::ostream& out,
                               std::ostream& err) try {
  return CheckByWorkers(command, run, child, out, err).explore_in_cluster(state);
} catch (const cluster::Interrupted&) {
  throw UserError("", "interrupted while the Redis server does not answer",
                  "the exploration can be taken up again: nothing that was booked is lost");
}

ChildResult explore_by_workers(const CheckCommand& command, const ExploringRun& run,
                               const CheckInChild& child, SharedState& state, std::ostream& out,
                               std::ostream& err) {
  return CheckByWorkers(command, run, child, out, err).explore(state);
}

}  // namespace mazurka::cli
