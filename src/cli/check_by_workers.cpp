#include "cli/check_by_workers.h"

#include <algorithm>

#include "check/possible_data_race.h"
#include "cli/checkpoints.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "cli/cluster_join.h"
#include "cli/cluster_store.h"
#include "cli/merged_results.h"
#include "cli/shared_exploration.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/frontier/frontier.h"
#include "explore/frontier/random_jobs.h"
#include "explore/sample.h"

namespace mazurka::cli {

namespace {

class CheckByWorkers {
 public:
  CheckByWorkers(const CheckCommand& command, const ExploringRun& run, const CheckInChild& child,
                 std::ostream& out, std::ostream& err)
      : command_(command),
        run_(run),
        child_(child),
        out_(out),
        err_(err),
        shared_(command, run, out, err),
        keys_(key_folder_of(command)) {}

  [[nodiscard]] ChildResult explore(SharedState& state) {
    use_checkpoints();
    WorkersResult result = shared_.run(workers_options(), work_, state);
    using End = WorkersResult::End;
    switch (result.end) {
      case End::learned:
      case End::failed:
        return failed_result(result);
      case End::died:
        return std::move(result.children[result.dead]);
      case End::given_up:
        return std::move(result.children.front());
      case End::complete:
      case End::stopped:
      case End::anew:
        break;
    }
    return explained(std::move(result), state);
  }

  [[nodiscard]] ChildResult explore_in_cluster(SharedState& state) {
    if (!command_.joins) shared_.scout(state);
    ClusterJoin join(command_, run_);
    cluster::Exploration& exploration = join.exploration();
    if (!command_.joins) join.begin(shared_.start().facts);
    std::vector<ChildResult> children;
    while (exploration.is_running()) {
      shared_.start_with(join.facts(), exploration.epoch().predicts());
      ClusterStore store(exploration, join.store_options());
      WorkersOptions options = workers_options();
      options.outer = &store;
      options.keep_going = exploration.keeps_going();
      options.samples_after = 0;
      options.store.max_executions = 0;
      shared_.show_with([&](ProgressLine& line, const Summary& so_far, std::size_t waiting) {
        line.show(join.summary_of(store, so_far), command_.jobs, waiting, store.hubs());
      });
      WorkersResult result = shared_.explore_once(options, work_, state);
      using End = WorkersResult::End;
      switch (result.end) {
        case End::learned:
          join.learn(shared_.start().facts, result.facts);
          continue;
        case End::failed:
          join.prediction_failed();
          continue;
        case End::died:
          join.stop(store, "the program died");
          return std::move(result.children[result.dead]);
        case End::given_up:
          join.stop(store, "a worker cannot run the program");
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
    result.seconds = shared_.start().seconds_so_far;
    std::ranges::move(children, std::back_inserter(result.children));
    ChildResult all = explained(std::move(result), state);
    join.describe_end(all);
    return all;
  }

 private:
  using Start = SharedExploration::Start;

  // --- In the parent ---

  [[nodiscard]] WorkersOptions workers_options() const {
    WorkersOptions options;
    options.keep_going = command_.keep_going;
    options.store.max_executions = command_.max_executions;
    options.store.key_folder = keys_;
    const bool samples = child_.samples() && !child_.resumes();
    options.samples_after = samples ? sample_after : 0;
    return options;
  }

  void use_checkpoints() {
    if (!command_.checkpoint.empty())
      shared_.save_with([this](Checkpoint checkpoint) {
        write_shared_checkpoint(std::move(checkpoint), command_, *keys_);
        return true;
      });
    if (child_.resumes())
      shared_.resume(child_.resumed(),
                     [this](Program& program, const std::vector<Choice>& schedule,
                            const ChildSide& side) { find_again(program, schedule, side); });
  }

  // Returns the timeout of the child that explains the errors; 0: none, but it has a budget.
  // Someone who has stopped the check, or limits its time, does not wait for explanations.
  [[nodiscard]] double seconds_to_explain(const ChildLimits& limits,
                                          const WorkersResult& result) const {
    constexpr double at_once = 0.01;
    if (limits.explains_after_timeout && result.reason != StopReason::interrupt) return 0;
    if (result.reason != StopReason::none) return at_once;
    if (limits.timeout_seconds == 0) return 0;
    return std::max(limits.timeout_seconds - shared_.start().seconds_so_far, at_once);
  }

  // Simplifies and describes the errors in another child, which runs them again.
  [[nodiscard]] ChildResult explained(WorkersResult result, SharedState& state) const {
    std::vector<Counterexample> errors = merged_errors(result.children);
    Summary summary = merged_summary(result);
    for (const Counterexample& error : errors)
      leave_out_possible_races(summary.not_covered, error.finding);
    // The store counts an execution only if its trace is new.
    if (command_.count_traces) summary.distinct_traces = summary.maximal_executions();
    ChildResult merged;
    if (!errors.empty()) {
      ChildLimits limits = run_.child_limits();
      limits.timeout_seconds = seconds_to_explain(limits, result);
      merged = supervise(state, limits, out_, err_, [&](const ChildSide& side) {
        shared_.use_start(side);
        explain_again(errors, side);
        return 0;
      });
    }
    merged.status = 0;
    merged.has_checkpoint = shared_.has_checkpoint();
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

  [[nodiscard]] Summary work(const ChildSide& side, Program& program, Frontier& frontier,
                             const Start& start) const {
    ProgressLine line(side.err);
    ExploreOptions options = child_.options_with(line, program, side);
    SharedExploration::share(options, frontier, side);
    // A bound on executions is exact only if each is counted alone.
    const std::uint64_t at_once = command_.max_executions == 0 ? 16 : 1;
    const bool is_random = command_.algorithm_options.random.executions != 0;
    std::optional<RandomJobs> random;
    if (is_random) random.emplace(frontier, command_.algorithm_options.random.executions, at_once);
    const auto algorithm = algorithm_with(frontier, random ? &*random : nullptr, program, start);
    return mazurka::explore(program, *algorithm, options);
  }

  // Runs an execution again that showed an error before a checkpoint was written.
  void find_again(Program& program, const std::vector<Choice>& schedule,
                  const ChildSide& side) const {
    ProgressLine line(side.err);
    ExploreOptions options = child_.options_with(line, program, side);
    options.progress = {};
    options.resume = nullptr;
    options.samples = options.repeats = options.estimates = false;
    options.keep_going = true;
    options.found = [&](std::uint64_t, const Counterexample& error) {
      side.records.write(RecordKind::error, bytes_of(found_again_++, error));
    };
    (void)mazurka::explore(program, *make_replay_of(schedule), options);
  }

  // `random`: null unless random executions are wanted.
  [[nodiscard]] std::unique_ptr<Algorithm> algorithm_with(Frontier& frontier, RandomJobs* random,
                                                          Program& program,
                                                          const Start& start) const {
    AlgorithmOptions options = command_.algorithm_options;
    options.event.frontier = &frontier;
    options.event.predicts = start.predicts;
    options.random.jobs = random;
    if (random != nullptr) return make_random(options.random);
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
  SharedExploration shared_;
  const SharedExploration::Explore work_ = [this](const ChildSide& side, Program& program,
                                                  Frontier& frontier, const Start& start) {
    return work(side, program, frontier, start);
  };
  std::shared_ptr<KeyFolder> keys_;        // null: no checkpoints are written
  mutable std::uint64_t found_again_ = 0;  // errors, in the child that resumes
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
  if (command.rerun) refuse("--rerun", "use one process");
  if (command.count_traces && command.algorithm_options.random.executions != 0)
    refuse("--count-traces with --random", "use one process");
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
