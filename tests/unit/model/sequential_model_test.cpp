// What the sequential model of robustness supports and refuses; that it fails iff there is a
// conflict is for the property tests.
#include "program/model/sequential_model.h"

#include <string>

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka::model_test {
namespace {

bool fails(const std::string& source, const std::string& main = "") {
  const auto program =
      model::load(model::sequential_model(source, "test.mzk", {}, main), "sequential.mzk");
  const auto algorithm = make_algorithm(AlgorithmName::optimal, {});
  return !explore(*program, *algorithm, {}).errors.empty();
}

UserError refusal(const std::string& source) {
  try {
    (void)model::sequential_model(source, "test.mzk", {}, "");
  } catch (const UserError& error) {
    return error;
  }
  ADD_FAILURE() << "not refused";
  return UserError("", "");
}

// [Robustness17] Figure 7(a), and the same with the second task created by the first one.
TEST(SequentialModel, FailsIfTwoTasksOfAnEventAreNotOrdered) {
  const std::string env = "var x; handler ui; thread env { post e to ui; }\n";
  EXPECT_TRUE(fails(env + "message e { spawn p(); spawn q(); } thread p() { x = 1; }\n"
                          "thread q() { x = 2; }"));
  EXPECT_FALSE(fails(env + "message e { spawn p(); } thread p() { x = 1; spawn q(); }\n"
                           "thread q() { x = 2; }"));
}

// [Robustness17] Figure 9: a cycle of three events.
TEST(SequentialModel, FailsIfEventsCannotBeOrdered) {
  EXPECT_TRUE(
      fails("var x, y, z; handler ui; thread env { post a to ui; post b to ui; post c to ui; }\n"
            "message a { x = 1; spawn t(); } thread t() { z = 1; }\n"
            "message b { if (x == 1) { y = 1; } } message c { if (y == 1) { z = 2; } }"));
}

TEST(SequentialModel, HasArgumentsProceduresLoopsAndElements) {
  const std::string source =
      "const N = 2; var a[N] = 3, sum; handler other, ui; thread env { post e(1) to ui; }\n"
      "procedure add(v) { sum = sum + v; return sum; }\n"
      "message e(i) { for k in 0..N { call add(a[k]); } let n = 2; while (n > 0) { n = n - 1; }\n"
      "  if (sum == 6) { spawn t(i, n); } else { spawn t(9, 9); spawn t(9, 9); } }\n"
      "thread t(i, n) { a[i] = fetch_add(sum, n) + exchange(a[0], 1) + cas(a[n], 1, 2); }";
  EXPECT_FALSE(fails(source, "ui"));
}

// A delayed post is a task that posts: as unordered as the post itself, and ordered by the same.
TEST(SequentialModel, HasDelayedPosts) {
  const std::string env = "var x; handler ui; thread env { post e to ui delayed; }\n";
  EXPECT_TRUE(fails(env + "message e { post m to ui delayed; spawn p(); } message m { x = 1; }\n"
                          "thread p() { x = 2; }"));
  EXPECT_TRUE(fails(env + "message e { post m(1) to ui; post m(2) to ui delayed; }\n"
                          "message m(v) { x = v; }"));
  EXPECT_FALSE(fails(env + "message e { post m to ui delayed; x = 2; } message m { x = 1; }"));
  EXPECT_TRUE(fails(env + "message e { spawn p(); } thread p() { post m to ui delayed; x = 2; }\n"
                          "message m { x = 1; }"));
}

TEST(SequentialModel, RefusesIdsOfTasks) {
  const std::string env = "var x; handler ui; thread env { post e to ui; }\n";
  const auto is_refused_at = [&](const std::string& rest, const std::string& where) {
    const UserError error = refusal(env + rest);
    EXPECT_NE(error.message.find("id of a"), std::string::npos) << error.message;
    EXPECT_EQ(error.where, where);
  };
  is_refused_at("message e { let t = spawn p(); }\nthread p() { x = 1; }", "test.mzk:2:13");
  is_refused_at("message e {\n spawn p(self); } thread p(i) { x = i; }", "test.mzk:3:10");
  is_refused_at("message e { x = env; }", "test.mzk:2:17");
  // A register may have the name of a thread.
  EXPECT_FALSE(fails(env + "message e { let env = 1; x = env; }"));
}

TEST(SequentialModel, RefusesWhatItCannotTranslate) {
  const std::string env = "var x; lock l; handler ui, net; thread env { post e to ui; }\n";
  EXPECT_EQ(refusal(env + "message e { lock(l); }").where, "test.mzk:2:13");
  EXPECT_NE(refusal(env + "message e { assume x; }").message.find("stop for good"),
            std::string::npos);
  EXPECT_NE(refusal(env + "message e { post e to net; }").message.find("another handler"),
            std::string::npos);
  EXPECT_NE(refusal(env + "message e { x = 1 / x; }").message.find("divided"), std::string::npos);
  EXPECT_NE(refusal(env + "procedure p() { assume x; } message e { call p(); }")
                .message.find("stop for good"),
            std::string::npos);
  EXPECT_NE(refusal(env + "message e { let seq_skip = 1; x = seq_skip; }").message.find("seq_"),
            std::string::npos);
  EXPECT_EQ(refusal("var x; handler ui fifo; thread env { post e to ui; } message e { }").where,
            "test.mzk:1:16");
  EXPECT_NE(refusal("var x; handler ui; thread env { x = 1; } message e { }")
                .message.find("something else than post"),
            std::string::npos);
  EXPECT_NE(refusal("var x; handler ui; thread env { post e to ui when x; } message e { }")
                .message.find("condition"),
            std::string::npos);
}

}  // namespace
}  // namespace mazurka::model_test
