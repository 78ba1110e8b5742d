// How much a model knows of what its tasks may touch. That they touch nothing else is tested by the
// contract of front ends and with random programs.
#include "program/model/footprints.h"

#include <array>

#include <gtest/gtest.h>

#include "contract/footprint_check.h"
#include "unit/model/run.h"

namespace mazurka::model_test {
namespace {

[[nodiscard]] std::string footprint_of(Program& program, TaskId task) {
  static constexpr std::array<const char*, 4> kinds = {"read", "write", "lock", "condition"};
  const auto footprint = program.may_touch(task);
  if (!footprint) return "anything";
  std::string result;
  for (const Access& access : *footprint) {
    if (!result.empty()) result += ", ";
    result += kinds.at(static_cast<std::size_t>(access.kind));
    result += " " + program.registry().name_of(access.object);
  }
  return result;
}

[[nodiscard]] std::string footprint_of(Program& program, const std::string& task) {
  return footprint_of(program, task_named(program, task));
}

// Of the thread t, before its first event.
[[nodiscard]] std::string footprint_of_t(std::string_view source) {
  return footprint_of(*started(source), "t");
}

TEST(Footprints, HaveTheCellsThatParametersSay) {
  const auto program = started(R"(
    var value[3], decision[3]; handler h;
    thread t { post send(1, 2) to h; }
    message send(i, j) { let v = value[j]; if (j > decision[i]) { decision[i] = j; } }
  )");
  const std::string expected = "read value[2], read decision[1], write decision[1]";
  EXPECT_EQ(footprint_of(*program, "t"), expected);
  const TaskId t = task_named(*program, "t");
  const TaskId send = step(*program, "t").other;
  EXPECT_EQ(footprint_of(*program, send), expected);
  EXPECT_EQ(footprint_of(*program, t), "");  // it has ended
  EXPECT_EQ(footprint_of(*program, TaskId{17}), "anything");
}

TEST(Footprints, KnowArithmeticOnParameters) {
  EXPECT_EQ(footprint_of_t(R"(
    const N = 4; var a[N], b[N]; handler h;
    thread t { post m(3, 5) to h; }
    message m(k, l) { let next = (k + 1) % N; a[next] = 1; b[l * 2 - 9 + k / 3] = a[-(k - 5)]; }
  )"),
            "write a[0], read a[2], write b[2]");
}

TEST(Footprints, ShrinkAsTheTaskGoesOn) {
  const auto program = started("var x, y, z; thread t { x = 1; y = 1; z = 1; }");
  EXPECT_EQ(footprint_of(*program, "t"), "write x, write y, write z");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "write y, write z");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "write z");
}

// What has been left behind in a loop may come again.
TEST(Footprints, KeepWhatALoopMayDoAgain) {
  const auto program = started("var x, y; thread t { while (x == 0) { y = 1; } }");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "read x, write y");
}

TEST(Footprints, LeaveTheOtherBranchOut) {
  const auto program = started("var x, y, z; thread t { if (x == 0) { y = 1; } else { z = 1; } }");
  EXPECT_EQ(footprint_of(*program, "t"), "read x, write y, write z");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "write y");
}

TEST(Footprints, FollowKnownBranchesOnly) {
  EXPECT_EQ(footprint_of_t(R"(
    var x, y, z; handler h;
    thread t { post m(1) to h; }
    message m(k) { if (k == 0) { x = 1; } else if (k < 2) { y = 1; } else { z = 1; } }
  )"),
            "write y");
}

TEST(Footprints, HaveTheRangeOfALoop) {
  EXPECT_EQ(footprint_of_t("var a[6]; thread t { for i in 1..4 { a[i] = i; } }"),
            "write a[1], write a[2], write a[3]");
  EXPECT_EQ(
      footprint_of_t("var a[90]; thread t { let i = 80; while (i < 83) { i = i + 1; a[i] = 1; } }"),
      "write a[81], write a[82], write a[83]");
  // The bound is given up, and found again by the comparison.
  EXPECT_EQ(footprint_of_t(R"(
    var a[90]; handler h;
    thread t { for i in 20..40 { post m(i) to h; } }
    message m(i) { if (i > 37) { a[i] = 1; } }
  )"),
            "write a[38], write a[39]");
}

