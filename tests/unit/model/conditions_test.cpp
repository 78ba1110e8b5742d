// Evaluates conditions of awaits in predicted states.
#include <map>

#include <gtest/gtest.h>

#include "program/presentation.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

class Imagined : public Valuation {
 public:
  Imagined(Program& program, const std::map<std::string, std::int64_t>& values) {
    for (const auto& [name, value] : values) values_[object_named(program, name)] = value;
  }
  [[nodiscard]] std::int64_t value_of(ObjectId variable) const override {
    const auto found = values_.find(variable);
    return found == values_.end() ? 0 : found->second;
  }

 private:
  std::map<ObjectId, std::int64_t> values_;
};

// "holds: read x, read y"
std::string asked(Program& program, ConditionId condition,
                  const std::map<std::string, std::int64_t>& values) {
  AccessListId reads;
  const bool holds = program.holds(condition, Imagined(program, values), reads);
  return (holds ? "holds: " : "fails: ") + accesses_of(program, reads);
}

TEST(ModelConditions, ReadWhatTheirEvaluationReads) {
  const auto program = started("var x, y; thread t { await x == 1 && y == 2; }");
  const ConditionId condition = pending_of(*program, "t").condition;
  EXPECT_EQ(asked(*program, condition, {}), "fails: read x");
  EXPECT_EQ(asked(*program, condition, {{"x", 1}}), "fails: read x, read y");
  EXPECT_EQ(asked(*program, condition, {{"x", 1}, {"y", 2}}), "holds: read x, read y");
}

TEST(ModelConditions, CanReadMoreThanTheyDo) {
  const auto program = started("var x, y; thread t { await x == 1 || y == 2; }");
  const Pending pending = pending_of(*program, "t");
  EXPECT_EQ(accesses_of(*program, pending.accesses), "read x, read y");
  EXPECT_EQ(program->scope_of(pending.condition), pending.accesses);
  EXPECT_EQ(asked(*program, pending.condition, {{"x", 1}}), "holds: read x");
}

// A condition uses the registers at the moment when the task reached the await.
TEST(ModelConditions, KeepTheirRegisters) {
  const auto program =
      started("var x; thread t { for i in 0..3 { let r = i * 10; await x == r + i; } }");
  const ConditionId first = pending_of(*program, "t").condition;
  const Event event = step(*program, "t");
  EXPECT_EQ(event.condition, first);
  const ConditionId second = pending_of(*program, "t").condition;
  EXPECT_EQ(asked(*program, first, {{"x", 0}}), "holds: read x");
  EXPECT_EQ(asked(*program, first, {{"x", 11}}), "fails: read x");
  EXPECT_EQ(asked(*program, second, {{"x", 11}}), "holds: read x");
}

TEST(ModelConditions, NarrowTheirScopeToTheElementThatRegistersGive) {
  const auto scope = [](const std::string& condition) {
    const auto program = started(
        "const N = 2; var x, a[3]; thread t { let r = 1; let far = 5; await " + condition + "; }");
    return accesses_of(*program, pending_of(*program, "t").accesses);
  };
  EXPECT_EQ(scope("a[0] == 1"), "read a[0]");
  EXPECT_EQ(scope("a[N] == 1"), "read a[2]");
  EXPECT_EQ(scope("a[r] == 1"), "read a[1]");
  EXPECT_EQ(scope("a[(r + 1) % 3] == x"), "read x, read a[2]");
  EXPECT_EQ(scope("a[x] == 1"), "read x, read a[0], read a[1], read a[2]");
  EXPECT_EQ(scope("a[a[r]] == 1"), "read a[0], read a[1], read a[2]");
  EXPECT_EQ(scope("r == 2"), "");
  // The evaluation of these conditions fails before it reads a variable.
  EXPECT_EQ(scope("a[far] == 1"), "");
  EXPECT_EQ(scope("a[7] == 1"), "");
  EXPECT_EQ(scope("a[1 / (r - 1)] == 1"), "");
}

TEST(ModelConditions, ScopesFollowTheRegistersFromRoundToRound) {
  const auto program = started("var a[3]; thread t { for i in 0..3 { await a[i] == 0; } }");
  for (const char* const expected : {"read a[0]", "read a[1]", "read a[2]"}) {
    EXPECT_EQ(accesses_of(*program, pending_of(*program, "t").accesses), expected);
    EXPECT_EQ(accesses_of(*program, step(*program, "t").accesses), expected);
  }
}

// An await whose evaluation would fail is enabled, so that explorers try it.
TEST(ModelConditions, HoldIfTheirEvaluationFails) {
  const auto program = started("var x, a[2]; thread t { await a[x] == 1; }");
  const ConditionId condition = pending_of(*program, "t").condition;
  EXPECT_EQ(asked(*program, condition, {{"x", 0}}), "fails: read x, read a[0]");
  EXPECT_EQ(asked(*program, condition, {{"x", 2}}), "holds: read x");
}

TEST(ModelConditions, AnAwaitIsEnabledWhileItsConditionHolds) {
  const auto program =
      started("var x; thread t { await x == 1; x = 5; } thread u { x = 1; x = 2; x = 1; }");
  EXPECT_EQ(enabled_of(*program), Lines{"u"});
  EXPECT_EQ(program->step({task_named(*program, "t"), 0}), nullptr);
  step(*program, "u");
  EXPECT_EQ(enabled_of(*program), (Lines{"t", "u"}));
  step(*program, "u");
  EXPECT_EQ(enabled_of(*program), Lines{"u"});
  step(*program, "u");
  EXPECT_EQ(program->presentation().describe(step(*program, "t")), "await x == 1");
}

}  // namespace
}  // namespace mazurka::model_test
