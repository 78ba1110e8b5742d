// Tests what the sequential search finds and refuses. The property tests check
// that its verdicts are right.
#include <string>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/robust/robustness.h"
#include "program/model/model.h"

namespace mazurka {
namespace {

RobustSummary search(const std::string& source) {
  const auto program = model::load(source, "m.mzk");
  RobustOptions options;
  options.method = RobustMethod::sequential;
  return check_robustness(*program, options);
}

// [Robustness17] Figure 7(a): p and q write x, each in its own thread.
TEST(SequentialRobustness, DelaysTheWriteOfTheFirstTaskAfterThatOfTheSecond) {
  const RobustSummary summary = search(
      "var x; handler ui; thread env { post e to ui; }\n"
      "message e { spawn p(); spawn q(); } thread p() { x = 1; } thread q() { x = 2; }");
  ASSERT_EQ(summary.cases.size(), 1u);
  EXPECT_TRUE(summary.cases[0].is_determinism);
  ASSERT_EQ(summary.cases[0].difference.size(), 1u);
  EXPECT_EQ(summary.cases[0].difference[0].concurrent, 1);
  EXPECT_EQ(summary.cases[0].difference[0].serial, 2);
}

// A message of the main handler ends before a message that it posts can start.
TEST(SequentialRobustness, WhatAMessagePostsComesAfterAllItDoes) {
  const RobustSummary summary = search(
      "var x; handler ui; thread env { post e to ui; }\n"
      "message e { post p to ui; x = 1; } message p { x = 2; }");
  EXPECT_EQ(summary.serialisability, RobustVerdict::holds);
  EXPECT_EQ(summary.events.at(0).determinism, RobustVerdict::holds);
  EXPECT_TRUE(summary.cases.empty());
}

// The task of one event runs between the read and the write of another event, which is a message of
// the main handler. The cycle shows only if that message is suspended.
TEST(SequentialRobustness, SuspendsMessagesOfTheMainHandler) {
  const RobustSummary summary = search(
      "var x; handler ui; thread env { post add to ui; post start to ui; }\n"
      "message add { x = x + 1; } message start { spawn set(); } thread set() { x = 5; }");
  EXPECT_EQ(summary.serialisability, RobustVerdict::violated);
}

// [Robustness17] Figure 9: the cycle goes through three events. (The final state is that of c, a,
// b.)
TEST(SequentialRobustness, FindsCyclesOfThreeEvents) {
  const RobustSummary summary = search(
      "var x, y, z; handler ui; thread env { post a to ui; post b to ui; post c to ui; }\n"
      "message a { x = 1; spawn t(); } thread t() { z = 1; }\n"
      "message b { if (x == 1) { y = 1; } } message c { if (y == 1) { z = 2; } }");
  EXPECT_EQ(summary.serialisability, RobustVerdict::benign);
  EXPECT_EQ(summary.cases.at(0).cycle.size(), 3u);
}

// A choice that --instances adds decides only how often a post happens.
TEST(SequentialRobustness, RepeatsPostsThatWaitOrAreDelayed) {
  const std::string rest = " } message e { let v = x; x = 0; }";
  for (const std::string post : {"post e to ui when x == 0;", "post e to ui delayed;"}) {
    const auto program = model::load("var x; handler ui; thread env { " + post + rest, "m.mzk", {},
                                     {.instances = 2});
    EXPECT_EQ(check_robustness(*program, {.method = RobustMethod::sequential}).events.size(), 2u);
  }
}

std::string refusal(const std::string& source) try {
  (void)search(source);
  return "";
} catch (const UserError& error) {
  return error.message;
}

TEST(SequentialRobustness, RefusesWhatThePapersLanguageHasNot) {
  const std::string env = "var x; lock l; handler ui, net; thread env { post e to ui; }\n";
  EXPECT_NE(refusal(env + "message e { lock(l); unlock(l); }").find("'lock'"), std::string::npos);
  EXPECT_NE(refusal(env + "message e { await x == 1; }").find("'await'"), std::string::npos);
  EXPECT_NE(refusal(env + "message e { let t = spawn s(); join t; } thread s() { x = 1; }")
                .find("'join'"),
            std::string::npos);
  EXPECT_NE(refusal(env + "message e { let c = choose(2); }").find("'choose'"), std::string::npos);
  EXPECT_NE(refusal("handler ui; thread env { if (choose(2)) { post e to ui; } } message e { }")
                .find("'choose'"),
            std::string::npos);
  EXPECT_NE(refusal("handler ui; thread env { post e(choose(2)) to ui; } message e(v) { }")
                .find("'choose'"),
            std::string::npos);
  EXPECT_NE(
      refusal(env + "message e { post m to net; } message m { x = 1; }").find("another handler"),
      std::string::npos);
  EXPECT_NE(refusal("var x; handler ui; thread env { x = 1; post e to ui; } message e { x = 2; }")
                .find("belongs to no event"),
            std::string::npos);
  EXPECT_NE(refusal("var x; handler ui fifo; thread env { post e to ui; } message e { x = 2; }")
                .find("fifo"),
            std::string::npos);
}

}  // namespace
}  // namespace mazurka
