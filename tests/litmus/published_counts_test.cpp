// The published numbers of executions, sleep-set blocked ones included, of algorithms that start
// redundant executions ([SourceSets17], Tables 1, 3 and 4). They depend on the order in which tasks
// are tried; that of the paper's tool is TaskOrder::running_first_by_text. The larger rows are in
// bench/source_sets_table.
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka::litmus {
namespace {

struct Published {
  std::string_view model;
  int size;
  AlgorithmName algorithm;
  std::uint64_t executions;
};

constexpr auto rows = std::to_array<Published>({
    {"fig10", 1, AlgorithmName::source, 8},
    {"fig10", 2, AlgorithmName::source, 20},
    {"fig10", 3, AlgorithmName::source, 41},
    {"fig10", 4, AlgorithmName::source, 78},
    {"fig10", 5, AlgorithmName::source, 145},
    {"fig10", 6, AlgorithmName::source, 268},
    {"fig10", 7, AlgorithmName::source, 373},
    {"fig10", 8, AlgorithmName::source, 674},
    {"fig10", 9, AlgorithmName::source, 1'222},
    {"lastzero", 5, AlgorithmName::source, 79},
    {"lastzero", 10, AlgorithmName::source, 7'204},
    {"lastzero", 5, AlgorithmName::dpor, 241},
    {"indexer", 12, AlgorithmName::dpor, 78},
    {"readers", 2, AlgorithmName::dpor, 5},
    {"readers", 8, AlgorithmName::dpor, 3'281},
});

std::string text_of_file(std::string_view model) {
  const std::filesystem::path folder =
      std::filesystem::path(MAZURKA_TEST_ROOT) / "bench/models/source_sets";
  std::ifstream input(folder / (std::string(model) + ".mzk"));
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

TEST(PublishedCounts, FollowFromTheOrderOfThePublishedTool) {
  for (const Published& row : rows) {
    SCOPED_TRACE(testing::Message()
                 << row.model << " " << row.size << " " << name_of(row.algorithm));
    const std::vector<model::Define> defines = {{"N", row.size}};
    const auto program = model::load(text_of_file(row.model), "m.mzk", defines);
    const auto algorithm = make_algorithm(
        row.algorithm, {.task_order = TaskOrder::running_first_by_text, .idle_tasks_cover = true});
    const Summary summary =
        explore(*program, *algorithm, {.conflicts = ConflictTable::of_papers()});
    EXPECT_EQ(summary.maximal_executions() + summary.sleep_set_blocked, row.executions);
  }
}

}  // namespace
}  // namespace mazurka::litmus
