#include "cli/estimate_command.h"

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/run.h"
#include "explore/sampled_estimate.h"
#include "report/coverage.h"
#include "report/outlook.h"

namespace mazurka::cli {

namespace {

std::string in_words(const SampledEstimate& found) {
  const std::string rate = fmt::format("{:.0f} executions per second", found.rate());
  if (found.is_exact)
    return counted(static_cast<std::uint64_t>(found.executions), "execution") +
           ": all of them were run, which took " + fmt::format("{:.2f} s", found.seconds) + "\n";
  std::string text = "about " + roughly(found.executions) + " executions, between " +
                     roughly(found.low) + " and " + roughly(found.high) + " (at least " +
                     roughly(found.least) + ")\n";
  text += "about " + roughly_time(found.executions / found.rate()) + ", between " +
          roughly_time(found.low / found.rate()) + " and " +
          roughly_time(found.high / found.rate()) + ", at " + rate + "\n";
  text += "Based on " + counted(found.explorations, "short exploration") + " (" +
          counted(found.explored, "execution") + ") and " +
          counted(found.sampled, "random execution") + " (" +
          counted(found.distinct, "distinct trace") +
          "):\nwhat they have not seen is taken to be like what they have. Only 'at least' is "
          "certain.\n";
  return text;
}

}  // namespace

int run_estimate(const CheckCommand& command, const Loader& load, std::ostream& out) {
  const LoadedProgram loaded = load(command.program);
  const auto algorithm = [&](std::uint64_t seed) {
    AlgorithmOptions options = command.algorithm_options;
    options.order_seed = seed;
    return make_algorithm(command.algorithm, options);
  };
  const SampledEstimate found =
      estimate(*loaded.program, algorithm, {.seconds = command.timeout_seconds}, command.max_steps,
               &watch_for_interrupts());
  out << in_words(found);
  if (found.found_errors)
    out << "errors were found on the way: 'mazurka check' stops at the first and shows it\n";
  return safe;
}

}  // namespace mazurka::cli
