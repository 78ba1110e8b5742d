#include "explore/reversal/imagined_completion.h"

#include <gtest/gtest.h>

#include "explore/reversal/completion.h"
#include "unit/explore/recorded_run.h"

namespace mazurka {
namespace {

// A run, what was learned from it, and both ways to complete a sequence.
struct Fixture {
  explicit Fixture(std::string_view source) : run(source) {
    for (const Event& event : run.execution.events()) {
      const Position last = event.index == 0
                                ? Execution::nowhere
                                : run.execution.position_of({event.task, event.index - 1});
      next_steps.learn(event, last == Execution::nowhere ? TraceKey{} : run.hashes[last],
                       run.hashes[run.execution.position_of(event.id())]);
    }
  }

  // The event at this position goes first, before everything but the first `prefix` events.
  [[nodiscard]] PlannedSequence first(Position later, Position prefix) const {
    return {.prefix = prefix, .order = {}, .last = run.execution[later]};
  }

  RecordedRun run;
  FreeChoice free_choice{0};
  NextSteps next_steps;
  ImaginedCompletion imagined{run.execution, next_steps};
  Completion completion{*run.program, run.execution, free_choice, next_steps};
};

Position start_of(const Execution& execution, std::uint32_t number) {
  for (Position i = 0; i < execution.size(); ++i)
    if (execution[i].operation == OperationKind::start && number-- == 0) return i;
  return Execution::nowhere;
}

TEST(ImaginedCompletion, OfAWholeExecutionIsItsTrace) {
  Fixture fixture("var x; thread t1 { x = 1; } thread t2 { x = 2; }");
  EXPECT_EQ(fixture.imagined.run({.prefix = 2}, fixture.run.hashes), fixture.run.key);
}

// What tasks do does not depend on values here: imagined and real ends are the same.
TEST(ImaginedCompletion, IsWhatTheProgramDoes) {
  for (const std::string_view source : {
           "var x, y; thread t1 { x = 1; y = 1; } thread t2 { x = 2; y = 2; }",
           "var x; lock l; thread t1 { lock(l); x = 1; unlock(l); x = 2; }"
           "thread t2 { lock(l); x = 3; unlock(l); }",
           "var x; thread t1 { x = 1; spawn t3(3); } thread t2 { x = 2; x = 4; } thread t3(i) { x "
           "= i; }",
       }) {
    Fixture fixture(source);
    const Execution& execution = fixture.run.execution;
    const Position later = execution.events_of({1}).front();
    const PlannedSequence sequence = fixture.first(later, 0);
    EXPECT_EQ(fixture.imagined.run(sequence, fixture.run.hashes),
              fixture.completion.run(sequence, fixture.run.hashes))
        << source;
  }
}

// The second message goes first; its handler is then taken until it ends.
TEST(ImaginedCompletion, MessagesRunOneAtATime) {
  Fixture fixture(
      "var x; handler h; thread t { post m(1) to h; post m(2) to h; } message m(i) { x = i; x = 0; "
      "}");
  const PlannedSequence sequence = fixture.first(start_of(fixture.run.execution, 1), 2);
  const TraceKey imagined = fixture.imagined.run(sequence, fixture.run.hashes);
  EXPECT_EQ(imagined, fixture.completion.run(sequence, fixture.run.hashes));
  EXPECT_NE(imagined, fixture.run.key);
}

// t2 does something else if it reads another value. That cannot be known before it was seen; after
// that it is.
TEST(ImaginedCompletion, LearnsWhatDependsOnValues) {
  Fixture fixture(
      "var x, y; thread t1 { x = 1; y = 1; } thread t2 { if (x == 0) { y = 2; y = 3; } }");
  const Execution& execution = fixture.run.execution;
  const PlannedSequence sequence = fixture.first(execution.events_of({1}).front(), 0);
  const TraceKey before = fixture.imagined.run(sequence, fixture.run.hashes);
  const TraceKey real = fixture.completion.run(sequence, fixture.run.hashes);
  EXPECT_NE(before, real);
  EXPECT_EQ(fixture.imagined.run(sequence, fixture.run.hashes), real);
}

}  // namespace
}  // namespace mazurka
