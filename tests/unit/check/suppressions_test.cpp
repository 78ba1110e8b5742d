#include "check/suppressions.h"

#include <gtest/gtest.h>

#include "core/user_error.h"

namespace mazurka {
namespace {

SuppressibleError race_in_cache() {
  return {.kind = FindingKind::data_race,
          .message = "data race on Cache::hits_",
          .places = {"src/cache.cpp:9:3", "src/cache.cpp:12:3"},
          .functions = {"Cache::get (cache.cpp:9)", "main (app.cpp:4)"}};
}

bool suppresses(const std::string& file, const SuppressibleError& error) {
  Suppressions rules;
  rules.add_file(file, "s");
  return rules.match(error).has_value();
}

TEST(Suppressions, MatchFunctionsFilesAndVariables) {
  for (const char* const rule : {"race:Cache::get", "data_race:cache.cpp", "race:hits_",
                                 "data_race", "race:^src/*.cpp", "*:Cache", "race:Cache::g*9)$"})
    EXPECT_TRUE(suppresses(rule, race_in_cache())) << rule;
  for (const char* const rule : {"race:Cache::put", "deadlock:Cache::get", "race:^cache.cpp",
                                 "leak", "race:cache.cpp$", "libstdc++", "# race:Cache::get"})
    EXPECT_FALSE(suppresses(rule, race_in_cache())) << rule;
}

// A rule for data races must not hide that the same function deadlocks.
TEST(Suppressions, DistinguishKinds) {
  SuppressibleError error = race_in_cache();
  error.kind = FindingKind::deadlock;
  EXPECT_FALSE(suppresses("race:Cache::get\n", error));
  EXPECT_TRUE(suppresses("race:Cache::get\ndeadlock:Cache::get\n", error));
}

TEST(Suppressions, OfKnownDefectsTakeOneWord) {
  SuppressibleError error = race_in_cache();
  error.is_known_defect = true;
  EXPECT_TRUE(suppresses("  libstdc++ \r\n", error));
  EXPECT_FALSE(suppresses("libstdc++:other.cpp", error));
}

TEST(Suppressions, SayWhichRuleMatched) {
  Suppressions rules;
  rules.add_file("# known\n\nleak\nrace:Cache::get\n", "mazurka.suppressions");
  rules.add_ignored("livelock", "--ignore");
  const auto rule = rules.match(race_in_cache());
  ASSERT_TRUE(rule);
  EXPECT_EQ(rules.describe(*rule), "race:Cache::get (mazurka.suppressions:4)");
  EXPECT_EQ(rules.describe(2), "livelock (--ignore)");
}

std::string complaint_about(const std::string& file) {
  try {
    (void)suppresses(file, {});
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// A rule with a typing error would hide nothing, or too much.
TEST(Suppressions, ThatAreWrongAreRefusedWithFileAndLine) {
  EXPECT_EQ(complaint_about("leak\nrces:x\n"), "s:2: there is no kind of error 'rces'");
  EXPECT_EQ(complaint_about("race: \n"), "s:1: a pattern is missing after 'race:'");
  EXPECT_EQ(complaint_about("*"), "s:1: '*' needs a pattern");
  EXPECT_EQ(complaint_about("nondeterminism"), "s:1: nondeterminism cannot be suppressed");
  EXPECT_EQ(complaint_about("not_serialisable:x"),
            "s:1: there is no kind of error 'not_serialisable'");
  Suppressions rules;
  EXPECT_THROW(rules.add_ignored("race:x", "--ignore"), UserError);
  EXPECT_THROW(rules.add_ignored("", "--ignore"), UserError);
}

// The program's own nondeterminism is never hidden, not even by a rule for every kind.
TEST(Suppressions, DoNotMatchNondeterminism) {
  SuppressibleError error = race_in_cache();
  error.kind = FindingKind::nondeterminism;
  EXPECT_FALSE(suppresses("*:cache", error));
}

TEST(Patterns, OccurAnywhereUnlessAnchored) {
  EXPECT_TRUE(pattern_occurs("b*d", "abcde"));
  EXPECT_TRUE(pattern_occurs("^ab*e$", "abcde"));
  EXPECT_TRUE(pattern_occurs("", "abc"));
  EXPECT_TRUE(pattern_occurs("^$", ""));
  EXPECT_FALSE(pattern_occurs("^b", "abc"));
  EXPECT_FALSE(pattern_occurs("b$", "abc"));
  EXPECT_FALSE(pattern_occurs("^$", "a"));
  EXPECT_TRUE(pattern_occurs("a*b*c", "xxaxxbxxcxx"));
  EXPECT_FALSE(pattern_occurs("a*b*c", "xxaxxcxxbxx"));
}

// Takes quadratic time at most: a pattern with many stars must not hang the checker.
TEST(Patterns, WithManyStarsAreFast) {
  std::string pattern = "^";
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(pattern_occurs(pattern + "$", std::string(5000, 'a') + "b"));
}

}  // namespace
}  // namespace mazurka
