// The values of expressions, both folded by the compiler and computed by the interpreter.
#include <limits>

#include <gtest/gtest.h>

#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

// Returns the value that a task writes when it runs `before` and then assigns `expression`.
std::int64_t written(const std::string& before, const std::string& expression) {
  const auto program = started("var x, y; thread t { " + before + " x = " + expression + "; }");
  Event last;
  while (!program->enabled().empty()) last = *program->step(program->enabled().front());
  EXPECT_EQ(last.operation, OperationKind::write) << expression;
  return last.written_value;
}

// Checks the value with constants, and with registers in their place, which cannot be folded.
void expect_value(const std::string& expression, std::int64_t value) {
  SCOPED_TRACE(expression);
  EXPECT_EQ(written("", expression), value);
  std::string lets;
  std::string with_registers;
  for (const char c : expression) {
    if (c < '0' || c > '9') {
      with_registers += c;
      continue;
    }
    const std::string name = "r" + std::to_string(lets.size());
    lets += "let " + name + " = " + c + "; ";
    with_registers += name;
  }
  EXPECT_EQ(written(lets, with_registers), value);
}

TEST(ModelExpressions, OperatorsBindAsInC) {
  expect_value("2 + 3 * 4", 14);
  expect_value("(2 + 3) * 4", 20);
  expect_value("9 - 3 - 2", 4);
  expect_value("8 / 2 / 2", 2);
  expect_value("7 % 4 * 2", 6);
  expect_value("-2 * 3", -6);
  expect_value("- - 2", 2);
  expect_value("!0 + 1", 2);
  expect_value("!(0 + 1)", 0);
  expect_value("1 + 1 < 3", 1);
  expect_value("1 < 2 == 1", 1);
  expect_value("0 == 0 && 1 == 2", 0);
  expect_value("1 || 0 && 0", 1);
  expect_value("(1 || 0) && 0", 0);
}

TEST(ModelExpressions, ComparisonsAndLogicGiveZeroOrOne) {
  for (const auto& [expression, value] : std::vector<std::pair<std::string, std::int64_t>>{
           {"1 < 2", 1},  {"2 < 2", 0},  {"2 <= 2", 1}, {"3 <= 2", 0}, {"3 > 2", 1},
           {"2 > 2", 0},  {"2 >= 2", 1}, {"1 >= 2", 0}, {"2 == 2", 1}, {"2 == 3", 0},
           {"2 != 3", 1}, {"2 != 2", 0}, {"5 && 7", 1}, {"5 && 0", 0}, {"0 && 5", 0},
           {"0 || 7", 1}, {"5 || 0", 1}, {"0 || 0", 0}, {"!7", 0},     {"!0", 1}})
    expect_value(expression, value);
}

TEST(ModelExpressions, DivisionRoundsTowardsZero) {
  expect_value("7 / 2", 3);
  expect_value("(0 - 7) / 2", -3);
  expect_value("(0 - 7) % 2", -1);
  expect_value("7 % (0 - 2)", 1);
}

TEST(ModelExpressions, IntegersWrap) {
  const std::string lets = "let big = 9223372036854775807; let small = -big - 1; let minus = -1; ";
  EXPECT_EQ(written(lets, "big + 1"), smallest);
  EXPECT_EQ(written(lets, "small - 1"), largest);
  EXPECT_EQ(written(lets, "-small"), smallest);
  EXPECT_EQ(written(lets, "small / minus"), smallest);
  EXPECT_EQ(written(lets, "small % minus"), 0);
  EXPECT_EQ(written(lets, "big * 2"), -2);
  EXPECT_EQ(written("", "9223372036854775807 + 1"), smallest);
  EXPECT_EQ(written("", "(-9223372036854775807 - 1) / -1"), smallest);
}

// An assignment may use the old value of the register that it assigns to.
TEST(ModelExpressions, ARegisterMayBeUsedInItsOwnNewValue) {
  EXPECT_EQ(written("let r = 5; r = 1 + r * r; ", "r"), 26);
  EXPECT_EQ(written("let r = 5; r = r && r - 5 || r; ", "r"), 1);
  EXPECT_EQ(written("let r = 5; r = y + r; ", "r"), 5);
  EXPECT_EQ(written("let r = 5; r = fetch_add(y, r) + r; ", "r"), 5);
}

TEST(ModelExpressions, ConstantsCanUseEarlierOnesAndFollowOverrides) {
  const std::string source = "const N = 2, M = N * 3; var a[M], x = M; thread t { a[M - 1] = N; }";
  EXPECT_EQ(operations_of(source), Lines{"a[5] = 2"});
  const std::vector<model::Define> defines = {{"N", 3}, {"N", 4}};  // the last one wins
  const auto program = model::load(source, "test.mzk", defines);
  program->restart();
  EXPECT_EQ(events_of(*program), Lines{"t: a[11] = 4"});
  EXPECT_EQ(program->initial_value(object_named(*program, "x")), 12);
}

// `1 / N` is not evaluated if the left side decides, nor is the value of an overridden constant.
TEST(ModelExpressions, ConstantsHaveShortCircuits) {
  EXPECT_EQ(operations_of("const N = 0, M = N == 0 || 1 / N; var x; thread t { x = M; }"),
            Lines{"x = 1"});
  const std::vector<model::Define> defines = {{"M", 7}};
  EXPECT_NO_THROW(static_cast<void>(model::load("const M = 1 / 0;", "test.mzk", defines)));
}

TEST(ModelExpressions, InitialValuesCountForAllElements) {
  const auto program = started("const N = 3; var x, y = N, a[2] = -N;");
  EXPECT_EQ(program->initial_value(object_named(*program, "x")), 0);
  EXPECT_EQ(program->initial_value(object_named(*program, "y")), 3);
  EXPECT_EQ(program->initial_value(object_named(*program, "a[0]")), -3);
  EXPECT_EQ(program->initial_value(object_named(*program, "a[1]")), -3);
}

}  // namespace
}  // namespace mazurka::model_test
