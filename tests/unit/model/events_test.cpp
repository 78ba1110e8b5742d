// The events of each statement and their order, on which the number of traces depends.
#include <gtest/gtest.h>

#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

Lines of_body(const std::string& body) {
  return operations_of("const N = 2; var x, y = 3, z, a[4]; lock l, m[2]; thread t { " + body +
                       " }");
}

TEST(ModelEvents, EachReadIsOneEventThenComesTheWrite) {
  EXPECT_EQ(of_body("x = x + y;"), (Lines{"reads x: 0", "reads y: 3", "x = 3"}));
  EXPECT_EQ(of_body("x = x;"), (Lines{"reads x: 0", "x = 0"}));
  EXPECT_EQ(of_body("x = y * y;"), (Lines{"reads y: 3", "reads y: 3", "x = 9"}));
}

TEST(ModelEvents, RegistersAndControlFlowAreNoEvents) {
  EXPECT_EQ(of_body("let r = 1; r = r + N; if (r > 2) { r = 0; } while (r < 5) { r = r + 1; } "
                    "for i in 0..3 { r = r + i; } assert r == 8; assume r == 8; x = r;"),
            Lines{"x = 8"});
  EXPECT_EQ(of_body("let r = 1;"), Lines{});
  EXPECT_EQ(of_body(""), Lines{});
}

TEST(ModelEvents, AnIndexIsReadWhereItStandsBeforeItsElement) {
  EXPECT_EQ(of_body("a[y] = x;"), (Lines{"reads y: 3", "reads x: 0", "a[3] = 0"}));
  EXPECT_EQ(of_body("x = a[a[y] + 1] + y;"),
            (Lines{"reads y: 3", "reads a[3]: 0", "reads a[1]: 0", "reads y: 3", "x = 3"}));
  EXPECT_EQ(of_body("fetch_add(a[y], x);"),
            (Lines{"reads y: 3", "reads x: 0", "fetch_add(a[3], 0): 0 -> 0"}));
  EXPECT_EQ(of_body("lock(m[x]); unlock(m[x]);"),
            (Lines{"reads x: 0", "lock(m[0])", "reads x: 0", "unlock(m[0])"}));
}

TEST(ModelEvents, ShortCircuitsReadOnlyWhatIsNeeded) {
  EXPECT_EQ(of_body("let r = x && y;"), Lines{"reads x: 0"});
  EXPECT_EQ(of_body("let r = y && x;"), (Lines{"reads y: 3", "reads x: 0"}));
  EXPECT_EQ(of_body("let r = y || x;"), Lines{"reads y: 3"});
  EXPECT_EQ(of_body("let r = x || y;"), (Lines{"reads x: 0", "reads y: 3"}));
  EXPECT_EQ(of_body("if (y == 3 || x == 1) { z = 1; }"), (Lines{"reads y: 3", "z = 1"}));
}

TEST(ModelEvents, ReadModifyWritesAreOneEventEach) {
  EXPECT_EQ(of_body("x = fetch_add(y, 2);"), (Lines{"fetch_add(y, 2): 3 -> 5", "x = 3"}));
  EXPECT_EQ(of_body("x = exchange(y, 2);"), (Lines{"exchange(y, 2): 3 -> 2", "x = 3"}));
  EXPECT_EQ(of_body("x = cas(y, 3, 7);"), (Lines{"cas(y): 3 -> 7", "x = 1"}));
  EXPECT_EQ(of_body("x = cas(y, 4, 7);"), (Lines{"cas(y) fails: 3", "x = 0"}));
  EXPECT_EQ(of_body("cas(y, x, z);"), (Lines{"reads x: 0", "reads z: 0", "cas(y) fails: 3"}));
}

TEST(ModelEvents, AssertAndAssumeAreWhatTheyRead) {
  EXPECT_EQ(of_body("assert x == 0 && y == 3;"), (Lines{"reads x: 0", "reads y: 3"}));
  EXPECT_EQ(of_body("assume x == 0;"), Lines{"reads x: 0"});
}

TEST(ModelEvents, AnAwaitIsOneEvent) {
  EXPECT_EQ(of_body("await x == 0 && y == 3;"), Lines{"await x == 0 && y == 3"});
  EXPECT_EQ(of_body("await 1;"), Lines{"await 1"});
  EXPECT_EQ(of_body("await x == 1; z = 1;"), Lines{});
}

TEST(ModelEvents, TheBoundsOfALoopAreEvaluatedOnce) {
  EXPECT_EQ(of_body("for i in x..y { y = i; }"),
            (Lines{"reads x: 0", "reads y: 3", "y = 0", "y = 1", "y = 2"}));
  EXPECT_EQ(of_body("for i in 2..2 { x = 1; } for i in 3..1 { x = 1; }"), Lines{});
  EXPECT_EQ(of_body("for i in 0..N { for j in i..N { x = i * 10 + j; } }"),
            (Lines{"x = 0", "x = 1", "x = 11"}));
}

// The loop variable is a register like any other; assigning to it is the way to leave a loop early.
TEST(ModelEvents, AssigningToTheLoopVariableMovesTheLoop) {
  EXPECT_EQ(of_body("for i in 0..4 { x = i; i = i + 1; }"), (Lines{"x = 0", "x = 2"}));
}

TEST(ModelEvents, TheConditionOfAWhileIsReadEachTime) {
  EXPECT_EQ(of_body("while (x < 2) { x = x + 1; }"),
            (Lines{"reads x: 0", "reads x: 0", "x = 1", "reads x: 1", "reads x: 1", "x = 2",
                   "reads x: 2"}));
}

