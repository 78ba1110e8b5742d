#include "cli/check_command.h"

#include <algorithm>
#include <optional>

#include "check/suppressions.h"
#include "cli/checkpoints.h"
#include "cli/child/last_execution.h"
#include "cli/child/memory_use.h"
#include "cli/child/recorded_program.h"
#include "cli/child/supervise.h"
#include "cli/child/value_bytes.h"
#include "cli/child/workers.h"
#include "cli/chosen_algorithm.h"
#include "cli/explain_errors.h"
#include "cli/exploring_command.h"
#include "cli/files.h"
#include "cli/merged_results.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/rerun.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/estimate/calibrated_estimate.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/explorer.h"
#include "explore/frontier/frontier.h"
#include "explore/frontier/key_folder.h"
#include "explore/sample.h"
#include "program/learning.h"
#include "program/presentation.h"
#include "program/state_view.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

void require_fit_checkpoint(const CheckCommand& command) {
  require_fit_file(command.checkpoint == command.resume ? "--resume" : "--checkpoint",
                   command.checkpoint, command.program);
  if (!command.checkpoint.empty() &&
      (command.algorithm == AlgorithmName::em || command.algorithm == AlgorithmName::event_paper))
    throw UserError("",
                    "the algorithm '" + std::string(name_of(command.algorithm)) +
                        "' does not support checkpoints",
                    "use another algorithm");
}

// Several processes share known traces, so they need an algorithm that has them.
void require_fit_jobs(const CheckCommand& command) {
  if (command.jobs <= 1) return;
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw UserError("", what + " cannot be used together with --jobs", hint);
  };
  if (command.algorithm_options.random.executions != 0)
    refuse("--random", "start several checks with different seeds (--seed)");
  if (command.algorithm != AlgorithmName::event)
    refuse("the algorithm '" + std::string(name_of(command.algorithm)) + "'",
           "use the default algorithm, or one process");
  if (!command.checkpoint.empty()) refuse("--checkpoint or --resume", "use one process");
  if (command.rerun) refuse("--rerun", "use one process");
  if (command.count_traces)
    refuse("--count-traces", "every execution that several processes count has another trace");
}

// Where a bound stopped it: how far it came, and how to go on.
void add_outlook(Summary& summary, const CheckCommand& command, bool has_checkpoint) {
  switch (summary.bound) {
    case Bound::executions:
    case Bound::timeout:
    case Bound::interrupt:
    case Bound::memory:
    case Bound::killed:
      break;
    default:
      return;
  }
  if (command.algorithm_options.random.executions != 0) return;
  if (summary.estimate)
    summary.estimate->executions =
        outlook_while_exploring(*summary.estimate,
                                static_cast<double>(summary.maximal_executions()))
            .executions;
  const std::string part = covered_part(summary);
  if (!part.empty()) summary.notes.push_back("explored: " + part);
  if (has_checkpoint)
    summary.notes.push_back("to continue: run the same command with --resume " +
                            command.checkpoint);
  else if (command.checkpoint.empty())
    summary.notes.push_back("use --checkpoint FILE to be able to resume");
}

// What was explored must not be lost because a checkpoint cannot be written.
bool try_to_write(const Checkpoint& checkpoint, const CheckCommand& command,
                  const std::string& program_hash, KeyFolder& keys, std::ostream& err) try {
  write_checkpoint(checkpoint, command, program_hash, keys);
  return true;
} catch (const UserError& error) {
  print(error, err);
  return false;
}

int status_of(const Report& report, const CheckCommand& command) {
  switch (verdict_of(report)) {
    case Verdict::safe:
      return safe;
    case Verdict::error:
      return error_found;
    case Verdict::incomplete:
      break;
  }
  return command.allow_incomplete ? safe : incomplete;
}

// Reads the suppressions. A program that cannot be checked because of a wrong rule is better than
// one whose errors are hidden or shown by mistake. Throws UserError.
Suppressions suppressions_of(const CheckCommand& command) {
  static const std::string usual_file = "mazurka.suppressions";
  Suppressions result;
  const std::string file = command.suppressions.empty() ? usual_file : command.suppressions;
  if (!command.suppressions.empty() || (exists(file) && !is_folder(file)))
    result.add_file(read_file(file), file);
  for (const std::string& kind : command.ignored) result.add_ignored(kind, "--ignore");
  return result;
}

