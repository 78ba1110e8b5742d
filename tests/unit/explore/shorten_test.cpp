#include "explore/counterexample/shorten/shorten.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "check/check.h"
#include "explore/algorithm/replay.h"
#include "explore/algorithms.h"
#include "explore/counterexample/shorten/attempt.h"
#include "explore/counterexample/shorten/few_switches.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "program/presentation.h"
#include "sanitized.h"
#include "unit/explore/random_model.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

constexpr std::uint64_t models = is_sanitized ? 12 : 60;  // random models

std::unique_ptr<Program> program_of(const std::string& source) {
  return model::load(source, "test.mzk");
}

// Returns all errors of a model, each as it was first found.
std::vector<Counterexample> errors_of(Program& program, std::uint64_t order = 0) {
  const auto algorithm = make_algorithm_for(program, AlgorithmName::event, {.order_seed = order});
  ExploreOptions options;
  options.keep_going = true;
  return explore(program, *algorithm, options).errors;
}

Counterexample shortened(Program& program, Counterexample error) {
  shorten(error, program, {});
  return error;
}

std::vector<std::string> shown_texts(const Counterexample& error) {
  std::vector<std::string> result;
  for (const ShownEvent& event : error.events) result.push_back(event.text);
  return result;
}

using Texts = std::vector<std::string>;

// --- Fewest switches ---

// Returns the fewest context switches of all orders that agree with
// happens-before, by trying them all.
std::uint32_t fewest_switches(const Execution& execution) {
  std::uint32_t best = ~0u;
  std::vector<bool> done(execution.size(), false);
  const std::function<void(Position, std::uint32_t, TaskId)> extend =
      [&](Position count, std::uint32_t switches, TaskId last) {
        if (switches >= best) return;
        if (count == execution.size()) best = switches;
        for (Position i = 0; i < execution.size(); ++i) {
          bool is_next = !done[i];
          for (Position j = 0; j < execution.size(); ++j)
            if (j != i && !done[j] && execution.happens_before(j, i)) is_next = false;
          if (!is_next) continue;
          done[i] = true;
          const bool is_switch = count > 0 && execution[i].task != last;
          extend(count + 1, switches + (is_switch ? 1 : 0), execution[i].task);
          done[i] = false;
        }
      };
  extend(0, 0, TaskId::none());
  return best;
}

TEST(FewSwitches, NoEquivalentOrderHasFewer) {
  int with_switches = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    SCOPED_TRACE(seed);
    RecordedRun run(RandomModel(seed).source(1), seed);
    Execution locks(run.program->registry(), Relation::handlers_as_locks);
    run.program->restart();
    for (const Event& event : run.execution.events())
      locks.push(*run.program->step(event.as_choice()));
    const std::vector<Choice> order = with_few_switches(locks);
    EXPECT_EQ(count_switches(order), fewest_switches(locks));
    if (count_switches(order) > 0) ++with_switches;
    // The order must be executable and must be the same trace.
    run.program->restart();
    TraceKeyer keyer(run.program->registry());
    for (const Choice& choice : order) {
      const Event* event = run.program->step(choice);
      ASSERT_NE(event, nullptr);
      (void)keyer.push(*event);
    }
    EXPECT_EQ(keyer.key(), run.key);
  }
  EXPECT_GT(with_switches, is_sanitized ? 4 : 20);  // otherwise the test would show nothing
}

// --- Simpler executions ---

TEST(Shorten, LeavesOutTasksThatPlayNoRole) {
  const auto program = program_of(
      "var x, y; thread idle { y = 1; y = 2; } thread w { x = 1; } "
      "thread main { assert x == 0; }");
  const auto errors = errors_of(*program);
  ASSERT_EQ(errors.size(), 1u);
  const Counterexample error = shortened(*program, errors[0]);
  EXPECT_EQ(shown_texts(error), (Texts{"x = 1", "reads x: 1"}));
  EXPECT_TRUE(error.schedule.ends_at_error);
  EXPECT_EQ(error.finding.position, 2u);
}