// A value that depends on the schedule may be any.
TEST(Footprints, HaveAllCellsWhereNothingIsKnown) {
  EXPECT_EQ(footprint_of_t("var x, a[3]; thread t { a[x] = 1; }"),
            "read x, write a[0], write a[1], write a[2]");
  EXPECT_EQ(footprint_of_t("var x, a[3]; thread t { for i in 1..x { a[i] = 1; } }"),
            "read x, write a[1], write a[2]");
  EXPECT_EQ(footprint_of_t("var x, a[3]; thread t { a[x % 2 + 1] = 1; }"),
            "read x, write a[0], write a[1], write a[2]");  // x may be negative
  EXPECT_EQ(footprint_of_t("var a[3]; thread t { a[choose(2)] = 1; }"), "write a[0], write a[1]");
}

TEST(Footprints, KnowWhatHasBeenRead) {
  const auto program = started("var x = 2, a[3]; thread t { let r = x; a[r] = 1; a[r - 1] = 1; }");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "write a[1], write a[2]");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "write a[1]");
}

TEST(Footprints, HaveAllKindsOfAccesses) {
  EXPECT_EQ(
      footprint_of_t("var x, y, z; thread t { fetch_add(x, 1); cas(y, 0, 1); exchange(z, 1); }"),
      "read x, write x, read y, write y, read z, write z");
  EXPECT_EQ(footprint_of_t("lock l, m[2]; thread t { lock(l); unlock(l); let r = trylock(m[1]); }"),
            "lock l, lock m[1]");
  EXPECT_EQ(footprint_of_t(R"(
    lock l; cond c, d, e; thread t { lock(l); wait(c, l); signal(d); broadcast(e); }
  )"),
            "lock l, condition c, condition d, condition e");
  EXPECT_EQ(footprint_of_t(R"(
    var x, a[4], b[2]; thread t { let i = 1; await x == 0 || a[i + 1] == 1 || b[x] == 2; }
  )"),
            "read x, read a[2], read b[0], read b[1]");
}

TEST(Footprints, ASleeperTakesItsLockAgain) {
  const auto program = started("lock l; cond c; var x; thread t { lock(l); wait(c, l); x = 1; }");
  step(*program, "t");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "lock l, write x");
}

TEST(Footprints, HaveWhatCreatedTasksDo) {
  const auto program = started(R"(
    var a[4], x; handler h;
    thread t { let r = spawn u(1); join r; }
    thread u(i) { post m(i + 1, x) to h; }
    message m(i, j) { a[i] = j; post n(i + 1) to h; }
    message n(i) { let r = a[i]; }
  )");
  EXPECT_EQ(footprint_of(*program, "t"), "write a[2], read a[3], read x");
  step(*program, "t");
  EXPECT_EQ(footprint_of(*program, "t"), "");
}

TEST(Footprints, OfMessagesThatPostThemselvesAreFinite) {
  EXPECT_EQ(footprint_of_t(R"(
    const N = 3; var a[N], b; handler h[N];
    thread t { post token(1) to h[1]; }
    message token(k) { a[k] = 1; if (b == 0) { post token((k + 1) % N) to h[k]; } }
  )"),
            "write a[0], write a[1], write a[2], read b");
  // Ends by itself.
  EXPECT_EQ(footprint_of_t(R"(
    var a[9]; handler h;
    thread t { post down(2) to h; }
    message down(k) { a[k] = 1; if (k > 0) { post down(k - 1) to h; } }
  )"),
            "write a[0], write a[1], write a[2]");
  // More steps than are followed one by one.
  EXPECT_EQ(footprint_of_t(R"(
    var a[200], x; handler h;
    thread t { post up(0) to h; }
    message up(k) { if (k == 150) { a[k] = 1; } else { x = 1; } post up(k + 1) to h; }
  )"),
            "write a[150], write x");
}

// An access is missing only where the task stops before it.
TEST(Footprints, EndAtSureFailures) {
  EXPECT_EQ(footprint_of_t("var x, a[2], y; thread t { x = 1; let i = 2; a[i] = 1; y = 1; }"),
            "write x");
  EXPECT_EQ(footprint_of_t("var x, y; thread t { x = 1; let i = 0; let j = 1 / i; y = j; }"),
            "write x");
}

