#include "cli/command_line.h"

#include <gtest/gtest.h>

#include "core/user_error.h"

namespace mazurka::cli {
namespace {

using Words = std::vector<std::string>;

Command parsed(const Words& words) { return parse_command_line(words); }

CheckCommand check(Words words) {
  words.insert(words.begin(), "check");
  return std::get<CheckCommand>(parsed(words));
}

std::string complaint(const Words& words) {
  try {
    (void)parsed(words);
  } catch (const UserError& error) {
    return error.message + " | " + error.hint;
  }
  return "accepted";
}

TEST(CommandLine, HasTheDocumentedDefaults) {
  const CheckCommand command = check({"m.mzk"});
  EXPECT_EQ(command.program.files, Words{"m.mzk"});
  EXPECT_EQ(command.algorithm_options.order_seed, 0u);
  EXPECT_FALSE(command.keep_going);
  EXPECT_EQ(command.max_executions, 0u);
  EXPECT_EQ(command.timeout_seconds, 0);
  EXPECT_EQ(command.max_steps, 1'000'000u);
  EXPECT_EQ(command.progress, Progress::automatic);
  EXPECT_TRUE(command.outputs.json.empty());
}

TEST(CommandLine, UnderstandsAllOptionsBeforeAndAfterTheProgram) {
  const CheckCommand command = check({"--algorithm",
                                      "naive",
                                      "--handlers-as-locks",
                                      "--keep-going",
                                      "m.mzk",
                                      "--max-executions",
                                      "7",
                                      "--timeout",
                                      "2.5",
                                      "--max-steps=9",
                                      "--order",
                                      "3",
                                      "--json",
                                      "-",
                                      "--schedule",
                                      "s",
                                      "--stats",
                                      "--count-traces",
                                      "--progress",
                                      "off",
                                      "--verbose"});
  EXPECT_EQ(command.program.files, Words{"m.mzk"});
  EXPECT_EQ(command.algorithm, AlgorithmName::naive);
  EXPECT_TRUE(command.algorithm_options.naive.handlers_as_locks);
  EXPECT_TRUE(command.keep_going);
  EXPECT_EQ(command.max_executions, 7u);
  EXPECT_EQ(command.timeout_seconds, 2.5);
  EXPECT_EQ(command.max_steps, 9u);
  EXPECT_EQ(command.algorithm_options.order_seed, 3u);
  EXPECT_EQ(command.outputs.json, "-");
  EXPECT_EQ(command.schedule, "s");
  EXPECT_TRUE(command.statistics);
  EXPECT_TRUE(command.count_traces);
  EXPECT_EQ(command.progress, Progress::off);
  EXPECT_TRUE(command.verbose);
}

// A list option must not swallow the program that follows it.
TEST(CommandLine, TakesOneDefinePerOption) {
  const CheckCommand command = check({"-D", "N=3", "m.mzk", "-DM=4", "-D", "K"});
  EXPECT_EQ(command.program.defines, (Words{"N=3", "M=4", "K"}));
  EXPECT_EQ(command.program.files, Words{"m.mzk"});
}

TEST(CommandLine, LeavesWhatFollowsTwoDashesToTheProgram) {
  const CheckCommand command = check({"m.mzk", "--", "--json", "x"});
  EXPECT_EQ(command.program.arguments, (Words{"--json", "x"}));
  EXPECT_TRUE(command.outputs.json.empty());
}

TEST(CommandLine, LetsTheLastOfTwoEqualOptionsCount) {
  EXPECT_EQ(check({"m.mzk", "--timeout", "1", "--timeout", "2"}).timeout_seconds, 2);
}

// Compiler options for C and C++ sources may be anywhere, and each one becomes one word for the
// compiler.
TEST(CommandLine, CollectsTheOptionsOfTheCompiler) {
  const CheckCommand command = check({"-I", "include", "a.cpp", "-std=c++17", "b.c", "-O1", "-lm",
                                      "--compiler", "clang", "-DN=3", "--", "-O2"});
  EXPECT_EQ(command.program.files, (Words{"a.cpp", "b.c"}));
  EXPECT_EQ(command.program.compiler_flags,
            (Words{"-Iinclude", "-std=c++17", "-O1", "-lm", "--compiler=clang"}));
  EXPECT_EQ(command.program.defines, Words{"N=3"});
  EXPECT_EQ(command.program.arguments, Words{"-O2"});
}

// Everything after the name of the compiler is passed on, even words that look like Mazurka's
// options.
TEST(CommandLine, LeavesEverythingBehindTheNameOfACompilerToIt) {
  const auto command =
      std::get<CompilerCommand>(parsed({"c++", "-c", "a.cpp", "--version", "--", "--timeout"}));
  EXPECT_EQ(command.language, Language::cxx);
  EXPECT_EQ(command.arguments, (Words{"-c", "a.cpp", "--version", "--", "--timeout"}));
  EXPECT_EQ(std::get<CompilerCommand>(parsed({"cc"})).language, Language::c);
  EXPECT_NE(std::get<PrintCommand>(parsed({"cc", "--help"})).text.find("--compiler=NAME"),
            std::string::npos);
}

TEST(CommandLine, UnderstandsReplay) {
  const auto command =
      std::get<ReplayCommand>(parsed({"replay", "m.schedule", "--program", "p.mzk"}));
  EXPECT_EQ(command.schedule, "m.schedule");
  EXPECT_EQ(command.program, "p.mzk");
}

TEST(CommandLine, PrintsItsVersion) {
  EXPECT_EQ(std::get<PrintCommand>(parsed({"--version"})).text, "mazurka " MAZURKA_VERSION "\n");
}

// Checks each promised option: an option that is missing from the help does not exist for users.
TEST(CommandLine, DescribesEveryOptionInItsHelp) {
  const std::string help = std::get<PrintCommand>(parsed({"check", "--help"})).text;
  for (const char* option :
       {"--algorithm NAME", "-D NAME[=VALUE]", "--keep-going", "--max-executions N",
        "--timeout SECONDS", "--max-steps N", "--watchdog SECONDS", "--order SEED", "--json FILE",
        "--schedule FILE", "--stats", "--count-traces", "--progress auto|on|off",
        "--handlers-as-locks", "--no-shorten", "--verbose"})
    EXPECT_NE(help.find(option), std::string::npos) << option;
  for (const std::string_view name : algorithm_names())
    EXPECT_NE(help.find(name), std::string::npos) << name;
  EXPECT_NE(std::get<PrintCommand>(parsed({"--help"})).text.find("replay"), std::string::npos);
  EXPECT_NE(std::get<PrintCommand>(parsed({"replay", "-h"})).text.find("--program FILE"),
            std::string::npos);
}

TEST(CommandLine, OneOutputAtMostGoesToStandardOutput) {
  const CheckCommand command = check({"m.mzk", "--json", "j", "--html", "-", "--dot", "d"});
  EXPECT_EQ(command.outputs.html, "-");
  EXPECT_EQ(command.outputs.dot, "d");
  EXPECT_TRUE(command.outputs.take_standard_output());
  EXPECT_EQ(complaint({"replay", "--html", "-", "--dot", "-", "m.schedule"}),
            "only one of --json, --html, --dot and --junit can go to standard output | write the "
            "others to files");
}

TEST(CommandLine, SuggestsTheOptionThatWasMeant) {
  EXPECT_EQ(complaint({"check", "--algoritm", "naive", "m.mzk"}),
            "unknown option '--algoritm' | did you mean '--algorithm'?");
  EXPECT_EQ(complaint({"check", "--keepgoing", "m.mzk"}),
            "unknown option '--keepgoing' | did you mean '--keep-going'?");
  EXPECT_EQ(complaint({"check", "--pdf", "x", "m.mzk"}),
            "unknown option '--pdf' | 'mazurka check --help' lists the options");
}

TEST(CommandLine, RobustTakesItsOptionsAndThoseOfTheCompiler) {
  const Words words = {"robust",      "--method",   "sequential", "--main",   "ui",
                       "--conflicts", "-D",         "N=2",        "-Ifolder", "--timeout",
                       "2",           "a.cpp",      "b.cpp",      "--json",   "-",
                       "--schedule",  "s.schedule", "--progress", "off",      "--max-executions",
                       "3",           "--",         "argument"};
  const auto command = std::get<RobustCommand>(parsed(words));
  EXPECT_EQ(command.method, RobustMethod::sequential);
  EXPECT_EQ(command.main, "ui");
  EXPECT_TRUE(command.conflicts);
  EXPECT_EQ(command.program.files, (Words{"a.cpp", "b.cpp"}));
  EXPECT_EQ(command.program.defines, Words{"N=2"});
  EXPECT_EQ(command.program.compiler_flags, Words{"-Ifolder"});
  EXPECT_EQ(command.program.arguments, Words{"argument"});
  EXPECT_EQ(command.timeout_seconds, 2);
  EXPECT_EQ(command.max_executions, 3u);
  EXPECT_EQ(command.outputs.json, "-");
  EXPECT_EQ(command.schedule, "s.schedule");
  EXPECT_EQ(command.progress, Progress::off);
  EXPECT_EQ(complaint({"robust", "--method", "guess", "m.mzk"}),
            "--method needs explore or sequential, not 'guess' | ");
}

TEST(CommandLine, SuggestsTheCommandThatWasMeant) {
  EXPECT_EQ(complaint({"m.mzk"}), "'m.mzk' is not a command | did you mean 'mazurka check m.mzk'?");
  EXPECT_EQ(complaint({"m.schedule"}),
            "'m.schedule' is not a command | did you mean 'mazurka replay m.schedule'?");
  EXPECT_EQ(complaint({"verify"}),
            "'verify' is not a command | the commands are 'check', 'worker', 'replay', 'robust', "
            "'estimate', "
            "'cc' and 'c++'");
  EXPECT_EQ(complaint({}), "no command given | try 'mazurka check PROGRAM' or 'mazurka --help'");
}

TEST(CommandLine, RefusesValuesThatMakeNoSense) {
  for (const Words& words :
       {Words{"--max-executions", "0"}, Words{"--max-executions", "-1"},
        Words{"--max-executions", "many"}, Words{"--max-executions", "1x"}, Words{"--timeout", "0"},
        Words{"--timeout", "nan"}, Words{"--timeout", "inf"}, Words{"--timeout", "1s"},
        Words{"--max-steps", "0"}, Words{"--watchdog", "-1"}, Words{"--order", "x"},
        Words{"--progress", "maybe"}, Words{"--algorithm", "magic"}, Words{"--timeout"},
        Words{"-D"}}) {
    Words all = {"check", "m.mzk"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_NE(complaint(all), "accepted") << words.front();
  }
}

TEST(CommandLine, RefusesHandlersAsLocksExceptForNaive) {
  EXPECT_TRUE(complaint({"check", "--handlers-as-locks", "--algorithm", "dpor", "m.mzk"})
                  .starts_with("--handlers-as-locks works only with --algorithm naive"));
}

TEST(CommandLine, UnderstandsTheChoicesOfEm) {
  const CheckCommand command =
      check({"--algorithm", "em", "--every-operation", "--em-first", "same-thread", "--em-next",
             "oldest", "--em-target", "all", "--em-reuse", "off", "--em-reads", "off", "--em-locks",
             "off", "traces"});
  const EmDporChoices& choices = command.algorithm_options.em;
  EXPECT_TRUE(command.program.every_operation);
  EXPECT_EQ(choices.first, EmDporChoices::First::same_thread);
  EXPECT_EQ(choices.next, EmDporChoices::Next::oldest);
  EXPECT_EQ(choices.target, EmDporChoices::Target::all);
  EXPECT_FALSE(choices.reuse);
  EXPECT_FALSE(choices.reads_independent);
  EXPECT_FALSE(choices.same_thread_locks_independent);
  EXPECT_EQ(
      complaint({"check", "--em-first", "any", "--algorithm", "em", "m.mzk"}),
      "--em-first needs as-recorded, same-thread, lowest, highest or in-source, not 'any' | ");
  EXPECT_EQ(complaint({"check", "--em-next", "oldest", "m.mzk"}),
            "--em-next works only with --algorithm em | ");
  EXPECT_TRUE(complaint({"check", "--every-operation", "m.mzk"})
                  .starts_with("--every-operation works only with --algorithm em and dpor"));
  EXPECT_TRUE(complaint({"check", "--random", "5", "--every-operation", "m.mzk"})
                  .starts_with("--every-operation cannot be combined with --random"));
}

TEST(CommandLine, TakesSleepSetsAwayFromDporOnly) {
  EXPECT_TRUE(check({"--algorithm", "dpor", "m.mzk"}).algorithm_options.sleep_sets);
  EXPECT_FALSE(
      check({"--algorithm", "dpor", "--no-sleep-sets", "m.mzk"}).algorithm_options.sleep_sets);
  EXPECT_TRUE(check({"--algorithm", "dpor", "--no-sleep-sets", "m.mzk"}).count_traces);
  EXPECT_TRUE(complaint({"check", "--no-sleep-sets", "m.mzk"})
                  .starts_with("--no-sleep-sets works only with --algorithm dpor"));
  EXPECT_TRUE(complaint({"check", "--no-sleep-sets", "--random", "5", "m.mzk"})
                  .starts_with("--no-sleep-sets cannot be combined with --random"));
}

// An option that is given explicitly is refused even if its value is the default.
TEST(CommandLine, RefusesPartsOfASampleWithoutOne) {
  for (const Words& words :
       {Words{"--strategy", "pos"}, Words{"--seed", "1"}, Words{"--depth", "3"}}) {
    EXPECT_EQ(complaint({"check", "m.mzk", words[0], words[1]}),
              words[0] + " works only with --random | for example --random 1000");
  }
  EXPECT_EQ(complaint({"check", "m.mzk", "--random", "9", "--depth", "3"}),
            "--depth works only with --strategy pct | add --strategy pct");
  EXPECT_EQ(complaint({"check", "m.mzk", "--random", "9", "--resume", "c"}),
            "--resume cannot be combined with --random | a random sample has no checkpoints; use "
            "another --seed for other executions");
}

TEST(CommandLine, RemembersWhichOptionsAreForNativeProgramsOnly) {
  EXPECT_EQ(check({"m.mzk", "--watchdog", "10", "--spurious"}).program.native_options,
            (Words{"--spurious", "--watchdog"}));
  EXPECT_EQ(check({"m.mzk"}).program.native_options, Words{});
  const auto estimate =
      std::get<CheckCommand>(parsed({"estimate", "a.cpp", "--unroll", "3", "--main-exits"}));
  EXPECT_EQ(estimate.program.run.unroll, 3u);
  EXPECT_TRUE(estimate.program.run.main_exits);
}

// It was an option once. Scripts may still use it.
TEST(CommandLine, AcceptsIsolateForAllPrograms) {
  EXPECT_TRUE(check({"m.mzk", "--isolate"}).isolate);
  EXPECT_EQ(check({"m.mzk", "--isolate"}).program.native_options, Words{});
}

TEST(CommandLine, ReadsSizesOfMemory) {
  EXPECT_EQ(check({"m.mzk"}).max_memory, std::nullopt);
  EXPECT_EQ(check({"m.mzk", "--max-memory", "1000"}).max_memory, 1000u);
  EXPECT_EQ(check({"m.mzk", "--max-memory", "64K"}).max_memory, 65536u);
  EXPECT_EQ(check({"m.mzk", "--max-memory", "3G"}).max_memory, std::uint64_t{3} << 30);
  for (const std::string wrong : {"G", "-1", "1.5G", "5X", "5GG", "99999999999T"})
    EXPECT_EQ(complaint({"check", "m.mzk", "--max-memory=" + wrong}),
              "--max-memory needs a size such as 500M or 8G, not '" + wrong + "' | ");
}

TEST(CommandLine, ListsOfValuesAreSeparatedByCommas) {
  const native::RunOptions run =
      check({"a.c", "--nondet", "-1,0,7,0", "--trust", "libglib-2.0,gio-2.0"}).program.run;
  EXPECT_EQ(run.nondet, (std::vector<std::int64_t>{-1, 0, 7}));  // each value once
  EXPECT_EQ(run.trusted, (std::vector<std::string>{"libglib-2.0", "gio-2.0"}));
  for (const std::string wrong : {",", "1,,2", "1,x", "0.5"})
    EXPECT_EQ(complaint({"check", "a.c", "--nondet=" + wrong}),
              "--nondet needs whole numbers that are separated by commas, such as -1,0,1, not '" +
                  wrong + "' | ");
  EXPECT_EQ(complaint({"check", "a.c", "--trust", "libx,"}),
            "--trust needs names that are separated by commas, not 'libx,' | ");
}

// A schedule keeps the options that change which executions a program has.
TEST(CommandLine, RunOptionsSurviveASchedule) {
  native::RunOptions run;
  run.trusted = {"libglib-2.0"};
  run.nondet = {-1, 3};
  EXPECT_EQ(run.to_text(), "trust=libglib-2.0 nondet=-1 nondet=3");
  native::RunOptions again;
  for (const char* const word : {"trust=libglib-2.0", "nondet=-1", "nondet=3"}) again.add(word);
  EXPECT_EQ(again, run);
}

// If the number of executions is given, the estimate does not depend on the speed of the machine.
TEST(CommandLine, BoundsEstimatesByTimeOnlyIfNoNumberOfExecutionsIsGiven) {
  const auto bounds = [](const Words& options) {
    Words words{"estimate", "m.mzk"};
    words.insert(words.end(), options.begin(), options.end());
    const auto command = std::get<CheckCommand>(parsed(words));
    return std::pair(command.max_executions, command.timeout_seconds);
  };
  EXPECT_EQ(bounds({}), std::pair(std::uint64_t{20'000}, 5.0));
  EXPECT_EQ(bounds({"--max-executions", "100"}), std::pair(std::uint64_t{100}, 0.0));
  EXPECT_EQ(bounds({"--timeout", "2"}), std::pair(std::uint64_t{0}, 2.0));
}

TEST(CommandLine, SaysWhoseOptionItIs) {
  EXPECT_EQ(complaint({"robust", "--keep-going", "m.mzk"}),
            "'--keep-going' is an option of 'mazurka check' | 'mazurka robust --help' lists the "
            "options");
}

TEST(CommandLine, SaysWhatWasTakenForTheProgram) {
  EXPECT_EQ(complaint({"check", "--json", "m.mzk"}),
            "no program given | 'm.mzk' was read as the FILE of --json");
}

TEST(CommandLine, ContinuesWritingToTheCheckpointThatItResumes) {
  EXPECT_EQ(check({"--resume", "a", "m.mzk"}).checkpoint, "a");
  EXPECT_EQ(check({"--resume", "a", "--checkpoint", "b", "m.mzk"}).checkpoint, "b");
}

TEST(CommandLine, TakesThePartsOfASample) {
  const CheckCommand command =
      check({"--random", "50", "--strategy", "pct", "--seed", "9", "--depth", "2", "m.mzk"});
  const RandomOptions& random = command.algorithm_options.random;
  EXPECT_EQ(random.executions, 50u);
  EXPECT_EQ(random.strategy, RandomStrategy::pct);
  EXPECT_EQ(random.seed, 9u);
  EXPECT_EQ(random.depth, 2u);
}

TEST(CommandLine, NamesTheAlgorithmsIfOneIsUnknown) {
  const std::string text = complaint({"check", "--algorithm", "magic", "m.mzk"});
  EXPECT_TRUE(text.starts_with("there is no algorithm 'magic' | the algorithms are ")) << text;
  EXPECT_NE(text.find("optimal, source, dpor, event-paper, em, naive"), std::string::npos) << text;
}

TEST(CommandLine, WorkersJoinWithAUrl) {
  const auto worker = std::get<CheckCommand>(
      parsed({"worker", "--jobs", "3", "redis://h/x", "a.c", "-O1", "--", "b"}));
  EXPECT_TRUE(worker.joins);
  EXPECT_TRUE(worker.keep_going);  // the process that leads says when to stop
  EXPECT_EQ(worker.cluster, "redis://h/x");
  EXPECT_EQ(worker.jobs, 3u);
  EXPECT_EQ(worker.program.files, Words{"a.c"});
  EXPECT_EQ(worker.program.arguments, Words{"b"});
  EXPECT_NE(complaint({"worker"}).find("no URL given"), std::string::npos);
  EXPECT_NE(complaint({"worker", "redis://h/x"}).find("no program given"), std::string::npos);
  const CheckCommand command = check({"--cluster", "redis://h/x", "a.c"});
  EXPECT_FALSE(command.joins);
  EXPECT_EQ(command.cluster, "redis://h/x");
}

}  // namespace
}  // namespace mazurka::cli
