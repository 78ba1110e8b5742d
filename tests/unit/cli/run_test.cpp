// Tests the whole command on files in a temporary folder.
#include "cli/run.h"

#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "unit/cli/temporary_folder.h"

namespace mazurka::cli {
namespace {

using Json = nlohmann::json;

class Run : public testing::Test {
 protected:
  Run() {
    TemporaryFolder::write("safe.mzk", "var x;\nthread t { x = 1; }\nthread u { x = 2; }\n");
    TemporaryFolder::write("bad.mzk",
                           "const N = 1;\nvar x;\nthread t { x = N; assert x == 1; }\n"
                           "thread u { x = 2; assert x == 2; }\n");
  }

  int run(const std::vector<std::string>& arguments) {
    out_.str("");
    err_.str("");
    return cli::run(arguments, out_, err_);
  }
  std::string out() const { return out_.str(); }
  std::string err() const { return err_.str(); }
  bool printed(const std::string& text) const { return out().find(text) != std::string::npos; }

  TemporaryFolder folder_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(Run, GivesTheDocumentedExitStatus) {
  EXPECT_EQ(run({"check", "safe.mzk"}), 0);
  EXPECT_EQ(run({"check", "bad.mzk"}), 1);
  EXPECT_EQ(run({"check", "absent.mzk"}), 2);
  EXPECT_EQ(run({"check", "safe.mzk", "--max-executions", "1"}), 3);
}

// An error takes precedence over a bound that was reached after it.
TEST_F(Run, ReportsAnErrorEvenIfABoundCameLater) {
  EXPECT_EQ(run({"check", "bad.mzk", "--keep-going", "--max-executions", "3"}), 1);
}

TEST_F(Run, WritesOneSchedulePerErrorNamedAfterTheProgram) {
  EXPECT_EQ(run({"check", "bad.mzk", "--keep-going"}), 1);
  EXPECT_TRUE(TemporaryFolder::has("bad.schedule"));
  EXPECT_TRUE(TemporaryFolder::has("bad.2.schedule"));
  EXPECT_TRUE(printed("replay: mazurka replay bad.schedule\n"));
  EXPECT_TRUE(printed("replay: mazurka replay bad.2.schedule\n"));
}

TEST_F(Run, WritesSchedulesWhereItIsTold) {
  EXPECT_EQ(run({"check", "bad.mzk", "--keep-going", "--schedule", "other.schedule"}), 1);
  EXPECT_TRUE(TemporaryFolder::has("other.schedule"));
  EXPECT_TRUE(TemporaryFolder::has("other.2.schedule"));
  EXPECT_FALSE(TemporaryFolder::has("bad.schedule"));
}

// A user who did not ask for a schedule file still needs to see the error.
TEST_F(Run, ReportsAnErrorEvenIfItsScheduleCannotBeWritten) {
  std::filesystem::create_symlink("absent/file", "bad.schedule");
  EXPECT_EQ(run({"check", "bad.mzk"}), 1);
  EXPECT_NE(err().find("bad.schedule"), std::string::npos) << err();
  EXPECT_TRUE(printed("assertion failed"));
  EXPECT_EQ(run({"check", "bad.mzk", "--schedule", "bad.schedule"}), 2);
}

TEST_F(Run, ReplaysWhatItRecorded) {
  EXPECT_EQ(run({"check", "bad.mzk", "-D", "N=1"}), 1);
  EXPECT_EQ(run({"replay", "bad.schedule"}), 1);
  EXPECT_TRUE(printed("assertion failed"));
  EXPECT_TRUE(printed("the error occurs again\n"));
  EXPECT_EQ(err(), "");
}

// In an archive of errors, the program is stored next to its schedule.
TEST_F(Run, FindsTheProgramBesideTheSchedule) {
  EXPECT_EQ(run({"check", "bad.mzk"}), 1);
  std::filesystem::create_directory("sub");
  std::filesystem::current_path("sub");
  EXPECT_EQ(run({"replay", "../bad.schedule"}), 1) << err();
}

TEST_F(Run, RefusesToReplayAProgramThatHasChanged) {
  EXPECT_EQ(run({"check", "bad.mzk"}), 1);
  TemporaryFolder::write("bad.mzk", "const N = 2;\n");
  EXPECT_EQ(run({"replay", "bad.schedule"}), 2);
  EXPECT_NE(err().find("'bad.mzk' is not the program that this schedule was recorded with"),
            std::string::npos)
      << err();
}

TEST_F(Run, SaysIfAReplayShowsNoError) {
  EXPECT_EQ(run({"check", "--no-shorten", "bad.mzk"}), 1);
  std::string text = TemporaryFolder::read("bad.schedule");
  const std::size_t steps = text.find("\n\n") + 2;
  TemporaryFolder::write("bad.schedule", text.substr(0, steps) + "0\n0\n1\n1\n");
  EXPECT_EQ(run({"replay", "bad.schedule"}), 0) << err();
  EXPECT_TRUE(printed("replayed 4 steps: no error, although the schedule says: assertion failed"))
      << out();
}

TEST_F(Run, PrintsNothingButJsonIfJsonGoesToStandardOutput) {
  EXPECT_EQ(run({"check", "bad.mzk", "--json", "-"}), 1);
  const Json json = Json::parse(out());
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["program"], "bad.mzk");
  EXPECT_EQ(json["errors"][0]["schedule"], "bad.schedule");
}

TEST_F(Run, WritesJsonAlsoWhenItWasStopped) {
  EXPECT_EQ(run({"check", "safe.mzk", "--max-executions", "1", "--json", "r.json"}), 3);
  EXPECT_EQ(Json::parse(TemporaryFolder::read("r.json"))["bound"], "executions");
  EXPECT_TRUE(printed("no errors so far"));
}

// The result of a long exploration must not be lost because a disk is full.
TEST_F(Run, StillReportsWhenAFileCannotBeWritten) {
  EXPECT_EQ(run({"check", "bad.mzk", "--json", "/dev/full"}), 2);
  EXPECT_TRUE(printed("assertion failed"));
  EXPECT_EQ(err(), "mazurka: error: cannot write '/dev/full': No space left on device\n");
  EXPECT_EQ(run({"check", "bad.mzk", "--schedule", "/dev/full"}), 2);
  EXPECT_TRUE(printed("assertion failed"));
  EXPECT_FALSE(printed("replay:"));
}

// A missing folder is detected before the exploration starts.
TEST_F(Run, RefusesFilesThatHaveNoFolder) {
  for (const char* option :
       {"--json", "--html", "--dot", "--junit", "--schedule", "--checkpoint"}) {
    EXPECT_EQ(run({"check", "bad.mzk", option, "absent/r"}), 2);
    EXPECT_EQ(out(), "");
    EXPECT_EQ(err(), std::string("mazurka: error: ") + option +
                         " absent/r: there is no folder 'absent'\n  hint: create it first, or "
                         "choose another name for " +
                         option + "\n");
  }
}

TEST_F(Run, DoesNotOverwriteTheProgram) {
  const std::string before = TemporaryFolder::read("bad.mzk");
  EXPECT_EQ(run({"check", "bad.mzk", "--schedule", "./bad.mzk"}), 2);
  EXPECT_EQ(run({"check", "bad.mzk", "--json", "bad.mzk"}), 2);
  EXPECT_EQ(TemporaryFolder::read("bad.mzk"), before);
}

TEST_F(Run, ExplainsWhatIsWrongWithAFile) {
  const auto complaint = [&](const std::vector<std::string>& arguments) {
    EXPECT_EQ(run(arguments), 2);
    return err();
  };
  std::filesystem::create_directory("folder");
  TemporaryFolder::write("notes.txt", "");
  EXPECT_EQ(complaint({"check", "folder"}),
            "mazurka: error: there is no file trace.txt in the folder 'folder'\n"
            "  hint: a folder can only be checked if it holds a recorded trace\n");
  EXPECT_EQ(complaint({"check", "bad"}),
            "mazurka: error: 'bad' is not a program that mazurka can check\n"
            "  hint: did you mean 'bad.mzk'?\n");
  EXPECT_EQ(complaint({"check", "notes.txt"}),
            "mazurka: error: 'notes.txt' is not a program that mazurka can check\n"
            "  hint: a program is a model (.mzk), C or C++ sources, an executable built with "
            "'mazurka c++', "
            "or a folder with a recorded trace.txt\n");
  EXPECT_EQ(complaint({"check", "bad.mzk", "safe.mzk"}),
            "mazurka: error: a model is one file, but 'safe.mzk' follows 'bad.mzk'\n"
            "  hint: check the models separately\n");
  EXPECT_EQ(complaint({"check", "bad.mzk", "--", "x"}),
            "mazurka: error: a model takes no arguments, but 'x' follows '--'\n"
            "  hint: use -D NAME=VALUE to set a constant of a model\n");
}

TEST_F(Run, ExplainsWhatIsWrongWithADefine) {
  for (const char* define : {"N=", "N=x", "=3", "3=N", "N M=1", "N=99999999999999999999"}) {
    EXPECT_EQ(run({"check", "bad.mzk", "-D", define}), 2) << define;
    EXPECT_NE(err().find("hint: for example -D "), std::string::npos) << define;
  }
  EXPECT_EQ(run({"check", "bad.mzk", "-D", "M=1"}), 2);
}

// The message has the form "file:line:column: error: …", followed by the line with a caret and a
// hint.
TEST_F(Run, ShowsTheLineOfAModelThatIsWrong) {
  TemporaryFolder::write("wrong.mzk", "handler ui;\nthread t { post m to uo; }\nmessage m { }\n");
  EXPECT_EQ(run({"check", "wrong.mzk"}), 2);
  EXPECT_TRUE(err().starts_with("wrong.mzk:2:22: error: ")) << err();
  EXPECT_NE(err().find("\n    2 | thread t { post m to uo; }\n"), std::string::npos) << err();
  EXPECT_NE(err().find("\n  hint: "), std::string::npos) << err();
}

TEST_F(Run, ShowsHelpOnStandardOutput) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_TRUE(out().starts_with("usage: mazurka check"));
  EXPECT_EQ(err(), "");
}

}  // namespace
}  // namespace mazurka::cli
