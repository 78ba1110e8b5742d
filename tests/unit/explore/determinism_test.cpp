// Executions that are run again at the end of an exploration.
#include "explore/determinism.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/forwarding_program.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

// A program whose reads show something else in every execution, from a position on.
class Unpredictable final : public ForwardingProgram {
 public:
  Unpredictable(Program& program, Position from) : ForwardingProgram(program), from_(from) {}

  void restart() override {
    ++runs_;
    position_ = 0;
    ForwardingProgram::restart();
  }
  const Event* step(Choice choice) override {
    const Event* const event = ForwardingProgram::step(choice);
    if (event == nullptr || position_++ < from_) return event;
    changed_ = *event;
    changed_.read_value += runs_;
    return &changed_;
  }
  [[nodiscard]] int runs() const { return runs_; }

 private:
  Position from_;
  Position position_ = 0;
  int runs_ = 0;
  Event changed_;
};

struct Explored {
  Summary summary;
  int runs = 0;
};

Explored explored(const std::string& source, Position from, bool repeats) {
  const auto model = model::load(source, "m.mzk");
  Unpredictable program(*model, from);
  const auto algorithm = make_algorithm_for(program, AlgorithmName::optimal, {});
  ExploreOptions options;
  options.repeats = repeats;
  Summary summary = explore(program, *algorithm, options);
  return {std::move(summary), program.runs()};
}

constexpr Position never = 1000;
const std::string one_trace = "var x, y; thread t { x = 1; y = x; } thread u { await x == 1; }";
const std::string two_traces = "var x; thread t { x = 1; } thread u { x = 2; }";

// No prefix of the only execution is run twice, so only a repetition can show that its last step
// depends on something else.
TEST(Determinism, IsCheckedForTheWholeExecution) {
  const Summary unnoticed = explored(one_trace, 2, false).summary;
  EXPECT_TRUE(unnoticed.errors.empty());
  const Summary summary = explored(one_trace, 2, true).summary;
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.errors[0].finding.kind, FindingKind::nondeterminism);
  EXPECT_EQ(summary.errors[0].finding.position, 2u);
}

TEST(Determinism, OfAProgramThatDoesTheSameIsNoError) {
  const Explored result = explored(two_traces, never, true);
  EXPECT_TRUE(result.summary.errors.empty());
  EXPECT_EQ(result.summary.executions, 2u);  // repetitions are not counted
}

// The first, second, fourth, eighth … execution is run again: 7 of the 120 of five writers.
TEST(Determinism, IsCheckedForASampleThatGrowsSlowly) {
  std::string source = "var x;";
  for (int i = 0; i < 5; ++i)
    source += " thread t" + std::to_string(i) + " { x = " + std::to_string(i) + "; }";
  const int once = explored(source, never, false).runs;
  EXPECT_EQ(explored(source, never, true).runs, once + 7);
}

// An error is reported as it is, without running anything again.
TEST(Determinism, IsNotCheckedIfThereIsAnError) {
  const std::string source = "var x; thread t { x = 1; assert x == 2; }";
  EXPECT_EQ(explored(source, never, true).runs, explored(source, never, false).runs);
}

}  // namespace
}  // namespace mazurka
