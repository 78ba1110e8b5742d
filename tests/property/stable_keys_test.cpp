// Keys of traces, schedules and checkpoints mean the same in processes that have met tasks and
// messages in different orders. Processes are program objects here; tests/native/keys compares real
// ones.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "core/portable_schedule.h"
#include "explore/algorithm/random.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "property/random_program.h"
#include "property/shape.h"
#include "sanitized.h"

namespace mazurka::property {
namespace {

constexpr std::uint64_t most_executions = 2000;

// Runs random executions: the program then has other ids of tasks, messages and filters.
void meet_in_another_order(Program& program, std::uint32_t seed) {
  std::minstd_rand random(seed);
  for (int i = 0; i < 3; ++i) {
    program.restart();
    for (int steps = 0; steps < 200 && !program.enabled().empty(); ++steps)
      program.step(program.enabled()[random() % program.enabled().size()]);
  }
}

std::vector<StableName> names_of_tasks(Program& program) {
  std::vector<StableName> result;
  const Registry& registry = program.registry();
  for (std::uint32_t i = 0; i < registry.task_count(); ++i)
    result.push_back(registry.stable_name(TaskId{i}));
  return result;
}

struct Explored {
  std::set<TraceKey> keys;
  std::vector<std::vector<Choice>> schedules;  // of all traces
};

// Returns nothing if there are too many traces.
std::optional<Explored> explored(Program& program, std::uint64_t order) {
  AlgorithmOptions algorithm_options;
  algorithm_options.order_seed = order;
  const auto algorithm = make_algorithm_for(program, AlgorithmName::event, algorithm_options);
  Explored result;
  ExploreOptions options;
  options.keep_going = true;
  options.max_executions = most_executions;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    result.keys.insert(key_of(execution));
    std::vector<Choice>& schedule = result.schedules.emplace_back();
    for (const Event& event : execution.events()) schedule.push_back(event.as_choice());
  };
  const Summary summary = explore(program, *algorithm, options);
  if (summary.bound == Bound::executions) return std::nullopt;
  return result;
}

TraceKey key_of_schedule(Program& program, std::span<const Choice> schedule) {
  Execution execution(program.registry(), Relation::events);
  program.restart();
  for (const Choice& choice : schedule) {
    const Event* const event = program.step(choice);
    if (event == nullptr) return {};
    execution.push(*event);
  }
  return key_of(execution);
}

struct Compared {
  std::uint64_t programs = 0;
  std::uint64_t with_other_ids = 0;
};

void compare(const std::string& source, std::uint32_t seed, Compared& compared) {
  const auto first = model::load(source, "random.mzk");
  const auto expected = explored(*first, 0);
  if (!expected) return;
  ++compared.programs;
  const auto second = model::load(source, "random.mzk");
  meet_in_another_order(*second, seed);
  const std::vector<StableName> met = names_of_tasks(*second);
  std::vector<StableName> in_order = names_of_tasks(*first);
  in_order.resize(std::min(in_order.size(), met.size()));
  compared.with_other_ids += met != in_order ? 1u : 0u;

  // Schedules of the first process lead the second one to the same traces.
  ScheduleWriter writer(first->registry());
  ScheduleReader reader(second->registry());
  std::string bytes;
  for (const std::vector<Choice>& schedule : expected->schedules) writer.write(schedule, bytes);
  std::string_view rest = bytes;
  std::vector<Choice> schedule;
  std::set<TraceKey> reached;
  for (std::size_t i = 0; i < expected->schedules.size(); ++i) {
    ASSERT_TRUE(reader.read(rest, schedule)) << source;
    reached.insert(key_of_schedule(*second, schedule));
  }
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(reached, expected->keys) << source;

  const auto actual = explored(*second, seed);
  ASSERT_TRUE(actual.has_value());
  EXPECT_EQ(actual->keys, expected->keys) << source;
}

TEST(StableKeys, AreTheSameInProcessesThatMetTasksInDifferentOrders) {
  Compared compared;
  for (const NamedShape& shape : shapes())
    for (std::uint32_t seed = 1; seed <= (is_sanitized ? 2 : 40); ++seed) {
      SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(seed));
      compare(to_source(random_program(seed, shape.shape)), seed, compared);
      if (testing::Test::HasFailure()) return;
    }
  std::cout << compared.programs << " programs, " << compared.with_other_ids
            << " with other ids of tasks\n";
  EXPECT_GT(compared.programs, is_sanitized ? 20u : 500u);
  EXPECT_GT(compared.with_other_ids, is_sanitized ? 2u : 100u);
}

TEST(StableKeys, AreTheSameForAllLitmusPrograms) {
  Compared compared;
  const std::filesystem::path folder = std::filesystem::path(MAZURKA_TEST_ROOT) / "tests/litmus";
  for (const auto& entry : std::filesystem::directory_iterator(folder / "models")) {
    if (entry.path().extension() != ".mzk") continue;
    std::ifstream file(entry.path());
    std::stringstream source;
    source << file.rdbuf();
    SCOPED_TRACE(entry.path().string());
    for (std::uint32_t seed = 1; seed <= 3; ++seed) compare(source.str(), seed, compared);
  }
  EXPECT_GT(compared.programs, 100u);
}

