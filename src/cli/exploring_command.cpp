#include "cli/exploring_command.h"

#include "cli/child/last_execution.h"
#include "cli/child/value_bytes.h"
#include "cli/files.h"

namespace mazurka::cli {

namespace {

// Returns where the schedule of the first error goes. Throws UserError if that file, or one of the
// other outputs, cannot be written.
std::string fit_schedule_file(const ExploringCommand& command) {
  const std::string file = command.schedule.empty()
                               ? stem_of(command.program.files.front()) + ".schedule"
                               : command.schedule;
  require_fit_file("--schedule", file, command.program);
  require_fit_files(command.outputs, command.program);
  return file;
}

}  // namespace

ExploringRun::ExploringRun(const ExploringCommand& command, const ProgramToLoad& program,
                           const Loader& load)
    : command_(command), schedule_(fit_schedule_file(command)), loaded_(load(program)) {}

// The parent measures the time, and asks the exploration to stop.
ExploreOptions ExploringRun::explore_options(ProgressLine& line, const ChildSide& side) const {
  ExploreOptions options;
  options.max_executions = command_.max_executions;
  options.max_steps = command_.max_steps;
  options.conflicts = ConflictTable(command_.program.conflicts);
  options.interrupted = &side.state.stop_exploring;
  options.progress = line.as_wanted(command_.progress);
  return options;
}

ChildLimits ExploringRun::child_limits() const {
  ChildLimits limits;
  limits.timeout_seconds = command_.timeout_seconds;
  limits.explains_after_timeout = command_.explain_seconds.has_value();
  if (command_.explain_seconds) limits.explain_seconds = *command_.explain_seconds;
  limits.most_memory = command_.max_memory;
  const bool is_native = static_cast<bool>(loaded_.on_warning);
  if (is_native) limits.blocked_seconds = command_.program.run.watchdog_seconds;
  return limits;
}

void ExploringRun::add_death(Summary& summary, const ChildResult& result, SharedState& state,
                             std::ostream& out, std::ostream& err) const {
  const LastExecution last = last_execution(state, result);
  Death death = describe_death(program(), last, child_limits(), state, out, err);
  const std::string where = " in execution " + std::to_string(summary.maximal_executions() + 1);
  if (!death.is_reproducible) {
    summary.bound = Bound::killed;
    summary.notes.push_back("the exploring process " + last.how + where +
                            ", but not when that execution was run again");
    return;
  }
  summary.notes.push_back("the process died" + where + ": the rest is unexplored");
  summary.stopped_at_error = true;
  ++summary.executions;
  ++summary.error_executions;
  for (Counterexample& error : death.errors) summary.errors.push_back(std::move(error));
}

void ExploringRun::add_unseen_parts(std::vector<NotCovered>& list) const {
  list.insert(list.begin(), loaded_.not_covered.begin(), loaded_.not_covered.end());
}

void ExploringRun::let_give_up_in(std::atomic<bool>& flag) const {
  if (loaded_.let_give_up_in) loaded_.let_give_up_in(flag);
}

void ExploringRun::connect(const ChildSide& side) const {
  if (loaded_.on_warning)
    loaded_.on_warning([&records = side.records](const std::string& text) {
      records.write(RecordKind::warning, bytes_of(text));
    });
  if (loaded_.stop_lookups_when) loaded_.stop_lookups_when(side.state.stop_exploring);
}

void ExploringRun::know_warnings(const std::vector<std::string>& warnings) const {
  if (!loaded_.know_warning) return;
  for (const std::string& warning : warnings) loaded_.know_warning(warning);
}

}  // namespace mazurka::cli
