#include "explore/counterexample/caller_locations.h"

#include <map>

#include <gtest/gtest.h>

#include "explore/algorithms.h"
#include "explore/counterexample/shorten/shorten.h"
#include "explore/explorer.h"
#include "program/forwarding_program.h"
#include "program/model/model.h"
#include "program/presentation.h"

namespace mazurka {
namespace {

// A model that pretends to be a library: while caller locations are requested, each of its steps
// has a different location, in "own.cpp".
class Library final : public ForwardingProgram, private Presentation {
 public:
  explicit Library(const std::string& source) : Library(model::load(source, "library.mzk")) {}

  bool can_run_again = true;  // while caller locations are requested
  unsigned restarts = 0;      // while caller locations are requested
  [[nodiscard]] bool shows_caller_locations() const { return is_own_; }

  [[nodiscard]] Presentation& presentation() override { return *this; }
  void restart() override {
    if (is_own_) ++restarts;
    ForwardingProgram::restart();
  }
  const Event* step(Choice choice) override {
    if (is_own_ && !can_run_again) return nullptr;
    const Event* const event = ForwardingProgram::step(choice);
    if (event == nullptr) return nullptr;
    event_ = *event;
    event_.location = place(event->location);
    return &event_;
  }
  void pending(std::vector<Pending>& result) override {
    ForwardingProgram::pending(result);
    for (Pending& each : result) each.location = place(each.location);
  }
  [[nodiscard]] Ending ending() const override {
    Ending ending = ForwardingProgram::ending();
    for (Failure& failure : ending.failures) failure.location = place(failure.location);
    return ending;
  }

 private:
  explicit Library(std::unique_ptr<Program> model)
      : ForwardingProgram(*model), model_(std::move(model)) {}

  bool show_caller_locations(bool on) override {
    is_own_ = on;
    return true;
  }
  [[nodiscard]] StepOrigin origin_of(LocationId location) const override {
    return own_.contains(location) ? StepOrigin{StepOrigin::Kind::library, "call"} : StepOrigin{};
  }
  [[nodiscard]] std::string describe(TaskId task) const override {
    return model_->presentation().describe(task);
  }
  [[nodiscard]] std::string describe(const Event& event) const override {
    return model_->presentation().describe(event);
  }
  [[nodiscard]] std::string describe(const Pending& pending) const override {
    return model_->presentation().describe(pending);
  }

  [[nodiscard]] LocationId place(LocationId inside) const {
    if (!is_own_ || !inside.exists()) return inside;
    const auto [entry, is_new] = known_.try_emplace(inside);
    if (is_new) {
      const std::uint32_t line = 100 + model_->registry().location(inside).line;
      entry->second = model_->registry().add_location({.file = "own.cpp", .line = line});
      own_[entry->second] = true;
    }
    return entry->second;
  }

  std::unique_ptr<Program> model_;
  bool is_own_ = false;
  mutable std::map<LocationId, LocationId> known_;
  mutable std::map<LocationId, bool> own_;
  Event event_;
};

const char* const lost_update = R"(var x = 0;
thread main {
  let a = spawn adds();
  let b = spawn adds();
  join a;
  join b;
  assert x == 2;
}
thread adds() { x = x + 1; }
)";

const auto nobody_is_told = [](std::size_t) {};

Summary explored_with_locations(Library& program) {
  const auto algorithm = make_algorithm_for(program, AlgorithmName::event, {});
  ExploreOptions options;
  options.keep_going = true;
  return explore(program, *algorithm, options);
}

TEST(CallerLocations, ErrorsStandWhereTheAuthorSeesThemAndAreTheSameOtherwise) {
  Library program(lost_update);
  Summary summary = explored_with_locations(program);
  ASSERT_EQ(summary.errors.size(), 1u);
  shorten(summary.errors[0], program, {});
  const Counterexample before = summary.errors[0];
  ASSERT_TRUE(before.decision);
  show_caller_locations(summary.errors, program, nobody_is_told);
  ASSERT_EQ(summary.errors.size(), 1u);
  const Counterexample& error = summary.errors[0];
  EXPECT_EQ(before.place.substr(0, 12), "library.mzk:");
  EXPECT_EQ(error.place, "own.cpp:107");
  ASSERT_EQ(error.events.size(), before.events.size());
  for (std::size_t i = 0; i < error.events.size(); ++i) {
    EXPECT_EQ(error.events[i].place.substr(0, 8), "own.cpp:");
    EXPECT_EQ(error.events[i].text, before.events[i].text);
    EXPECT_EQ(error.events[i].after, before.events[i].after);
    EXPECT_EQ(error.events[i].origin.call, "call");
  }
  std::string because;
  for (const Reason& reason : error.finding.because) because += reason.text + "\n";
  EXPECT_NE(because.find("(own.cpp:109)"), std::string::npos) << because;
  EXPECT_EQ(error.choices, before.choices);
  EXPECT_EQ(error.races, before.races);
  EXPECT_EQ(error.decision->step, before.decision->step);
  EXPECT_EQ(error.decision->instead, before.decision->instead);
  EXPECT_TRUE(error.shortening);
  EXPECT_EQ(error.schedule.ends_at_error, before.schedule.ends_at_error);
}

// One execution can show hundreds of errors. Running it for each of them would take any budget.
TEST(CallerLocations, OneRunServesAllErrorsOfAnExecution) {
  Library program(R"(thread main { let a = spawn first(); let b = spawn second(); join a; join b; }
thread first() { assert 1 == 0; }
thread second() { assert 2 == 0; })");
  Summary summary = explored_with_locations(program);
  ASSERT_EQ(summary.errors.size(), 2u);
  ASSERT_EQ(summary.errors[0].choices, summary.errors[1].choices);
  std::vector<std::size_t> told;
  show_caller_locations(summary.errors, program, [&](std::size_t i) { told.push_back(i); });
  EXPECT_EQ(told, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(program.restarts, 1u);
  EXPECT_EQ(summary.errors[0].place, "own.cpp:102");
  EXPECT_EQ(summary.errors[1].place, "own.cpp:103");
  EXPECT_EQ(summary.errors[0].events.data(), summary.errors[1].events.data());
}

// A later exploration must get the events with their recorded locations.
TEST(CallerLocations, AreNotShownAnyMoreAfterwards) {
  Library program(lost_update);
  Summary summary = explored_with_locations(program);
  show_caller_locations(summary.errors, program, nobody_is_told);
  EXPECT_FALSE(program.shows_caller_locations());
}

TEST(CallerLocations, AnErrorThatDoesNotShowAgainStaysAsItIs) {
  Library program(lost_update);
  Summary summary = explored_with_locations(program);
  const std::string place = summary.errors.at(0).place;
  program.can_run_again = false;
  show_caller_locations(summary.errors, program, nobody_is_told);
  ASSERT_EQ(summary.errors.size(), 1u);
  EXPECT_EQ(summary.errors[0].place, place);
}

TEST(CallerLocations, ModelsHaveNoOthers) {
  const auto program = model::load(lost_update, "m.mzk");
  EXPECT_FALSE(program->presentation().show_caller_locations(true));
}

}  // namespace
}  // namespace mazurka