// The processes that share random executions run the same ones, whatever ids their tasks have.
TEST(StableKeys, AreThoseOfTheSameRandomExecutions) {
  const auto keys_of = [](Program& program, RandomStrategy strategy) {
    std::vector<TraceKey> keys;
    ExploreOptions options;
    options.keep_going = true;
    options.on_execution = [&](const Execution& execution, const Ending&) {
      keys.push_back(key_of(execution));
    };
    const auto algorithm = make_random({.executions = 20, .strategy = strategy, .seed = 3});
    (void)explore(program, *algorithm, options);
    return keys;
  };
  for (const NamedShape& shape : shapes())
    for (std::uint32_t seed = 1; seed <= (is_sanitized ? 1 : 10); ++seed)
      for (const RandomStrategy strategy :
           {RandomStrategy::uniform, RandomStrategy::pct, RandomStrategy::pos}) {
        const std::string source = to_source(random_program(seed, shape.shape));
        const auto first = model::load(source, "random.mzk");
        const auto second = model::load(source, "random.mzk");
        meet_in_another_order(*second, seed);
        ASSERT_EQ(keys_of(*first, strategy), keys_of(*second, strategy))
            << shape.name << " " << seed << "\n"
            << source;
      }
}

// --- Checkpoints ---------------------------------------------------------------------------------

struct Outcome {
  std::vector<std::uint64_t> counts;
  std::set<std::string> errors;
  std::optional<std::uint64_t> traces;
  bool operator==(const Outcome&) const = default;
};

// Explores with a checkpoint after every `between` executions (0: never). Each part is explored by
// a program that has met its tasks in another order.
std::optional<Outcome> explored_in_parts(const std::string& source, AlgorithmName name,
                                         std::uint64_t between, std::uint64_t& stops) {
  std::string saved;
  std::uint64_t limit = between == 0 ? 250 : between;
  for (std::uint32_t part = 0;; ++part) {
    const auto program = model::load(source, "random.mzk");
    if (part > 0) meet_in_another_order(*program, part);
    const auto algorithm = make_algorithm_for(*program, name, {});
    ExploreOptions options;
    options.keep_going = options.count_traces = true;
    options.max_executions = limit;
    options.save = [&](const Checkpoint& checkpoint) { saved = to_text(checkpoint); };
    std::optional<Checkpoint> checkpoint;
    if (!saved.empty()) {
      checkpoint = parse_checkpoint(saved, "saved");
      use_facts_of(*checkpoint, *program);
      options.resume = &*checkpoint;
    }
    const Summary summary = explore(*program, *algorithm, options);
    if (summary.bound == Bound::executions && between == 0) return std::nullopt;
    if (summary.bound != Bound::executions) {
      // How many executions are redundant may depend on the order, so they are not compared.
      Outcome result{
          {summary.executions, summary.assume_blocked, summary.deadlocks, summary.error_executions},
          {},
          summary.distinct_traces};
      for (const Counterexample& error : summary.errors)
        result.errors.insert(error.finding.identity());
      return result;
    }
    limit += between;
    ++stops;
  }
}

class ResumedElsewhere : public testing::TestWithParam<AlgorithmName> {};

// Source-DPOR and DPOR run redundant executions, and in another order they may complete some of
// these: only traces are compared then.
TEST_P(ResumedElsewhere, HasTheSameTotals) {
  std::uint64_t stops = 0;
  for (const NamedShape& shape : shapes())
    for (std::uint64_t seed = 1; seed <= (is_sanitized ? 1 : 4); ++seed) {
      const std::string source = to_source(random_program(seed, shape.shape));
      std::uint64_t none = 0;
      const auto expected = explored_in_parts(source, GetParam(), 0, none);
      if (!expected) continue;
      SCOPED_TRACE(std::string(shape.name) + " " + std::to_string(seed) + "\n" + source);
      for (const std::uint64_t between : {3u, 20u}) {
        const auto actual = explored_in_parts(source, GetParam(), between, stops);
        ASSERT_TRUE(actual.has_value());
        EXPECT_EQ(actual->traces, expected->traces);
        EXPECT_EQ(actual->errors, expected->errors);
        if (GetParam() != AlgorithmName::dpor && GetParam() != AlgorithmName::source) {
          EXPECT_EQ(actual->counts, expected->counts);
        }
      }
      if (testing::Test::HasFailure()) return;
    }
  EXPECT_GT(stops, is_sanitized ? 20u : 100u);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, ResumedElsewhere,
                         testing::Values(AlgorithmName::event, AlgorithmName::optimal,
                                         AlgorithmName::source, AlgorithmName::dpor,
                                         AlgorithmName::naive),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

}  // namespace
}  // namespace mazurka::property
