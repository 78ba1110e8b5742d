#include "explore/explorer.h"

#include <gtest/gtest.h>

#include "core/invariant.h"
#include "explore/algorithm.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

// Takes the first enabled step three times, and then a step that does not exist.
class Wrong : public Algorithm {
 public:
  Wrong() : Algorithm({.name = "wrong", .relation = Relation::events}) {}

  void begin(Program& /*program*/, Execution& execution) override { execution_ = &execution; }
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    if (execution_->size() < 3) return enabled.front();
    return Choice{TaskId{99}, 0};
  }
  void finished(bool /*maximal*/, std::span<const Pending> /*pending*/) override {}
  [[nodiscard]] std::optional<Position> backtrack() override { return std::nullopt; }

 private:
  Execution* execution_ = nullptr;
};

// A report of an internal error includes the steps that led to it.
TEST(Explorer, TellsTheStepsThatLedToAnInternalError) {
  const auto program =
      model::load("var x; thread a { x = 1; x = choose(2); } thread b { x = 3; x = 4; }", "m.mzk");
  Wrong wrong;
  try {
    (void)explore(*program, wrong, {});
    FAIL() << "no error";
  } catch (const InvariantError& error) {
    EXPECT_NE(
        std::string(error.what()).find("in execution 1 of algorithm wrong, after the steps 0 "),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace mazurka
