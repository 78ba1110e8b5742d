#include "property/seen.h"

#include <atomic>

#include "core/invariant.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "program/presentation.h"
#include "program/state_view.h"

namespace mazurka::property {
namespace {

std::string in_words(const Execution& execution, Program& program) {
  std::string text;
  for (const Event& event : execution.events())
    text += (text.empty() ? "" : "; ") + program.presentation().describe(event.task) + ": " +
            program.presentation().describe(event);
  return text;
}

}  // namespace

Seen see(const std::string& source, AlgorithmName name, const SeeOptions& options) {
  Seen seen;
  const auto program = model::load(source, "random.mzk");
  const auto algorithm =
      make_algorithm_for(*program, name,
                         {.order_seed = options.order_seed,
                          .sleep_sets = options.sleep_sets,
                          .naive = {.handlers_as_locks = options.handlers_as_locks}});
  ExploreOptions explore_options;
  explore_options.keep_going = true;
  explore_options.max_executions = options.max_executions;
  std::uint64_t runs = 0;
  std::atomic<bool> is_enough = false;
  explore_options.interrupted = &is_enough;
  explore_options.between_executions = [&] { is_enough = ++runs >= options.max_runs; };
  explore_options.conflicts = options.conflicts;
  explore_options.on_execution = [&](const Execution& execution, const Ending& ending) {
    const auto [entry, is_new] = seen.traces.try_emplace(key_of(execution), ending.kind);
    if (options.keep_realities)
      seen.realities.emplace(program->state_view().state_fingerprint(), ending.kind);
    if (is_new && options.keep_examples)
      seen.examples[entry->first] = in_words(execution, *program);
    if (!is_new && entry->second != ending.kind)
      seen.failure = "two executions of one trace end differently";
  };
  try {
    const Summary summary = explore(*program, *algorithm, explore_options);
    seen.maximal_executions = summary.maximal_executions();
    seen.redundant = summary.sleep_set_blocked;
    seen.complete = summary.bound == Bound::none;
    seen.ran_too_often = summary.bound == Bound::interrupt;
    seen.statistics = summary.statistics;
  } catch (const InvariantError& error) {
    seen.failure = error.what();
  }
  return seen;
}

}  // namespace mazurka::property
