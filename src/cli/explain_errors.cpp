#include "cli/explain_errors.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/execution.h"
#include "core/user_error.h"
#include "explore/algorithm/replay.h"
#include "explore/counterexample/caller_locations.h"
#include "explore/counterexample/canonical_order.h"
#include "explore/counterexample/shorten/shorten.h"
#include "explore/explorer.h"
#include "program/presentation.h"

namespace mazurka::cli {

namespace {

class Hurry {
 public:
  explicit Hurry(Program& program) : program_(program.presentation()) { program_.hurry(true); }
  ~Hurry() { program_.hurry(false); }
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;

 private:
  Presentation& program_;
};

// Runs the execution again in the canonical order. Leaves the error as it is if that is not
// possible.
void put_in_canonical_order(Counterexample& error, Program& program, std::uint64_t max_steps) try {
  // How an exploration came to this execution does not belong to the trace.
  error.reversal.reset();
  error.put_off.reset();
  if (error.schedule.ends_at_error || error.schedule.max_steps != 0) return;
  Execution execution(program.registry(), Relation::events);
  program.restart();
  for (const Choice& choice : error.choices.all()) {
    const Event* const event = program.step(choice);
    if (event == nullptr) return;
    execution.push(*event);
  }
  std::optional<std::vector<Choice>> order = canonical_order(execution, program);
  if (!order || *order == error.choices.all()) return;
  ExploreOptions options;
  options.keep_going = true;
  options.max_steps = max_steps;
  const auto replay = make_replay_of(std::move(*order));
  Summary again = explore(program, *replay, options);
  const auto same = std::ranges::find(again.errors, error.identity, &Counterexample::identity);
  if (same == again.errors.end()) return;
  same->others = std::move(error.others);
  same->others_left_out = error.others_left_out;
  same->other_executions = std::move(error.other_executions);
  error = std::move(*same);
} catch (const UserError&) {
  // The program depends on something outside of it.
}

}  // namespace

bool comes_first(const Counterexample& a, const Counterexample& b) {
  const std::size_t steps_of_a = a.schedule.steps.size();
  const std::size_t steps_of_b = b.schedule.steps.size();
  return std::tie(steps_of_a, a.identity) < std::tie(steps_of_b, b.identity);
}

void put_in_canonical_order(Summary& summary, Program& program, std::uint64_t max_steps,
                            const std::atomic<bool>& stop,
                            const std::function<void(std::size_t)>& improved) {
  std::ranges::sort(summary.errors, comes_first);
  const Hurry hurry(program);
  for (std::size_t i = 0; i < summary.errors.size(); ++i) {
    if (!stop) put_in_canonical_order(summary.errors[i], program, max_steps);
    improved(i);
  }
}

void sort_other_places(std::vector<Counterexample>& errors) {
  for (Counterexample& error : errors) {
    for (OtherPlace& other : error.others) std::ranges::sort(other.places);
    std::ranges::sort(error.others, {}, &OtherPlace::places);
    const auto has_same_places = [](const OtherPlace& a, const OtherPlace& b) {
      return a.places == b.places;
    };
    error.others.erase(std::unique(error.others.begin(), error.others.end(), has_same_places),
                       error.others.end());
  }
}

bool takes_a_while_to_explain(const Summary& summary) {
  constexpr double seconds = 1;
  constexpr std::size_t steps = 100'000;
  return std::ranges::any_of(summary.errors, [&](const Counterexample& error) {
    return summary.seconds > seconds || error.choices.size() > steps;
  });
}

// The searches take time: of many errors, some are enough.
void shorten_errors(Summary& summary, Program& program, const std::atomic<bool>& stop,
                    const std::function<void(std::size_t)>& improved) {
  constexpr std::size_t most = 10;
  const Hurry hurry(program);
  const ShortenOptions options{.interrupted = &stop};
  for (std::size_t i = 0; i < std::min(most, summary.errors.size()) && !stop; ++i) {
    shorten(summary.errors[i], program, options);
    improved(i);
  }
}

// A computation that was found to have no end is not waited for once more. Others are: they may
// just take long.
void locate_errors(Summary& summary, Program& program,
                   const std::function<void(std::size_t)>& improved) {
  const bool is_endless = std::ranges::any_of(summary.errors, [](const Counterexample& error) {
    return error.finding.kind == FindingKind::livelock;
  });
  std::optional<Hurry> hurry;
  if (is_endless) hurry.emplace(program);
  show_caller_locations(summary.errors, program, improved);
}

}  // namespace mazurka::cli
