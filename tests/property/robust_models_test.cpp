// Checks the verdicts promised in the comments of the models of the robustness paper's examples and
// apps, by both methods and, for the examples, by brute force. "holds": no conflict; "benign":
// there are conflicts, but every reachable state is also reachable without concurrency; "violated":
// some state is reachable only with concurrency.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/robust/robustness.h"
#include "program/model/model.h"
#include "property/robust_brute_force.h"
#include "report/robust_report.h"

namespace mazurka::property {
namespace {

struct Promised {
  std::string name;
  std::string source;
  std::vector<model::Define> defines;
  std::string serialisability;
  std::string determinism;  // that of the worst event
};

// Prints the parameter in messages of GoogleTest.
void PrintTo(const Promised& promised, std::ostream* out) { *out << promised.name; }

std::vector<Promised> promises_in(const std::string& folder) {
  static const std::regex line(
      R"(// (serialisability|determinism)(?: -D (\w+)=(\d+))?: (holds|benign|violated))");
  std::vector<Promised> result;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(MAZURKA_TEST_ROOT) / folder)) {
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    std::istringstream lines(source);
    for (std::string text; std::getline(lines, text);) {
      std::smatch match;
      if (!std::regex_match(text, match, line)) continue;
      std::string name = entry.path().stem().string();
      if (match[2].matched) name += "_" + match[2].str() + "_" + match[3].str();
      auto known = std::ranges::find(result, name, &Promised::name);
      if (known == result.end()) {
        result.push_back({.name = name, .source = source});
        known = result.end() - 1;
        if (match[2].matched) known->defines = {{match[2], std::stoll(match[3])}};
      }
      (match[1] == "determinism" ? known->determinism : known->serialisability) = match[4];
    }
  }
  std::ranges::sort(result, {}, &Promised::name);
  return result;
}

class RobustModels : public testing::TestWithParam<Promised> {
 protected:
  static RobustSummary check(RobustMethod method) {
    const auto program = model::load(GetParam().source, "model.mzk", GetParam().defines);
    RobustOptions options;
    options.method = method;
    return check_robustness(*program, options);
  }

  static std::string determinism_of(const RobustSummary& summary) {
    RobustSummary events_only = summary;
    events_only.serialisability = RobustVerdict::holds;
    return std::string(name_of(verdict_of(events_only)));
  }
};

TEST_P(RobustModels, AreJudgedByExplorationAsPromised) {
  const RobustSummary summary = check(RobustMethod::explore);
  EXPECT_EQ(name_of(summary.serialisability), GetParam().serialisability);
  EXPECT_EQ(determinism_of(summary), GetParam().determinism);
}

// If an event is not deterministic, the program is not robust, and serialisability is not examined.
// Models that cancel tasks are refused.
TEST_P(RobustModels, AreJudgedBySequentialRunsAsPromised) {
  if (GetParam().source.find("cancel t;") != std::string::npos) {
    EXPECT_THROW((void)check(RobustMethod::sequential), UserError);
    return;
  }
  const RobustSummary summary = check(RobustMethod::sequential);
  EXPECT_EQ(determinism_of(summary), GetParam().determinism);
  if (GetParam().determinism == "violated") {
    EXPECT_EQ(summary.serialisability, RobustVerdict::unknown);
  } else {
    EXPECT_EQ(name_of(summary.serialisability), GetParam().serialisability);
  }
}

std::string verdict_in_words(bool by_conflicts, bool by_states) {
  if (by_conflicts) return "holds";
  return by_states ? "benign" : "violated";
}

TEST_P(RobustModels, AreWhatTheDefinitionsSay) {
  const RobustTruth truth = robust_truth(GetParam().source, 200'000, GetParam().defines);
  ASSERT_TRUE(truth.complete);
  const auto holds = [](const auto& each) { return each.second; };
  EXPECT_EQ(verdict_in_words(truth.serialisable, truth.serialisable_by_states),
            GetParam().serialisability);
  EXPECT_EQ(verdict_in_words(std::ranges::all_of(truth.deterministic, holds),
                             std::ranges::all_of(truth.deterministic_by_states, holds)),
            GetParam().determinism);
}

// The apps of Tables 1 and 2 are too large for brute force.
class RobustApps : public RobustModels {};

TEST_P(RobustApps, AreJudgedByBothMethodsAsPromised) {
  for (const RobustMethod method : {RobustMethod::explore, RobustMethod::sequential}) {
    const RobustSummary summary = check(method);
    EXPECT_EQ(name_of(summary.serialisability), GetParam().serialisability) << name_of(method);
    EXPECT_EQ(determinism_of(summary), GetParam().determinism) << name_of(method);
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, RobustApps,
                         testing::ValuesIn(promises_in("bench/models/robust_apps")),
                         [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(Examples, RobustModels, testing::ValuesIn(promises_in("examples/robust")),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace mazurka::property