// The second writer is in the causal past, but is not necessary for the error.
TEST(Shorten, LeavesOutWhatTheErrorDoesNotNeedAlthoughItComesBefore) {
  const auto program =
      program_of("var x; thread a { x = 1; } thread b { x = 2; } thread main { assert x == 0; }");
  for (std::uint64_t order = 0; order < 8; ++order) {
    SCOPED_TRACE(order);
    const auto errors = errors_of(*program, order);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(shortened(*program, errors[0]).events.size(), 2u);
  }
}

// A message runs only when the previous one has ended, so the shortened execution must include that
// end.
TEST(Shorten, KeepsWhatHandlersNeed) {
  const auto program = program_of(
      "var x, y; handler h fifo; thread t { post a to h; post b to h; } "
      "message a { y = 1; x = 1; } message b { assert x == 0; }");
  const auto errors = errors_of(*program);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(
      shown_texts(shortened(*program, errors[0])),
      (Texts{"post a to h", "post b to h", "start", "y = 1", "x = 1", "start", "reads x: 1"}));
}

TEST(Shorten, AlsoOrdersDeadlocksWithFewSwitches) {
  const auto program = program_of(
      "lock A, B; var z; thread idle { z = 1; z = 2; z = 3; } "
      "thread s { lock(A); lock(B); unlock(B); unlock(A); } "
      "thread t { lock(B); lock(A); unlock(A); unlock(B); }");
  for (std::uint64_t order = 0; order < 8; ++order) {
    SCOPED_TRACE(order);
    const auto errors = errors_of(*program, order);
    ASSERT_EQ(errors.size(), 1u);
    const Counterexample error = shortened(*program, errors[0]);
    EXPECT_EQ(error.finding.kind, FindingKind::deadlock);
    EXPECT_FALSE(error.schedule.ends_at_error);
    EXPECT_EQ(count_switches(error.choices), 2u);
  }
}

// --- For every program: the same error, not longer, and it can be replayed ---

// Returns a RandomModel with assertions that can fail.
std::string random_failing_model(std::uint64_t seed) {
  return RandomModel(seed).source(3) + "thread judge { let a = x; let b = y; assert a == b; }\n";
}

TEST(Shorten, ShowsTheSameErrorInAShorterExecutionThatReplays) {
  int checked = 0;
  int shorter = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    SCOPED_TRACE(seed);
    const auto program = program_of(random_failing_model(seed));
    for (const Counterexample& found : errors_of(*program, seed)) {
      const Counterexample error = shortened(*program, found);
      ++checked;
      if (error.events.size() < found.events.size()) ++shorter;
      EXPECT_LE(error.events.size(), found.events.size());
      EXPECT_EQ(error_and_place(error.finding, program->registry()),
                error_and_place(found.finding, program->registry()));
      const auto replay = make_replay(error.schedule);
      const Summary again = explore(*program, *replay, {.keep_going = true});
      const bool occurs_again = std::ranges::any_of(again.errors, [&](const Counterexample& each) {
        return error_and_place(each.finding, program->registry()) ==
               error_and_place(found.finding, program->registry());
      });
      EXPECT_TRUE(occurs_again) << error.schedule.error;
      EXPECT_EQ(shown_texts(shortened(*program, found)),
                shown_texts(error));  // it is deterministic
    }
  }
  EXPECT_GT(checked, is_sanitized ? 8 : 60);
  EXPECT_GT(shorter, is_sanitized ? 4 : 30);
}

// --- The step that decided ---

