#include "cli/check_in_child.h"

#include "cli/checkpoints.h"
#include "cli/child/recorded_program.h"
#include "cli/child/value_bytes.h"
#include "cli/chosen_algorithm.h"
#include "cli/explain_errors.h"
#include "cli/files.h"
#include "cli/rerun.h"
#include "cli/run.h"
#include "core/user_error.h"
#include "explore/estimate/calibrated_estimate.h"
#include "explore/estimate/sampled_estimate.h"
#include "explore/frontier/key_folder.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka::cli {

namespace {

// Reads the suppressions. A program that cannot be checked because of a wrong rule is better than
// one whose errors are hidden or shown by mistake. Throws UserError.
Suppressions suppressions_of(const CheckCommand& command) {
  Suppressions result;
  if (const std::string file = suppressions_file(command); !file.empty())
    result.add_file(read_file(file), file);
  for (const std::string& kind : command.ignored) result.add_ignored(kind, "--ignore");
  return result;
}

// What was explored must not be lost because a checkpoint cannot be written.
bool try_to_write(const Checkpoint& checkpoint, const CheckCommand& command,
                  const ExploringRun& run, KeyFolder& keys, std::ostream& err) try {
  write_checkpoint(checkpoint, command, run, keys);
  return true;
} catch (const UserError& error) {
  print(error, err);
  return false;
}

}  // namespace

std::string suppressions_file(const CheckCommand& command) {
  static const std::string usual_file = "mazurka.suppressions";
  if (!command.suppressions.empty()) return command.suppressions;
  return exists(usual_file) && !is_folder(usual_file) ? usual_file : "";
}

CheckInChild::CheckInChild(const CheckCommand& command, const ExploringRun& run)
    : command_(command),
      run_(run),
      suppressions_(suppressions_of(command)),
      resumed_(read_checkpoint(command, run)) {}

void CheckInChild::explore_and_explain(const ChildSide& side) const {
  RecordedProgram program(run_.program(), side.state);
  if (resumed_) use_facts_of(*resumed_, program);
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

Summary CheckInChild::explore(Program& program, ProgressLine& line, const ChildSide& side) const {
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

ExploreOptions CheckInChild::options_with(ProgressLine& line, Program& program,
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
                      command_.max_steps, interrupted, ConflictTable(command_.program.conflicts));
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
bool CheckInChild::samples() const {
  return !command_.no_sampling && command_.algorithm_options.random.executions == 0 &&
         command_.algorithm != AlgorithmName::naive && run_.program().state_view().has_values();
}

void CheckInChild::let_save(ExploreOptions& options, const std::shared_ptr<KeyFolder>& keys,
                            const ChildSide& side) const {
  const auto ended = [&side](bool worked) {
    side.records.write(RecordKind::checkpoint, bytes_of(worked));
    side.state.phase = Phase::exploring;
  };
  options.before_save = [&side] { side.state.phase = Phase::saving; };
  options.save = [this, keys, ended, &side](const Checkpoint& checkpoint) {
    ended(try_to_write(checkpoint, command_, run_, *keys, side.err));
  };
  options.save_failed = [ended, &side](const UserError& error) {
    print(error, side.err);
    ended(false);
  };
}

void CheckInChild::explain(Summary& summary, Program& program, ProgressLine& line,
                           const ChildSide& side) const {
  side.state.phase = Phase::explaining;
  if (takes_a_while_to_explain(summary)) line.say("an error was found; analysing it");
  const auto improved = [&](std::uint64_t index) {
    side.records.write(RecordKind::error, bytes_of(index, summary.errors[index]));
  };
  if (!command_.no_shorten) shorten_errors(summary, program, side.state.stop_shortening, improved);
  locate_errors(summary, program, improved);
}

}  // namespace mazurka::cli
