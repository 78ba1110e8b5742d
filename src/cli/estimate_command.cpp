#include "cli/estimate_command.h"

#include <fmt/format.h>

#include "cli/child/recorded_program.h"
#include "cli/child/supervise.h"
#include "cli/chosen_algorithm.h"
#include "cli/exit_status.h"
#include "explore/estimate/sampled_estimate.h"
#include "report/coverage.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

std::string trust_in(const Outlook& outlook) {
  if (outlook.high <= most_measured)
    return "In 8 of 10 programs that were measured, the number lay in an interval like this.";
  return "The interval is made for programs with up to " +
         counted(static_cast<std::uint64_t>(most_measured), "execution") +
         ": for larger ones it may be far off, mostly too low.";
}

std::string in_words(const SampledEstimate& found) {
  const auto& [executions, low, high] = found.outlook;
  if (found.is_exact)
    return counted(static_cast<std::uint64_t>(executions), "execution") +
           ": all of them were run, which took " + fmt::format("{:.2f} s", found.seconds) + "\n";
  const double rate = found.rate();
  return "about " + roughly(executions) + " executions, between " + roughly(low) + " and " +
         roughly(high) + " (at least " + roughly(found.tree.least) + ")\n" +  //
         "about " + roughly_time(executions / rate) + ", between " + roughly_time(low / rate) +
         " and " + roughly_time(high / rate) + ", at " +
         fmt::format("{:.0f} executions per second\n", rate) +  //
         "Based on " + counted(found.explorations, "short exploration") + " (" +
         counted(found.explored, "execution") + ").\n" + trust_in(found.outlook) +
         "\nOnly 'at least' is certain.\n";
}

}  // namespace

namespace {

// What the child does.
int estimate_in_child(const CheckCommand& command, Program& program, const ChildSide& side) {
  RecordedProgram recorded(program, side.state);
  const SampledEstimate found = estimate(
      recorded, chosen_algorithm_in_order(command, recorded),
      {.seconds = command.timeout_seconds, .executions = command.max_executions}, command.max_steps,
      &side.state.stop_exploring, ConflictTable(command.program.conflicts));
  side.out << in_words(found);
  if (found.found_errors)
    side.out << "errors were found while sampling: run 'mazurka check' to see the first one\n";
  return safe;
}

}  // namespace

int run_estimate(const CheckCommand& command, const Loader& load, std::ostream& out,
                 std::ostream& err) {
  const LoadedProgram loaded = load(command.program);
  const SharedMemory memory;
  SharedState& state = memory.state();
  if (loaded.let_give_up_in) loaded.let_give_up_in(state.gave_up);
  // The child measures the time between executions; this limit is for an execution that hangs.
  ChildLimits limits;
  if (command.timeout_seconds > 0) limits.timeout_seconds = command.timeout_seconds + 0.2;
  const ChildResult result = supervise(state, limits, out, err, [&](const ChildSide& side) {
    return estimate_in_child(command, *loaded.program, side);
  });
  if (result.status) return *result.status;
  if (has_given_up(state, result)) return wrong_input;
  result.throw_mistake();
  out << "no estimate: "
      << (result.died() ? "the process " + end_in_words(result.wait_status) +
                              " while sampling; run 'mazurka check' to see the execution"
                        : "an execution did not end in time")
      << "\n";
  return incomplete;
}

}  // namespace mazurka::cli
