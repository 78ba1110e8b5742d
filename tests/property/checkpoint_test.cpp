// An exploration that is stopped, written to a file, read by another process (here, by another
// program object) and resumed has the same counts and findings as an uninterrupted one.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "explore/frontier/key_folder.h"
#include "program/model/model.h"
#include "property/random_program.h"
#include "property/shape.h"
#include "sanitized.h"

namespace mazurka::property {
namespace {

struct Outcome {
  std::vector<std::uint64_t> counts;
  std::set<std::string> errors;
  std::optional<std::uint64_t> traces;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const Summary& summary) {
  Outcome result{{summary.executions, summary.assume_blocked, summary.deadlocks,
                  summary.sleep_set_blocked, summary.error_executions},
                 {},
                 summary.distinct_traces};
  for (const Counterexample& error : summary.errors) result.errors.insert(error.finding.identity());
  return result;
}

// Runs the exploration to the end and writes and reads a checkpoint after every
// `between` executions (0: never). If `folder` is not empty, few keys stay in memory and
// the rest are in files there.
Outcome explored(const std::string& source, AlgorithmName name, std::uint64_t between,
                 std::uint64_t& stops, const std::string& folder = {}) {
  std::string saved;
  std::uint64_t limit = between;
  while (true) {
    const auto program = model::load(source, "random.mzk");
    AlgorithmOptions algorithm_options;
    const auto keys = std::make_shared<KeyFolder>(folder, folder);
    if (!folder.empty()) {
      algorithm_options.event.keys = keys;
      algorithm_options.event.known_in_memory = 8;
    }
    const auto algorithm = make_algorithm_for(*program, name, algorithm_options);
    ExploreOptions options;
    options.keep_going = options.count_traces = true;
    options.max_executions = limit;
    options.save = [&](const Checkpoint& checkpoint) {
      saved = to_text(checkpoint);
      keys->checkpoint_in_place();
    };
    std::optional<Checkpoint> checkpoint;
    if (!saved.empty()) {
      checkpoint = parse_checkpoint(saved, "saved");
      use_facts_of(*checkpoint, *program);
      options.resume = &*checkpoint;
    }
    const Summary summary = explore(*program, *algorithm, options);
    if (summary.bound != Bound::executions) return outcome_of(summary);
    limit += between;
    ++stops;
  }
}

class Checkpoints : public testing::TestWithParam<AlgorithmName> {};

TEST_P(Checkpoints, DoNotChangeWhatIsCountedAndFound) {
  // Brute force writes large checkpoints, because they contain all states so far.
  const bool is_slow = GetParam() == AlgorithmName::naive;
  const std::vector<std::uint64_t> intervals =
      is_slow ? std::vector<std::uint64_t>{20} : std::vector<std::uint64_t>{1, 20};
  std::uint64_t stops = 0;
  for (const NamedShape& shape : shapes())
    for (std::uint64_t seed = 1; seed <= (is_sanitized ? 1 : 4); ++seed) {
      const std::string source = to_source(random_program(seed, shape.shape));
      std::uint64_t none = 0;
      const Outcome expected = explored(source, GetParam(), 0, none);
      if (expected.counts.front() > 250) continue;
      for (const std::uint64_t between : intervals)
        EXPECT_EQ(explored(source, GetParam(), between, stops).counts, expected.counts)
            << shape.name << " " << seed << " every " << between << "\n"
            << source;
      EXPECT_EQ(explored(source, GetParam(), is_slow ? 30 : 7, stops), expected) << source;
    }
  EXPECT_GT(stops, is_sanitized ? 20u : 200u);
}

// Only a few keys stay in memory, so most of them are in files that the checkpoint refers to.
TEST(CheckpointsWithFiles, DoNotChangeWhatIsCountedAndFound) {
  std::string folder = (std::filesystem::temp_directory_path() / "mazurka-test-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::uint64_t stops = 0;
  std::uint64_t with_files = 0;
  for (const NamedShape& shape : shapes())
    for (std::uint64_t seed = 1; seed <= (is_sanitized ? 1 : 4); ++seed) {
      const std::string source = to_source(random_program(seed, shape.shape));
      std::uint64_t none = 0;
      const Outcome expected = explored(source, AlgorithmName::event, 0, none);
      if (expected.counts.front() > 250) continue;
      const std::string keys =
          folder + "/" + std::string(shape.name) + std::to_string(seed) + ".keys";
      EXPECT_EQ(explored(source, AlgorithmName::event, 7, stops, keys), expected)
          << shape.name << " " << seed << "\n"
          << source;
      with_files += std::filesystem::exists(keys) ? 1u : 0u;
    }
  EXPECT_GT(stops, is_sanitized ? 10u : 50u);
  EXPECT_GT(with_files, is_sanitized ? 1u : 5u);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Checkpoints,
                         testing::Values(AlgorithmName::event, AlgorithmName::optimal,
                                         AlgorithmName::source, AlgorithmName::dpor,
                                         AlgorithmName::naive),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

}  // namespace
}  // namespace mazurka::property
