// Several workers explore the same traces as one, each once, however small the pieces are in which
// they share their work, and whichever of them die.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

#include "explore/explorer.h"
#include "explore/mutations.h"
#include "program/model/model.h"
#include "property/random_program.h"
#include "property/shape.h"
#include "property/worker_threads.h"
#include "sanitized.h"

namespace mazurka::property {
namespace {

struct Alone {
  RunCounts counts;
  std::set<TraceKey> traces;
  std::set<std::string> errors;
};

Alone explored_alone(const std::string& source) {
  const auto program = model::load(source, "random.mzk");
  const auto algorithm = make_algorithm_for(*program, AlgorithmName::event, {});
  Alone result;
  ExploreOptions options;
  options.keep_going = true;
  options.max_executions = 2000;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    result.traces.insert(key_of(execution));
  };
  const Summary summary = explore(*program, *algorithm, options);
  if (summary.bound == Bound::executions) result.traces.clear();
  result.counts = RunCounts::of(summary);
  for (const Counterexample& error : summary.errors) result.errors.insert(error.finding.identity());
  return result;
}

// The counts that do not depend on how often a common beginning is run.
std::vector<std::uint64_t> totals(const RunCounts& counts) {
  Summary summary;
  counts.give(summary);
  return {summary.executions, summary.assume_blocked,  summary.given_up,  summary.cut,
          summary.too_deep,   summary.cut_by_fairness, summary.deadlocks, summary.error_executions};
}

// How many programs of each shape are compared: MAZURKA_WORKER_PROGRAMS, from MAZURKA_SEED on.
std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : usual;
}

void compare(const std::string& source, const Alone& alone, const WorkerOptions& options) {
  SCOPED_TRACE(std::to_string(options.workers) + " workers, " +
               std::to_string(options.commit_runs) + " runs in a commit, " +
               std::to_string(options.deaths) + " deaths, order " +
               std::to_string(options.order_seed) + "\n" + source);
  const SharedOutcome shared = explored_by_workers(source, options);
  EXPECT_FALSE(shared.has_failed);
  EXPECT_TRUE(shared.is_complete);
  EXPECT_EQ(totals(shared.counts), totals(alone.counts));
  EXPECT_EQ(shared.traces, alone.traces);
  if (shared.deaths > 0) return;  // a worker that dies takes what it found with it
  EXPECT_EQ(shared.errors, alone.errors);
}

TEST(Workers, ExploreTheSameTracesAsOneProcess) {
  const std::uint64_t programs = number_from("MAZURKA_WORKER_PROGRAMS", is_sanitized ? 1 : 6);
  const std::uint64_t first = number_from("MAZURKA_SEED", 1);
  std::uint64_t compared = 0;
  std::uint64_t traces = 0;
  for (const NamedShape& shape : shapes())
    for (std::uint64_t seed = first; seed < first + programs; ++seed) {
      const std::string source = to_source(random_program(seed, shape.shape));
      const Alone alone = explored_alone(source);
      if (alone.traces.empty()) continue;
      ++compared;
      traces += alone.traces.size();
      SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(seed));
      compare(source, alone, {.workers = 2});
      compare(source, alone, {.workers = 3, .commit_runs = 5});
      compare(source, alone, {.workers = 8, .order_seed = 3});
      compare(source, alone, {.workers = 3, .commit_runs = 2, .shares_keys = false});
      compare(source, alone, {.workers = 3, .known_in_memory = 8, .order_seed = seed});
      compare(source, alone, {.workers = 3, .known_in_memory = 8, .shares_keys = false});
      compare(source, alone, {.workers = 3, .commit_runs = 3, .shared_keys = 10});
      compare(source, alone, {.workers = 3, .dies_after = 2, .deaths = 10});
      compare(source, alone, {.workers = 2, .commit_runs = 3, .dies_after = 1, .deaths = 20});
      if (testing::Test::HasFailure()) return;
    }
  std::cout << compared << " programs, " << traces << " traces\n";
  EXPECT_GT(compared, 20u);
}

struct ProtocolMutation {
  std::string_view name;
  Mutations faults;
  WorkerOptions options;
};

class ProtocolTrap : public testing::TestWithParam<ProtocolMutation> {};

// A store or a worker with a fault gives other totals for one of the programs, or does not come to
// its end.
TEST_P(ProtocolTrap, IsSeenByTheRandomRun) {
  const auto& shape = *std::ranges::find(shapes(), "multiset", &NamedShape::name);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string source = to_source(random_program(seed, shape.shape));
    const Alone alone = explored_alone(source);
    if (alone.traces.empty()) continue;
    const WithMutations faults(GetParam().faults);
    const SharedOutcome shared = explored_by_workers(source, GetParam().options);
    if (!shared.is_complete || shared.has_failed || totals(shared.counts) != totals(alone.counts))
      return;
  }
  FAIL() << "no program shows the fault";
}

INSTANTIATE_TEST_SUITE_P(
    Switched, ProtocolTrap,
    testing::Values(
        ProtocolMutation{"DoneFirst",
                         {.books_done_first = true},
                         {.workers = 2, .commit_runs = 2, .dies_after = 2, .deaths = 10}},
        ProtocolMutation{
            "HoldsNoRun", {.holds_no_run = true}, {.workers = 2, .dies_after = 2, .deaths = 30}},
        ProtocolMutation{"TrustsClaims",
                         {.trusts_claims = true},
                         {.workers = 3, .commit_runs = 5, .dies_after = 2, .deaths = 30}},
        ProtocolMutation{"ForgetsTheDead",
                         {.forgets_the_dead = true},
                         {.workers = 2, .dies_after = 2, .deaths = 5, .gives_up = true}}),
    [](const auto& tested) { return std::string(tested.param.name); });

// The litmus programs, with 2, 3 and 8 workers.
TEST(Workers, ExploreTheLitmusProgramsAsOneProcessDoes) {
  namespace fs = std::filesystem;
  std::uint64_t compared = 0;
  for (const auto& file : fs::directory_iterator(MAZURKA_TEST_ROOT "/tests/litmus/models")) {
    if (file.path().extension() != ".mzk") continue;
    SCOPED_TRACE(file.path().filename().string());
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const Alone alone = explored_alone(text.str());
    if (alone.traces.empty()) continue;
    ++compared;
    for (const std::size_t workers : {2u, 3u, 8u}) compare(text.str(), alone, {.workers = workers});
    compare(text.str(), alone, {.workers = 3, .dies_after = 1, .deaths = 10});
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace mazurka::property