TEST(Footprints, ThatAreHugeAreUnknown) {
  EXPECT_EQ(footprint_of_t("var x, a[100000]; thread t { a[x] = 1; }"), "anything");
  EXPECT_EQ(footprint_of_t("var x, a[100000]; thread t { a[7] = 1; }"), "write a[7]");
}

// Past the limit of values that are told apart at one place, all cells count.
TEST(Footprints, StayRightWhenThereAreTooManyOfThem) {
  const auto program = started(R"(
    var x, a[9000], b[2]; handler h;
    thread t { while (1) { post m(x) to h; x = x + 1; } }
    message m(i) { a[i] = 1; b[i % 2] = 1; }
  )");
  FootprintCheck check(*program);
  check.run_at_random(1, 300);
  program->restart();
  const TaskId t = task_named(*program, "t");
  TaskId last;
  for (int i = 0; i < 5000; ++i) {
    ASSERT_NE(program->step({t, 0}), nullptr);  // reads x
    last = program->step({t, 0})->other;        // posts
    static_cast<void>(program->may_touch(last));
    ASSERT_NE(program->step({t, 0}), nullptr);  // reads x
    ASSERT_NE(program->step({t, 0}), nullptr);  // writes x
  }
  ASSERT_TRUE(program->may_touch(last).has_value());
  EXPECT_EQ(program->may_touch(last)->size(), 9002u);
}

// Registers that change in loops, are exchanged, wrap round, or come from elsewhere.
TEST(Footprints, CoverIndicesThatMove) {
  for (const char* const source : {
           "var a[9]; thread t { let i = 0; let j = 1; for n in 0..30 { a[i % 9] = j; "
           "let k = i; i = j; j = k + 2; } }",
           "var a[9]; thread t { for i in 0..3 { for j in i..3 { let s = 8 - i * 3 - j; "
           "if (s >= 0) { a[s] = a[j]; } } i = i + choose(2); } }",
           "var a[9], x; thread t { let i = 9223372036854775806; for n in 0..20 { i = i + 1; "
           "if (i < 0) { let k = -i % 9; if (k >= 0) { a[k] = 1; } } else { a[i % 9] = 2; } } }",
           "var a[9], x = 8; handler h; thread t { post m(3, x) to h; x = 1; post m(x, 2) to h; } "
           "message m(i, j) { a[i] = a[j]; j = j - 1; if (j >= 0) { post m(j, i) to h; } }",
           "var a[9], x; thread t { let i = 0; while (i != 7 && x < 5) { a[i] = 1; i = i + 1; "
           "if (a[i] == 1) { x = x + 1; i = 0; } } await a[i] == 1 || a[i - 1] == 1; } "
           "thread u { for i in 0..9 { a[8 - i] = 1; } }",
           // A comparison in place of what it compares says nothing of the new value.
           "var a[9]; thread t { let i = 5 + choose(2); i = i > 3; if (i) { a[i] = 1; } "
           "let j = 5 + choose(2); j = 3 < j; if (j) { a[j + 1] = 1; } }",
           "lock l[4]; cond c[4]; var x; thread t { for i in 1..4 { lock(l[i]); signal(c[i - 1]); "
           "unlock(l[i]); } } thread u { let i = x + 2; lock(l[i]); wait(c[i - 1], l[i]); "
           "i = i + 1; unlock(l[i - 1]); }",
       }) {
    SCOPED_TRACE(source);
    const auto program = started(source);
    FootprintCheck check(*program);
    for (std::uint32_t seed = 0; seed < 50; ++seed) check.run_at_random(seed, 300);
  }
}

TEST(Footprints, StayValid) {
  const auto program = started("var x, y; thread t { x = 1; y = 1; }");
  const auto first = program->may_touch(task_named(*program, "t"));
  step(*program, "t");
  const auto second = program->may_touch(task_named(*program, "t"));
  program->restart();
  EXPECT_EQ(first->size(), 2u);
  EXPECT_EQ(second->size(), 1u);
  EXPECT_EQ(program->may_touch(task_named(*program, "t"))->data(), first->data());
}

}  // namespace
}  // namespace mazurka::model_test