TEST(ModelEvents, ExactlyOneBranchIsTaken) {
  for (int r = 0; r < 4; ++r) {
    SCOPED_TRACE(r);
    EXPECT_EQ(of_body("let r = " + std::to_string(r) +
                      "; if (r == 0) { x = 10; } else if (r == 1) { x = 11; } "
                      "else if (r == 2) { x = 12; } else { x = 13; } y = 1;"),
              (Lines{"x = 1" + std::to_string(r), "y = 1"}));
  }
  EXPECT_EQ(of_body("if (x) { y = 1; } else if (x) { y = 2; } z = 1;"),
            (Lines{"reads x: 0", "reads x: 0", "z = 1"}));
}

TEST(ModelEvents, LocksAreOneEventPerOperation) {
  EXPECT_EQ(
      of_body("lock(l); x = trylock(l); unlock(l); trylock(m[1]);"),
      (Lines{"lock(l)", "trylock(l): fails", "x = 0", "unlock(l)", "trylock(m[1]): succeeds"}));
}

TEST(ModelEvents, ChooseIsOneEventWithItsValue) {
  EXPECT_EQ(of_body("x = choose(y);"), (Lines{"reads y: 3", "choose(y): 0", "x = 0"}));
}

TEST(ModelEvents, ArgumentsAreReadBeforeTheHandlersIndex) {
  EXPECT_EQ(
      operations_of("var x = 1, y = 2, z; handler w[3]; message m(a, b) { x = a + b; } "
                    "thread t { post m(x, y) to w[z]; }"),
      (Lines{"reads x: 1", "reads y: 2", "reads z: 0", "post m(1, 2) to w[0]", "start", "x = 3"}));
}

// The fields of an event that its description does not show, operation by operation.
TEST(ModelEvents, SayWhatTheyTouch) {
  const auto program = started(
      "var x = 4; lock l; cond c; handler h; message m { x = 1; } thread u() { x = 2; } "
      "thread t { let r = x; x = r + 1; fetch_add(x, 2); cas(x, 0, 9); lock(l); post m to h; "
      "  let s = spawn u(); join s; trylock(l); await x != 0; choose(2); broadcast(c); "
      "  signal(c); wait(c, l); }");
  const ObjectId x = object_named(*program, "x");
  const auto touched = [&](const Event& event) { return accesses_of(*program, event.accesses); };

  Event event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::read);
  EXPECT_EQ(event.index, 0u);
  EXPECT_EQ(event.object, x);
  EXPECT_EQ(event.read_value, 4);
  EXPECT_EQ(touched(event), "read x");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::write);
  EXPECT_EQ(event.index, 1u);
  EXPECT_EQ(event.written_value, 5);
  EXPECT_EQ(touched(event), "write x");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::update);
  EXPECT_EQ(event.read_value, 5);
  EXPECT_EQ(event.written_value, 7);
  EXPECT_TRUE(event.succeeded);
  EXPECT_EQ(touched(event), "write x");

  event = step(*program, "t");  // a cas that fails also counts as a write
  EXPECT_EQ(event.operation, OperationKind::update);
  EXPECT_EQ(event.written_value, 7);
  EXPECT_FALSE(event.succeeded);
  EXPECT_EQ(touched(event), "write x");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::lock);
  EXPECT_EQ(event.object, object_named(*program, "l"));
  EXPECT_EQ(touched(event), "lock l");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::post);
  EXPECT_EQ(event.object, object_named(*program, "h"));
  EXPECT_EQ(event.other, task_named(*program, "h/m"));
  EXPECT_EQ(touched(event), "");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::spawn);
  EXPECT_EQ(event.other, task_named(*program, "u"));
  EXPECT_EQ(touched(event), "");

  const TaskId spawned = event.other;
  EXPECT_TRUE(step(*program, "u").ends_task);
  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::join);
  EXPECT_EQ(event.other, spawned);
  EXPECT_EQ(touched(event), "");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::trylock);
  EXPECT_FALSE(event.succeeded);
  EXPECT_EQ(touched(event), "lock l");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::await);
  EXPECT_TRUE(event.condition.exists());
  EXPECT_EQ(touched(event), "read x");

  event = step(*program, "t", 1);
  EXPECT_EQ(event.operation, OperationKind::choose);
  EXPECT_EQ(event.choice, 1u);
  EXPECT_EQ(event.read_value, 1);
  EXPECT_EQ(touched(event), "");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::broadcast);
  EXPECT_EQ(touched(event), "condition c");

  event = step(*program, "t", wakes_nobody);
  EXPECT_EQ(event.operation, OperationKind::signal);
  EXPECT_FALSE(event.other.exists());
  EXPECT_EQ(touched(event), "condition c");

  event = step(*program, "t");
  EXPECT_EQ(event.operation, OperationKind::sleep);
  EXPECT_EQ(event.object, object_named(*program, "c"));
  EXPECT_EQ(touched(event), "lock l, condition c");

  event = step(*program, "h/m");
  EXPECT_EQ(event.operation, OperationKind::start);
  EXPECT_EQ(event.object, object_named(*program, "h"));
  EXPECT_FALSE(event.ends_task);
  EXPECT_EQ(touched(event), "");
}

TEST(ModelEvents, KnowTheirPlaceInTheSource) {
  const auto program = started("var x, y;\nthread t {\n  x = 1 +\n    y;\n}\n");
  EXPECT_EQ(program->registry().text_of(step(*program, "t").location), "test.mzk:4:5");
  EXPECT_EQ(program->registry().text_of(step(*program, "t").location), "test.mzk:3:3");
}

}  // namespace
}  // namespace mazurka::model_test