TEST(Decision, IsTheReadThatLosesAnUpdate) {
  const auto program = program_of(
      "var x, done; thread a { let r = x; x = r + 1; fetch_add(done, 1); } "
      "thread b { let r = x; x = r + 1; fetch_add(done, 1); } "
      "thread c { await done == 2; assert x == 2; }");
  const auto errors = errors_of(*program);
  ASSERT_EQ(errors.size(), 1u);
  const Counterexample error = shortened(*program, errors[0]);
  ASSERT_TRUE(error.decision);
  EXPECT_EQ(error.decision->kind, Decision::Kind::step);
  EXPECT_EQ(error.events[error.decision->step].text, "reads x: 0");
  EXPECT_EQ(error.decision->step, 1u);
  EXPECT_GT(error.decision->continuations, 1u);
}

TEST(Decision, SaysThatEveryExecutionFails) {
  const auto program =
      program_of("var x, y; thread t { x = 1; assert x == 2; } thread u { y = 1; }");
  const auto errors = errors_of(*program);
  const Counterexample error = shortened(*program, errors.at(0));
  ASSERT_TRUE(error.decision);
  EXPECT_EQ(error.decision->kind, Decision::Kind::always);
}

TEST(Decision, SaysThatTheBudgetDidNotSuffice) {
  const auto program = program_of(
      "var x, y; thread t { x = 1; x = 2; x = 3; assert y == 9; } "
      "thread u { y = 1; y = 2; y = 3; y = 4; let a = x; let b = x; let c = x; }");
  Counterexample error = errors_of(*program).at(0);
  shorten(error, *program, {.events = 40});
  EXPECT_TRUE(!error.decision || error.decision->kind == Decision::Kind::at_latest);
}

// Returns whether every continuation of these choices shows the error, by brute force without any
// reduction; nullopt if that would take too long.
std::optional<bool> do_all_continuations_fail(Program& program, std::vector<Choice> prefix,
                                              const std::string& error) {
  bool all_fail = true;
  int runs = 0;
  Checks checks;
  const std::function<void()> extend = [&] {
    if (++runs > 2000) return;
    program.restart();
    Execution execution(program.registry(), Relation::events);
    for (const Choice& choice : prefix) execution.push(*program.step(choice));
    const std::vector<Choice> enabled(program.enabled().begin(), program.enabled().end());
    if (enabled.empty() && program.ending().kind != EndingKind::blocked) {
      std::vector<Pending> pending;
      program.pending(pending);
      std::vector<Finding> findings;
      checks.look_at({execution, program.presentation(), program.ending(), pending}, findings);
      all_fail &= std::ranges::any_of(findings, [&](const Finding& finding) {
        return error_and_place(finding, program.registry()) == error;
      });
    }
    for (const Choice& choice : enabled) {
      if (!all_fail) return;
      prefix.push_back(choice);
      extend();
      prefix.pop_back();
    }
  };
  extend();
  if (all_fail && runs > 2000) return std::nullopt;
  return all_fail;
}

TEST(Decision, IsWhatBruteForceSays) {
  constexpr int enough = is_sanitized ? 4 : 12;
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 100 && checked < enough; ++seed) {
    SCOPED_TRACE(seed);
    const auto program =
        program_of(RandomModel(seed).source(1) + "thread judge { let a = x; assert a == y; }\n");
    for (const Counterexample& found : errors_of(*program, seed)) {
      const Counterexample error = shortened(*program, found);
      if (!error.decision || error.decision->kind != Decision::Kind::step) continue;
      const std::string wanted = error_and_place(found.finding, program->registry());
      const auto prefix = [&](Position length) {
        return std::vector<Choice>(error.choices.begin(), error.choices.begin() + length);
      };
      const Position step = error.decision->step;
      const auto after = do_all_continuations_fail(*program, prefix(step + 1), wanted);
      const auto before = do_all_continuations_fail(*program, prefix(step), wanted);
      if (!after || !before) continue;
      ++checked;
      EXPECT_TRUE(*after);
      EXPECT_FALSE(*before);
    }
  }
  EXPECT_GE(checked, enough);
}

}  // namespace
}  // namespace mazurka
