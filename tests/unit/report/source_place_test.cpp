#include "report/source_place.h"

#include <gtest/gtest.h>

#include "report/source_extract.h"
#include "unit/report/hand_made_error.h"

namespace mazurka {
namespace {

TEST(SourcePlace, HasAFileALineAndAColumn) {
  EXPECT_EQ(parsed_place("dir/m.mzk:18:3"), (SourcePlace{"dir/m.mzk", 18, 3}));
  EXPECT_EQ(parsed_place("m.c:18"), (SourcePlace{"m.c", 18, 0}));
  // In native locations, sometimes only the line is known.
  EXPECT_EQ(parsed_place("m.c:18:0"), (SourcePlace{"m.c", 18, 0}));
  // A file name may contain colons, even followed by numbers.
  EXPECT_EQ(parsed_place("a:7:m.c:18:3"), (SourcePlace{"a:7:m.c", 18, 3}));
}

TEST(SourcePlace, IsNowhereIfTheTextNamesNoLine) {
  for (const std::string text : {"", "?", "m.c", "m.c:", ":", "m.c:x", ":3", ":3:4"})
    EXPECT_EQ(parsed_place(text), SourcePlace{}) << text;
}

TEST(SourcePlace, FilesAreNamedOnceInTheOrderOfTheirAppearance) {
  HandMadeError made({"main"});
  made.step(0, "x = 1");
  made.step(0, "x = 2");
  made.error.events.change()[1].place = "b.mzk:1:1";
  made.step(0, "x = 3");
  made.fails(0);
  made.error.place = "c.mzk:1:1";
  Summary summary;
  summary.errors = {made.error};
  EXPECT_EQ(files_shown(summary), (std::vector<std::string>{"c.mzk", "dir/m.mzk", "b.mzk"}));
}

const std::string ten_lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10";  // no newline at the end

TEST(SourceExtract, HasTheLinesAroundThoseThatAreWanted) {
  EXPECT_EQ(extract(ten_lines, {5}, 1), (std::vector<SourcePart>{{4, "4\n5\n6\n"}}));
  EXPECT_EQ(extract(ten_lines, {1, 10}, 1), (std::vector<SourcePart>{{1, "1\n2\n"}, {9, "9\n10"}}));
}

// Adjacent lines are merged into one part, in whatever order and however often they are requested.
TEST(SourceExtract, PartsDoNotOverlapOrTouch) {
  EXPECT_EQ(extract(ten_lines, {6, 3, 3}, 1), (std::vector<SourcePart>{{2, "2\n3\n4\n5\n6\n7\n"}}));
  EXPECT_EQ(extract(ten_lines, {3, 5}, 2), (std::vector<SourcePart>{{1, "1\n2\n3\n4\n5\n6\n7\n"}}));
}

// The file may have become shorter since the program was built.
TEST(SourceExtract, KnowsNoLinesBeyondTheEnd) {
  EXPECT_TRUE(extract(ten_lines, {0, 11, 4000000000}, 3).empty());
  EXPECT_TRUE(extract("", {1}, 3).empty());
}

}  // namespace
}  // namespace mazurka
