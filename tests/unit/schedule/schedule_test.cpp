#include "core/schedule.h"

#include <gtest/gtest.h>

#include "core/user_error.h"
#include "unit/random.h"

namespace mazurka {
namespace {

Schedule example() {
  return {.program = "examples/bank.mzk",
          .program_hash = "00ff",
          .defines = {"N=3", "M"},
          .arguments = {},
          .relation = "papers",
          .error = "deadlock after 3 steps",
          .steps = {{.task = "0", .comment = "main: lock(A)"},
                    {.task = "1.0", .value = 2},
                    {.task = "0", .woken = "1.0"},
                    {.task = "0", .woken = "-"}}};
}

// Returns what is wrong with a text as "file:line: message".
std::string complaint_about(const std::string& text) {
  try {
    (void)parse_schedule(text, "s");
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

const std::string header = "mazurka-schedule 1\nprogram p.mzk\nhash 0\n";

TEST(Schedule, ReadsAsPeopleWouldWriteIt) {
  EXPECT_EQ(to_text(example()),
            "mazurka-schedule 1\n"
            "program examples/bank.mzk\n"
            "hash 00ff\n"
            "define N=3\n"
            "define M\n"
            "relation papers\n"
            "error deadlock after 3 steps\n"
            "steps 4\n"
            "\n"
            "0      # main: lock(A)\n"
            "1.0:2\n"
            "0>1.0\n"
            "0>-\n");
}

TEST(Schedule, RecordsHowANativeProgramWasBuilt) {
  Schedule schedule = example();
  schedule.further_files = {"b.c", "c.cpp"};
  schedule.compiler_flags = {"-std=c++17", "--compiler=clang"};
  schedule.arguments = {"-v", ""};
  EXPECT_EQ(parse_schedule(to_text(schedule), "s"), schedule);
}

TEST(Schedule, RecordsTheMainHandlerAndTheVerdictOfRobustness) {
  Schedule schedule = example();
  schedule.main = "user interface";
  schedule.verdict = "violated";
  EXPECT_EQ(parse_schedule(to_text(schedule), "s"), schedule);
  EXPECT_EQ(complaint_about(header + "main a\nmain b\nsteps 0\n"), "s:5: 'main' is given twice");
}

TEST(Schedule, SurvivesWritingAndReading) {
  EXPECT_EQ(parse_schedule(to_text(example()), "s"), example());
  EXPECT_EQ(parse_schedule(to_text(Schedule{}), "s"), Schedule{});
}

// Names of files, arguments and messages may contain anything without breaking the format.
TEST(Schedule, QuotesWhatWouldBeAmbiguous) {
  for (const std::string value : {"", " a", "a ", "\"a\"", "a\nb", "a\\b", "\\", "#", "\x7f\x01",
                                  "ü", "a\r", "steps 3", "\"", "a \"b"}) {
    SCOPED_TRACE(value);
    Schedule schedule = example();
    schedule.program = value;
    schedule.arguments = {value, value};
    EXPECT_EQ(parse_schedule(to_text(schedule), "s"), schedule);
  }
}

TEST(Schedule, SurvivesWritingAndReadingWhateverItSays) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto text = [&] {
      std::string result;
      for (std::uint32_t i = random.below(6); i > 0; --i)
        result +=
            random.one_in(2) ? static_cast<char>(random.below(256)) : "\\\" #\n"[random.below(5)];
      return result;
    };
    Schedule schedule = example();
    schedule.program = text();
    schedule.program_hash = text();
    schedule.defines = {text(), text()};
    schedule.arguments = {text()};
    schedule.error = text();
    schedule.max_steps = random.below(3);
    schedule.ends_at_error = random.one_in(2);
    for (ScheduleStep& step : schedule.steps.change()) step.comment = text();
    EXPECT_EQ(parse_schedule(to_text(schedule), "s"), schedule);
  }
}

// Comments are free text: a line break in one must not turn it into a step.
TEST(Schedule, KeepsCommentsOnTheirLine) {
  Schedule schedule = example();
  schedule.steps.change()[0].comment = "first\n0";
  const Schedule read = parse_schedule(to_text(schedule), "s");
  EXPECT_EQ(read.steps.size(), 4u);
  EXPECT_EQ(read.steps[0].comment, "first 0");
}

TEST(Schedule, ToleratesEmptyLinesCommentLinesAndCarriageReturns) {
  EXPECT_EQ(
      parse_schedule(
          "# mine\r\n\r\nmazurka-schedule 1\r\nprogram p\r\nhash 0\r\nsteps 1\r\n0.1 \r\n", "s")
          .steps[0]
          .task,
      "0.1");
}

TEST(Schedule, SaysWhereTheLivelockWasGivenUp) {
  const Schedule schedule = parse_schedule(header + "max-steps 7\nsteps 0\n", "s");
  EXPECT_EQ(schedule.max_steps, 7u);
}

TEST(Schedule, RefusesOtherFilesAndOtherFormats) {
  EXPECT_EQ(complaint_about(""), "s:1: this is not a schedule");
  EXPECT_EQ(complaint_about("var x;\n"), "s:1: this is not a schedule");
  EXPECT_EQ(complaint_about("mazurka-schedule 2\n"),
            "s:1: this version of mazurka cannot read 'mazurka-schedule 2'");
}

TEST(Schedule, RefusesWhatItDoesNotUnderstandAndSaysWhere) {
  EXPECT_EQ(complaint_about(header + "colour red\nsteps 0\n"), "s:4: unknown entry 'colour'");
  EXPECT_EQ(complaint_about(header + "error\nsteps 0\n"), "s:4: 'error' needs a value");
  EXPECT_EQ(complaint_about(header + "hash 1\nsteps 0\n"), "s:4: 'hash' is given twice");
  EXPECT_EQ(complaint_about(header + "steps many\n"), "s:4: 'many' is not a number");
  EXPECT_EQ(complaint_about(header + "steps 01\n"), "s:4: '01' is not a number");
  EXPECT_EQ(complaint_about(header + "max-steps -1\n"), "s:4: '-1' is not a number");
  EXPECT_EQ(complaint_about(header + "error \"open\n"), "s:4: the closing quote is missing");
  EXPECT_EQ(complaint_about(header + "error \"a\" b\n"),
            "s:4: something follows the closing quote");
  EXPECT_EQ(complaint_about(header + "error \"\\n\"\n"), "s:4: wrong escape in a quoted value");
}

TEST(Schedule, RefusesWhatIsNotAStep) {
  for (const std::string step : {"0.", "0..1", "01", "0:", "0:x", "0:1>2", "0>", "0>x", "0>1:2",
                                 "0 1", "4294967296", "0:4294967296", "0.-1", "0 x # y"}) {
    SCOPED_TRACE(step);
    EXPECT_TRUE(complaint_about(header + "steps 1\n" + step + "\n").ends_with("is not a step"))
        << complaint_about(header + "steps 1\n" + step + "\n");
  }
}

// A truncated file must not be accepted as a shorter schedule.
TEST(Schedule, RefusesAWrongNumberOfSteps) {
  EXPECT_EQ(complaint_about(header + "steps 2\n0\n"),
            "s:5: the schedule has 1 steps, but says that it has 2");
}

TEST(Schedule, RefusesAHeaderThatLacksSomething) {
  EXPECT_EQ(complaint_about("mazurka-schedule 1\nhash 0\nsteps 0\n"),
            "s:3: the schedule does not say of which program it is");
  EXPECT_EQ(complaint_about("mazurka-schedule 1\nprogram p\nsteps 0\n"),
            "s:3: the schedule has no hash of its program");
  EXPECT_EQ(complaint_about(header), "s:3: the schedule does not say how many steps it has");
}

}  // namespace
}  // namespace mazurka
