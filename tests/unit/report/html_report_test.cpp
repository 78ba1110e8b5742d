#include "report/html_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/html_data.h"
#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

// Returns the data of the page, read in the same way as the page's scripts read it.
Json data_in(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t first = page.find(begin) + begin.size();
  return Json::parse(page.substr(first, page.find("</script>", first) - first));
}

HandMadeError lost_update() {
  HandMadeError made({"main", "ui/bid(2)"});
  made.error.tasks[1].handler = "ui";
  made.step(0, "x = 1");
  made.step(1, "reads x: 1", {0});
  made.step(0, "y = 1");
  made.fails(1);
  made.error.races = {{0, 1}};
  made.error.reversal = {0, 1};
  made.error.finding.because = {{.text = "x is 1", .position = 1},
                                {"waits", Reason::nowhere, "ui"}};
  made.error.finding.events = {0};
  return made;
}

Report page_of(Counterexample error) {
  Report report{.program = "m.mzk", .schedule_files = {"my m.schedule"}};
  report.summary.algorithm = "optimal";
  report.summary.errors.push_back(std::move(error));
  return report;
}

TEST(HtmlReport, HasTheErrorAsData) {
  const Json data = data_in(html_report(page_of(lost_update().error), "1.2.3"));
  EXPECT_EQ(data["mazurka"], "1.2.3");
  EXPECT_EQ(data["verdict"], "error");
  const Json& error = data["errors"][0];
  EXPECT_EQ(error["headline"], "assertion failed: x == 1");
  EXPECT_EQ(error["where"], "at dir/m.mzk:99:3 in ui/bid(2), after 3 steps");
  EXPECT_EQ(error["replay"], "mazurka replay 'my m.schedule'");
  EXPECT_EQ(error["because"], Json::parse(R"([{"subject": "", "text": "x is 1", "at": 1},
                            {"subject": "ui", "text": "waits", "at": null}])"));
  EXPECT_EQ(error["races"], Json::parse("[[0, 1]]"));
  EXPECT_EQ(error["reversal"], Json::parse("[0, 1]"));
  EXPECT_EQ(error["tasks"][1]["handler"], "ui");
  EXPECT_EQ(error["failure"]["at"], 3);
  EXPECT_EQ(error["failure"]["task"], 1);
  EXPECT_EQ(error["past"], "110");  // the write of y is irrelevant
}

TEST(HtmlReport, SaysWhatWasPutOffForEver) {
  HandMadeError made({"a", "b"});
  made.step(0, "lock(A)");
  made.step(1, "lock(B)");
  made.error.put_off = {.by = 1, .task = {0}, .text = "lock(B)"};
  const Json data = data_in(html_report(page_of(made.error), ""));
  const Json& put_off = data["errors"][0]["put_off"];
  EXPECT_EQ(put_off["by"], 1);
  EXPECT_EQ(put_off["task"], 0);
  EXPECT_EQ(put_off["text"], "lock(B)");
  EXPECT_TRUE(data["errors"][0]["reversal"].is_null());
}

TEST(HtmlReport, EventsAreNumbersIntoTheListsOfTheirError) {
  HandMadeError made({"a", "b"});
  made.step(0, "x = 1");
  made.step(1, "y = 1", {0});
  made.step(0, "x = 1");
  made.error.events.change()[2].place = "?";
  const Json data = data_in(html_report(page_of(made.error), ""));
  const Json& error = data["errors"][0];
  EXPECT_EQ(error["texts"], (Json{"x = 1", "y = 1"}));
  EXPECT_EQ(error["places"], Json::parse("[[0, 1, 3], [0, 2, 3]]"));
  EXPECT_EQ(error["events"], Json::parse("[[0, 0, 0], [1, 1, 1, 0], [0, 0, -1]]"));
  EXPECT_EQ(data["files"][0]["name"], "dir/m.mzk");
  EXPECT_EQ(data["files"][0]["parts"], Json::array());  // the file could not be read
}

// The name of a task must not be interpreted as a part of the page.
TEST(HtmlReport, NamesCannotBreakOutOfTheData) {
  const std::string evil = "</script><script>alert(1)</script><!--&amp;\"'\\\xff";
  HandMadeError made({evil});
  made.step(0, evil);
  Report report = page_of(made.error);
  report.program = evil;
  report.sources = {{"dir/m.mzk", evil}};
  const std::string page = html_report(report, evil);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("<title>error: &lt;/script&gt;"), std::string::npos);
  const std::string shown = evil.substr(0, evil.size() - 1) + "\xef\xbf\xbd";
  const Json data = data_in(page);
  EXPECT_EQ(data["program"], shown);
  EXPECT_EQ(data["errors"][0]["texts"][0], shown);
  EXPECT_EQ(data["files"][0]["parts"][0][1], shown);
}

// "{{data}}" in a program must not be replaced.
TEST(HtmlReport, FillsInItsPartsOnce) {
  HandMadeError made({"{{data}}"});
  made.step(0, "{{style}}");
  const std::string page = html_report(page_of(made.error), "{{script}}");
  EXPECT_EQ(data_in(page)["errors"][0]["tasks"][0]["name"], "{{data}}");
  EXPECT_EQ(data_in(page)["errors"][0]["texts"][0], "{{style}}");
}

TEST(HtmlReport, LoadsNothing) {
  const std::string page = html_report(page_of(lost_update().error), "1");
  for (const char* address : {"src=\"", "href=\"http", "url(http", "@import", "fetch("})
    EXPECT_EQ(page.find(address), std::string::npos) << address;
}

TEST(HtmlReport, OfASafeProgramHasNoErrors) {
  Report report{.program = "m.mzk"};
  const Json data = data_in(html_report(report, "1"));
  EXPECT_EQ(data["verdict"], "safe");
  EXPECT_EQ(data["errors"], Json::array());
}

TEST(HtmlReport, LeavesErrorsOutOnlyIfItSaysSo) {
  Report report{.program = "m.mzk"};
  report.summary.errors.assign(most_errors_in_page + 3, lost_update().error);
  const Json data = data_in(html_report(report, "1"));
  EXPECT_EQ(data["errors"].size(), most_errors_in_page);
  EXPECT_EQ(data["left_out"], 3);
}

// Report size limit: 200 events need less than 300 kB, even with a long source file.
TEST(HtmlReport, OfTwoHundredEventsIsSmall) {
  HandMadeError made({"main", "a", "b", "c"});
  for (std::uint32_t i = 0; i < 200; ++i) {
    made.step(i % 4, "a_variable_with_a_name[" + std::to_string(i) + "] = " + std::to_string(i),
              {i / 2});
    made.error.events.change().back().place = "dir/m.mzk:" + std::to_string(50 * i + 1) + ":3";
  }
  Report report = page_of(made.error);
  std::string source;
  for (int i = 0; i < 20'000; ++i) source += "  x = x + 1;  // line\n";
  report.sources = {{"dir/m.mzk", source}};
  const std::string page = html_report(report, "1");
  EXPECT_LT(page.size(), 300'000u);
  const Json data = data_in(page);
  EXPECT_EQ(data["files"][0]["parts"].size(), 200u);
  EXPECT_EQ(data["files"][0]["parts"][1][0], 39);  // line 51, and 12 lines before it
}

}  // namespace
}  // namespace mazurka