// The parts of a check: what the child does, and what its parent makes of it (child/supervise.h).
class Check {
 public:
  Check(const CheckCommand& command, const Loader& load, std::ostream& out, std::ostream& err)
      : command_(command),
        run_(command, command.program, load),
        suppressions_(suppressions_of(command)),
        resumed_(read_checkpoint(command, run_.hash())),
        out_(out),
        err_(err) {}

  int run() const {
    const SharedMemory memory;
    SharedState& state = memory.state();
    run_.let_give_up_in(state.gave_up);
    ChildResult result =
        command_.jobs > 1 ? explore_by_workers(state) : explore_until_nothing_is_learned(state);
    if (has_given_up(state, result)) return wrong_input;
    if (!result.status) erase_progress();
    if (result.errors.empty()) result.throw_mistake();
    Summary summary = summary_of(result, state);
    if (result.died() && !result.summary) run_.add_death(summary, result, state, out_, err_);
    add_outlook(summary, command_, result.has_checkpoint);
    return report(std::move(summary));
  }

 private:
  // --- In the parent ---

  // What a child starts with.
  struct Start {
    bool scouts = true;              // it learns about the program before it explores
    std::vector<std::string> facts;  // what children that died have learned
    std::vector<std::string> warnings;
    double seconds_so_far = 0;
  };

  // Explores in a child. If it dies in an execution in which it has learned something, another one
  // starts with that. So a data race between accesses that only this execution makes is found
  // before the process dies, and locks that only this execution shares are known.
  [[nodiscard]] ChildResult explore_until_nothing_is_learned(SharedState& state) const {
    constexpr int most_children = 100;
    Start start;
    for (int i = 1;; ++i) {
      ChildResult result = explore_in_child(state, start);
      result.warnings.insert(result.warnings.begin(), start.warnings.begin(), start.warnings.end());
      run_.know_warnings(result.warnings);
      const bool died_at_start = result.last_phase == Phase::starting && start.scouts;
      if (!result.died() || result.summary || has_given_up(state, result) || i == most_children)
        return result;
      if (!died_at_start && (resumed_ || !state.facts.has_news())) return result;
      if (died_at_start) start.scouts = false;
      if (!resumed_) start.facts = state.facts.all();
      start.warnings = std::move(result.warnings);
      start.seconds_so_far += result.seconds;
      state.reset();
    }
  }

  [[nodiscard]] ChildResult explore_in_child(SharedState& state, const Start& start) const {
    ChildLimits limits = run_.child_limits();
    if (limits.timeout_seconds > 0)
      limits.timeout_seconds = std::max(limits.timeout_seconds - start.seconds_so_far, 0.01);
    return supervise(state, limits, out_, err_, [&](const ChildSide& side) {
      if (Learning* const learning = run_.program().learning()) {
        if (!start.scouts) learning->skip_scouting();
        learning->record_facts(side.state.facts);
        if (!start.facts.empty()) learning->use_facts(start.facts);
      }
      run_.connect(side);
      explore_and_explain(side);
      return 0;
    });
  }

  // --- Several workers, in the parent ---

  // What workers of one exploration start with. If one of them learns something, or a prediction
  // fails, the exploration starts again.
  struct SharedStart {
    std::vector<std::string> facts;
    std::vector<std::string> warnings;
    bool predicts = true;
    double seconds_so_far = 0;
  };

