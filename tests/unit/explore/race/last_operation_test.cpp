#include "explore/race/last_operation.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "unit/explore/recorded_run.h"
#include "unit/random.h"

namespace mazurka {
namespace {

// Returns a model with three threads that read and write, acquire a lock, try to acquire it, await
// a value, and sleep on and signal a condition variable.
std::string random_threads(Random& random) {
  std::string result = "var x, y; lock l; cond c;\n";
  int registers = 0;
  const bool has_sleepers = random.one_in(3);  // so that a signal may wake one of several
  for (int thread = 0; thread < 3; ++thread) {
    result += "thread t" + std::to_string(thread) + " { ";
    if (has_sleepers) result += thread < 2 ? "lock(l); wait(c, l); unlock(l); " : "signal(c); ";
    for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
      const std::string variable = random.one_in(2) ? "x" : "y";
      switch (random.below(6)) {
        case 0:
          result += "lock(l); " + variable + " = 1; unlock(l); ";
          break;
        case 1:
          result += "await " + variable + " == 1; ";
          break;
        case 2:
          result += "lock(l); wait(c, l); unlock(l); ";
          break;
        case 3:
          result += "signal(c); ";
          break;
        case 4:
          result += "let r" + std::to_string(++registers) + " = " + variable + "; ";
          break;
        default:
          result += variable + " = 1; ";
      }
    }
    result += "}\n";
  }
  return result;
}

// Returns a random subset of the events that is closed under happens-before.
std::vector<bool> random_closed_set(const Execution& execution, Random& random) {
  std::vector<bool> is_in(execution.size(), true);
  for (Position i = 0; i < execution.size(); ++i) {
    const bool loses_cause = [&] {
      for (Position j = 0; j < i; ++j)
        if (!is_in[j] && execution.happens_before(j, i)) return true;
      return false;
    }();
    is_in[i] = !loses_cause && !random.one_in(4);
  }
  return is_in;
}

struct Form {
  std::uint32_t choice;
  std::vector<std::pair<std::uint32_t, AccessKind>> accesses;
  auto operator<=>(const Form&) const = default;
};

Form form_of(const Step& step, const Registry& registry) {
  Form form{step.choice, {}};
  for (const Access& access : registry.accesses(step.accesses))
    form.accesses.emplace_back(access.object.value, access.kind);
  return form;
}

// Returns the forms of the task's next operation after the program has run these events.
std::set<Form> forms_in_program(RecordedRun& run, const std::vector<bool>& is_in, TaskId task) {
  std::set<Form> result;
  const auto run_events = [&] {
    run.program->restart();
    for (Position i = 0; i < run.execution.size(); ++i)
      if (is_in[i]) {
        ASSERT_NE(run.program->step(run.execution[i].as_choice()), nullptr);
      }
  };
  run_events();
  std::vector<Choice> choices(run.program->enabled().begin(), run.program->enabled().end());
  std::erase_if(choices, [&](const Choice& choice) { return choice.task != task; });
  for (const Choice& choice : choices) {
    run_events();
    Step step = *run.program->step(choice);
    step.accesses = run.execution.accesses_of(step);
    result.insert(form_of(step, run.program->registry()));
  }
  return result;
}

// After every closed set of events, the predicted forms of a task's next operation are exactly
// those in which the program can run it.
TEST(LastOperation, TakesTheFormsThatTheProgramAllows) {
  std::uint32_t disabled = 0;
  std::uint32_t several = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    Random random(seed);
    const std::string source = random_threads(random);
    SCOPED_TRACE(source);
    RecordedRun run(source, seed);
    const std::vector<bool> is_in = random_closed_set(run.execution, random);
    for (Position at = 0; at < run.execution.size(); ++at) {
      const Event event = run.execution[at];
      const Position cause = run.execution.cause(at);
      if (is_in[at] || (cause != Execution::nowhere && !is_in[cause])) continue;
      // A relock waits for one particular signal, which is part of its identity.
      if (event.operation == OperationKind::relock || event.operation == OperationKind::choose)
        continue;
      // The prediction comes first, because conditions of awaits belong to the
      // program's current execution.
      std::vector<Step> steps;
      add_last_steps(
          {event, event.object, event.condition},
          [&](Position position) { return is_in[position]; }, run.execution, *run.program, steps);
      std::set<Form> predicted;
      for (const Step& step : steps) predicted.insert(form_of(step, run.program->registry()));
      const std::set<Form> real = forms_in_program(run, is_in, event.task);
      EXPECT_EQ(predicted, real) << "event " << at;
      EXPECT_EQ(steps.size(), predicted.size());
      if (real.empty()) ++disabled;
      if (real.size() > 1) ++several;
      // Returns to the end of the execution, where its conditions are known.
      run.program->restart();
      for (const Event& each : run.execution.events()) (void)run.program->step(each.as_choice());
    }
  }
  EXPECT_GT(disabled, 20u);
  EXPECT_GT(several, 3u);
}

}  // namespace
}  // namespace mazurka
