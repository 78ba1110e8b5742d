#include "report/json_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

using Json = nlohmann::ordered_json;

Summary counted_summary() {
  Summary summary;
  summary.algorithm = "optimal";
  summary.executions = 720;
  summary.assume_blocked = 1;
  summary.deadlocks = 2;
  summary.sleep_set_blocked = 3;
  summary.events = 20160;
  summary.seconds = 0.012;
  summary.peak_memory_kib = 9000;
  summary.statistics = {{"races", 7}};
  return summary;
}

Json parsed(const Report& report) { return Json::parse(json_report(report, "1.2.3")); }

// Scripts rely on these names: fields may be added, but none may be removed.
TEST(JsonReport, HasThePromisedFieldsInThePromisedOrder) {
  const Json json = parsed({.program = "m.mzk", .summary = counted_summary()});
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{
                "format",           "mazurka", "program",         "algorithm", "verdict",
                "executions",       "blocked", "cut_by_fairness", "sampled",   "distinct_traces",
                "events",           "seconds", "peak_memory_kib", "bound",     "stopped_at_error",
                "error_executions", "errors",  "notes",           "warnings",  "stats"}));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["mazurka"], "1.2.3");
  EXPECT_EQ(json["program"], "m.mzk");
  EXPECT_EQ(json["verdict"], "safe");
  EXPECT_EQ(json["executions"], 720);
  EXPECT_EQ(json["blocked"], (Json{{"assume", 1},
                                   {"given_up", 0},
                                   {"deadlock", 2},
                                   {"sleep_set", 3},
                                   {"unroll", 0},
                                   {"depth", 0}}));
  EXPECT_TRUE(json["distinct_traces"].is_null());
  EXPECT_EQ(json["seconds"], 0.012);
  EXPECT_TRUE(json["bound"].is_null());
  EXPECT_EQ(json["stats"]["races"], 7);
}

TEST(JsonReport, TellsTheVerdictFromTheBound) {
  Summary summary = counted_summary();
  summary.bound = Bound::timeout;
  EXPECT_EQ(parsed({.summary = summary})["verdict"], "incomplete");
  EXPECT_EQ(parsed({.summary = summary})["bound"], "timeout");
  summary.errors.emplace_back();
  EXPECT_EQ(parsed({.summary = summary})["verdict"], "error");
}

TEST(JsonReport, DescribesAnErrorWithItsEvents) {
  HandMadeError made({"main", "h/bid(2)"});
  made.step(0, "x = 1");
  made.step(1, "reads x: 1", {0});
  made.fails(1);
  made.error.races = {{0, 1}};
  made.error.finding.because = {{.text = "x is 1"}, {.text = "waits", .subject = "main"}};
  made.error.finding.events = {0};
  Summary summary = counted_summary();
  summary.errors = {made.error};
  const Json error = parsed({.summary = summary, .schedule_files = {"m.schedule"}})["errors"][0];
  EXPECT_EQ(error["kind"], "assertion");
  EXPECT_EQ(error["message"], "assertion failed: x == 1");
  EXPECT_EQ(error["location"], "dir/m.mzk:99:3");
  EXPECT_EQ(error["task"], "h/bid(2)");
  EXPECT_EQ(error["schedule"], "m.schedule");
  EXPECT_EQ(error["after_steps"], 2);
  EXPECT_EQ(error["because"], (Json{"x is 1", "main waits"}));
  EXPECT_EQ(error["shown_by"], Json::array({1}));
  EXPECT_EQ(error["races"], Json::array({Json::array({1, 2})}));
  EXPECT_EQ(error["events"].size(), 2u);
  EXPECT_EQ(error["events"][1], (Json{{"step", 2},
                                      {"task", "h/bid(2)"},
                                      {"text", "reads x: 1"},
                                      {"location", "dir/m.mzk:2:3"},
                                      {"after", Json::array({1})}}));
}

// A file name may contain arbitrary bytes, but the JSON must always be valid.
TEST(JsonReport, IsValidWhateverTheNamesAre) {
  const Json json = parsed({.program = "a\xff\"\n", .summary = counted_summary()});
  EXPECT_EQ(json["program"], "a\xef\xbf\xbd\"\n");
}

TEST(JsonReport, HasOneLinePerEvent) {
  HandMadeError made({"main"});
  for (int i = 0; i < 10; ++i) made.step(0, "x = 1");
  Summary summary = counted_summary();
  summary.errors = {made.error};
  const std::string text = json_report({.summary = summary}, "1");
  EXPECT_NE(text.find("\n        {\"step\": 10, \"task\": \"main\", \"text\": \"x = 1\", "
                      "\"location\": \"dir/m.mzk:10:3\", \"after\": []}\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace mazurka