  // Returns the result as if one child had explored everything. If a worker died because of the
  // program, the result is that of the worker, and `state` is a copy of its memory.
  [[nodiscard]] ChildResult explore_by_workers(SharedState& state) const {
    SharedStart start;
    start.facts = scouted_facts(state);
    while (true) {
      ChildLimits limits = run_.child_limits();
      if (limits.timeout_seconds > 0)
        limits.timeout_seconds = std::max(limits.timeout_seconds - start.seconds_so_far, 0.01);
      if (!limits.most_memory) limits.most_memory = memory_available() / 4 * 3;
      limits.most_memory = *limits.most_memory / command_.jobs;
      ProgressLine line(err_);
      const WorkersOptions options = workers_options(line);
      Workers workers(options, limits, out_, err_);
      WorkersResult result =
          workers.run([&](const ChildSide& side,
                          const SharedByWorkers& shared) { return work(side, shared, start); },
                      [&](const ChildResult& child, SharedState& of_child) {
                        return is_to_blame(child, of_child, state);
                      });
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
          return explained(std::move(result), start, state);
      }
    }
  }

  [[nodiscard]] WorkersOptions workers_options(ProgressLine& line) const {
    WorkersOptions options;
    options.workers = command_.jobs;
    options.keep_going = command_.keep_going;
    options.max_executions = command_.max_executions;
    options.samples_after = samples() ? sample_after : 0;
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

  // Simplifies and describes the errors in another child, which runs them again.
  [[nodiscard]] ChildResult explained(WorkersResult result, const SharedStart& start,
                                      SharedState& state) const {
    std::vector<Counterexample> errors = merged_errors(result.children);
    Summary summary = merged_summary(result);
    ChildResult merged;
    if (!errors.empty()) {
      ChildLimits limits = run_.child_limits();
      limits.timeout_seconds = 0;
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

  // --- Several workers, in a child ---

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
    Frontier frontier([&](std::string_view commit) { return side.exchange(commit); },
                      {.keys = &shared.keys});
    Summary summary;
    if (frontier.begin()) {
      ProgressLine line(side.err);
      ExploreOptions options = options_with(line, program, side);
      options.progress = {};
      options.max_executions = 0;
      options.estimates = false;
      options.sample_when = [&] { return frontier.should_sample(); };
      options.counted = [&](const Summary& so_far) {
        frontier.count(so_far);
        side.state.set_counts(so_far);
      };
      AlgorithmOptions algorithm_options = command_.algorithm_options;
      algorithm_options.event.frontier = &frontier;
      algorithm_options.event.predicts = start.predicts;
      const auto algorithm = make_algorithm_for(program, command_.algorithm, algorithm_options);
      side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
      summary = mazurka::explore(program, *algorithm, options);
      if (summary.bound != Bound::learned) frontier.finish();
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
    explain(summary, program, line, side);
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

  // Returns the result of the exploration, or what is known of it if the child did not send it.
  [[nodiscard]] Summary summary_of(ChildResult& result, const SharedState& state) const {
    Summary summary;
    if (result.summary) {
      summary = std::move(*result.summary);
    } else {
      summary.algorithm = result.algorithm.empty() ? name_of(command_.algorithm) : result.algorithm;
      state.last_counts().give(summary);
      summary.seconds = result.seconds;
      summary.peak_memory_kib = result.peak_memory_kib;
      summary.bound = result.mistake ? Bound::killed : result.bound();
      summary.warnings = std::move(result.warnings);
      if (const double executions = state.estimate; executions > 0)
        summary.estimate = {executions, static_cast<double>(summary.maximal_executions())};
    }
    if (result.mistake) summary.warnings.push_back("internal error: " + *result.mistake);
    summary.errors = std::move(result.errors);
    drop_repetitions(summary.errors);
    return summary;
  }

  // The child did not get to erase its progress line.
  void erase_progress() const {
    ProgressLine line(err_);
    if (line.as_wanted(command_.progress)) line.say("");
  }

  // --- In the child ---

  void explore_and_explain(const ChildSide& side) const {
    RecordedProgram program(run_.program(), side.state);
    if (resumed_) restore_ids(program, *resumed_);
    (void)program.registry();  // a native program runs for the first time here
    side.state.phase = Phase::exploring;
    ProgressLine line(side.err);
    Summary summary = explore(program, line, side);
    if (summary.bound == Bound::interrupt) summary.bound = bound_of(side.state.reason);
    std::vector<Counterexample> errors = std::move(summary.errors);
    summary.errors.clear();
    side.records.write(RecordKind::summary, bytes_of(summary));
    summary.errors = std::move(errors);
    if (!summary.errors.empty()) explain(summary, program, line, side);
    line.erase();
  }

  [[nodiscard]] Summary explore(Program& program, ProgressLine& line, const ChildSide& side) const {
    ExploreOptions options = options_with(line, program, side);
    const std::shared_ptr<KeyFolder> keys = key_folder_of(command_);
    if (!command_.checkpoint.empty()) let_save(options, keys, side);
    const auto algorithm = [&] {
      std::unique_ptr<Algorithm> result = chosen_algorithm(command_, program, keys);
      side.records.write(RecordKind::knowledge, bytes_of(knowledge_of(program)));
      side.records.write(RecordKind::begin, bytes_of(std::string(result->facts().name)));
      return result;
    };
    return command_.rerun ? explore_and_rerun(program, algorithm, options)
                          : explore_anew(program, algorithm, options);
  }

  [[nodiscard]] ExploreOptions options_with(ProgressLine& line, Program& program,
                                            const ChildSide& side) const {
    ExploreOptions options = run_.explore_options(line, side);
    options.keep_going = command_.keep_going;
    options.count_traces = command_.count_traces;
    options.samples = samples();
    if (!suppressions_.empty()) options.suppressions = &suppressions_;
    options.repeats = !program.presentation().shows_all_accesses();  // others are deterministic
    options.estimates = command_.algorithm_options.random.executions == 0;
    if (resumed_) options.resume = &*resumed_;
    if (options.progress && options.estimates)
      line.set_sampler([this, &program, interrupted = options.interrupted] {
        constexpr double seconds = 0.3;
        return estimate(program, chosen_algorithm_in_order(command_, program), {.seconds = seconds},
                        command_.max_steps, interrupted);
      });
    options.counted = [&side](const Summary& so_far) {
      side.state.set_counts(so_far);
      if (!so_far.earlier_estimates.empty())
        side.state.estimate = so_far.earlier_estimates.back().second;
    };
    options.found = [&side](std::uint64_t index, const Counterexample& error) {
      side.records.write(RecordKind::error, bytes_of(index, error));
    };
    options.found_place = [&side](std::uint64_t index, const OtherPlace& place) {
      side.records.write(RecordKind::place, bytes_of(index, place));
    };
    return options;
  }

  // Recorded traces have no errors to find but those of the recording, and brute force is for
  // comparisons.
  [[nodiscard]] bool samples() const {
    return !command_.no_sampling && command_.algorithm_options.random.executions == 0 &&
           command_.algorithm != AlgorithmName::naive && run_.program().state_view().has_values();
  }

  void let_save(ExploreOptions& options, const std::shared_ptr<KeyFolder>& keys,
                const ChildSide& side) const {
    const auto ended = [&side](bool worked) {
      side.records.write(RecordKind::checkpoint, bytes_of(worked));
      side.state.phase = Phase::exploring;
    };
    options.before_save = [&side] { side.state.phase = Phase::saving; };
    options.save = [this, keys, ended, &side](const Checkpoint& checkpoint) {
      ended(try_to_write(checkpoint, command_, run_.hash(), *keys, side.err));
    };
    options.save_failed = [ended, &side](const UserError& error) {
      print(error, side.err);
      ended(false);
    };
  }

  void explain(Summary& summary, Program& program, ProgressLine& line,
               const ChildSide& side) const {
    side.state.phase = Phase::explaining;
    if (takes_a_while_to_explain(summary)) line.say("an error was found; analysing it");
    const auto improved = [&](std::uint64_t index) {
      side.records.write(RecordKind::error, bytes_of(index, summary.errors[index]));
    };
    if (!command_.no_shorten)
      shorten_errors(summary, program, side.state.stop_shortening, improved);
    locate_errors(summary, program, improved);
  }

  [[nodiscard]] int report(Summary summary) const {
    Report report{.program = command_.program.files.front(), .summary = std::move(summary)};
    report.policy = command_.policy;
    run_.add_unseen_parts(report.summary.not_covered);
    const auto print = [&](const Report& named) {
      const TextOptions text{.verbose = command_.verbose,
                             .statistics = command_.statistics || command_.rerun};
      const bool is_printed =
          print_report(named, text, command_.outputs, out_, err_) &&
          write_junit(named, command_.outputs.junit, command_.allow_incomplete, out_, err_);
      out_.flush();
      return is_printed;
    };
    return run_.finish(report, print, status_of(report, command_), err_);
  }

  const CheckCommand& command_;
  ExploringRun run_;
  Suppressions suppressions_;
  std::optional<Checkpoint> resumed_;
  std::ostream& out_;
  std::ostream& err_;
};

}  // namespace

int run_check(const CheckCommand& command, const Loader& load, std::ostream& out,
              std::ostream& err) {
  require_fit_checkpoint(command);
  require_fit_jobs(command);
  if (command.isolate)
    err << "mazurka: note: --isolate has no effect: exploring always runs in a separate process\n";
  return Check(command, load, out, err).run();
}

}  // namespace mazurka::cli
