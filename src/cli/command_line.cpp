#include "cli/command_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/help.h"
#include "core/user_error.h"
#include "explore/algorithm/random.h"

namespace mazurka::cli {

namespace {

const std::string usage_of_all =
    "usage: mazurka check  [options] PROGRAM... [-- arguments of the program]\n"
    "       mazurka replay [options] FILE.schedule\n"
    "       mazurka robust [options] PROGRAM... [-- arguments of the program]\n"
    "       mazurka estimate [options] PROGRAM... [-- arguments of the program]\n"
    "       mazurka cc | c++ [arguments of the compiler]";
const std::string usage_of_check =
    "usage: mazurka check [options] PROGRAM... [-- arguments of the program]";
const std::string usage_of_replay = "usage: mazurka replay [options] FILE.schedule";
const std::string usage_of_robust =
    "usage: mazurka robust [options] PROGRAM... [-- arguments of the program]";

const std::string usage_of_estimate =
    "usage: mazurka estimate [options] PROGRAM... [-- arguments of the program]";

const std::string help_of_compilers =
    "usage: mazurka cc | c++ [--compiler=NAME] [arguments of the compiler]\n"
    "\n"
    "The compiler for programs that 'mazurka check ./program' shall check: takes the arguments of "
    "gcc\n"
    "and clang, adds what checking needs, and leaves out what cannot work (-static, -flto,\n"
    "-fsanitize=). With CMake: CC=\"mazurka cc\" CXX=\"mazurka c++\" cmake ...\n"
    "\n"
    "Accesses to memory are those of the source with -O0 (the default) and with -O1 of gcc; at "
    "higher\n"
    "levels the compiler may merge and remove some.\n"
    "\n"
    "  --compiler=NAME         gcc or clang, also with a version or a path (gcc)\n"
    "\n"
    "Environment: MAZURKA_CC, MAZURKA_CXX name the compilers if --compiler does not.\n";

const std::string exit_status =
    "Exit status:\n"
    "  0   nothing wrong, everything explored\n"
    "  1   an error was found\n"
    "  2   the command or its input was wrong\n"
    "  3   nothing found, but a bound or Ctrl-C stopped the exploration";

const std::string what_programs_are =
    "PROGRAM is a model (FILE.mzk), C or C++ sources, or an executable that was built with\n"
    "'mazurka cc' or 'mazurka c++'. For sources, the compiler also gets -I, -U, -L, -l, -std=, -O\n"
    "(without them: C++20 and -O0).";

// --- Values of options --------------------------------------------------------------------------

[[noreturn]] void wrong_value(const std::string& option, const std::string& text,
                              const std::string& expected) {
  throw UserError("", option + " needs " + expected + ", not '" + text + "'");
}

std::uint64_t whole_number(const std::string& option, const std::string& text,
                           std::uint64_t least) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < least)
    wrong_value(option, text, least > 0 ? "a whole number above 0" : "a whole number");
  return value;
}

double seconds(const std::string& option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value) || value <= 0)
    wrong_value(option, text, "a number of seconds above 0");
  return value;
}

std::string list_of_algorithms() {
  std::string list;
  for (const std::string_view name : algorithm_names())
    list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

AlgorithmName algorithm(const std::string& text) {
  const auto name = algorithm_named(text);
  if (!name)
    throw UserError("", "there is no algorithm '" + text + "'",
                    "the algorithms are " + list_of_algorithms());
  return *name;
}

std::uint32_t small_number(const std::string& option, const std::string& text,
                           std::uint64_t least) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(whole_number(option, text, least), 1'000'000'000));
}

RandomStrategy strategy(const std::string& text) {
  const auto named = strategy_named(text);
  if (!named) wrong_value("--strategy", text, "pos, pct or uniform");
  return *named;
}

RobustMethod method(const std::string& text) {
  if (text == "explore") return RobustMethod::explore;
  if (text != "sequential") wrong_value("--method", text, "explore or sequential");
  return RobustMethod::sequential;
}

Progress progress(const std::string& text) {
  if (text == "auto") return Progress::automatic;
  if (text == "on") return Progress::on;
  if (text != "off") wrong_value("--progress", text, "auto, on or off");
  return Progress::off;
}

// --- The options of each command ----------------------------------------------------------------

using Text = const std::string&;

// If it is given twice, the last one counts.
void add(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
         const std::function<void(Text)>& set) {
  app.add_option_function<std::string>(name, set, text)->type_name(value)->take_last();
}

void add_json(CLI::App& app, std::string& file) {
  add(app, "--json", "FILE", "Writes the result as JSON; - is standard output",
      [&](Text text) { file = text; });
}

void add_outputs(CLI::App& app, OutputFiles& files) {
  add_json(app, files.json);
  add(app, "--html", "FILE", "Writes the result as a page for the browser; - is standard output",
      [&](Text text) { files.html = text; });
  add(app, "--dot", "FILE",
      "Writes the happens-before graphs of the errors for Graphviz; - is standard output",
      [&](Text text) { files.dot = text; });
}

void require_one_standard_output(const OutputFiles& files) {
  if ((files.json == "-") + (files.html == "-") + (files.dot == "-") + (files.junit == "-") > 1)
    throw UserError("", "only one of --json, --html, --dot and --junit can go to standard output",
                    "give the others the name of a file");
}

void add_schedule(CLI::App& app, std::string& file) {
  add(app, "--schedule", "FILE",
      "Where to write the schedule of the first error (the program's name, .schedule; further "
      "errors get .2.schedule and so on)",
      [&](Text text) { file = text; });
}

void add_progress(CLI::App& app, Progress& shown) {
  add(app, "--progress", "auto|on|off", "A line on the terminal that shows how far it is (auto)",
      [&](Text text) { shown = progress(text); });
}

void add_help(CLI::App& app) {
  app.set_help_flag("");
  app.add_flag("-h,--help")->description("Shows this text");
}

// What check and estimate have in common: the program, and how to explore it.
void add_program(CLI::App& app, CheckCommand& command, const std::string& how) {
  add_help(app);
  app.add_option("PROGRAM", command.program.files)->type_name("");
  add(app, "--algorithm", "NAME",
      how + list_of_algorithms() + " (" + std::string(name_of(command.algorithm)) + ")",
      [&](Text text) { command.algorithm = algorithm(text); });
  app.add_option("-D", command.program.defines,
                 "Sets a constant of a model, a macro of C and C++ (without VALUE: to 1)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  add(app, "--compiler", "NAME", "For sources: gcc or clang, also with a version or a path (gcc)",
      [&](Text text) { command.program.compiler_flags.push_back("--compiler=" + text); });
}

void add_check(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand("check", "Explores all executions of a program.");
  app.footer(what_programs_are + "\n\n" + exit_status);
  add_program(app, command, "How to explore: ");
  app.add_flag("--keep-going", command.keep_going,
               "Explores everything although errors were found (stops at the first error)");
  add(app, "--max-executions", "N", "Stops after so many executions",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add(app, "--timeout", "SECONDS", "Stops after this time",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
  add(app, "--max-steps", "N", "An execution with more steps is an error, a livelock (1000000)",
      [&](Text text) { command.max_steps = whole_number("--max-steps", text, 1); });
  add(app, "--unroll", "N",
      "C and C++: stops a task that comes to the same place more often, in a loop; what follows is "
      "then unexplored",
      [&](Text text) {
        command.program.run.unroll = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(whole_number("--unroll", text, 1), 0xffffffff));
      });
  app.add_flag(
      "--spurious", command.program.run.spurious,
      "C and C++: a wait on a condition variable can also end without a signal (as long as "
      "that leads to something new)");
  app.add_flag(
      "--main-exits", command.program.run.main_exits,
      "C and C++: the return of main ends the program; who still waits then is no deadlock");
  app.add_flag("--isolate", command.isolate,
               "Explores in a process of its own: if that dies (not by a crash that is caught "
               "anyway), its last execution is reported");
  add(app, "--watchdog", "SECONDS",
      "A C or C++ task that computes for so long without a visible operation is a livelock; 0 is "
      "never (10)",
      [&](Text text) {
        command.program.run.watchdog_seconds = text == "0" ? 0 : seconds("--watchdog", text);
      });
  add(app, "--random", "N", "Runs so many random executions instead of exploring all",
      [&](Text text) {
        command.algorithm_options.random.executions = whole_number("--random", text, 1);
      });
  add(app, "--strategy", "NAME",
      "Of --random: pos (samples orders of conflicting steps), pct (random priorities, few "
      "changes), "
      "uniform (pos)",
      [&](Text text) { command.algorithm_options.random.strategy = strategy(text); });
  add(app, "--seed", "S", "Of --random: other seeds give other executions (1)",
      [&](Text text) { command.algorithm_options.random.seed = whole_number("--seed", text, 0); });
  add(app, "--depth", "D", "Of --strategy pct: how many steps must come in a certain order (3)",
      [&](Text text) {
        command.algorithm_options.random.depth = small_number("--depth", text, 1);
      });
  add(app, "--preemptions", "N",
      "Only for naive: leaves out executions in which a task that could go on is interrupted more "
      "often",
      [&](Text text) {
        command.algorithm_options.preemptions = small_number("--preemptions", text, 0);
      });
  add(app, "--checkpoint", "FILE",
      "Writes now and then, and when a bound or Ctrl-C stops it, what is needed to go on",
      [&](Text text) { command.checkpoint = text; });
  add(app, "--resume", "FILE",
      "Goes on from there; further checkpoints go to the same file, unless --checkpoint says "
      "otherwise",
      [&](Text text) { command.resume = text; });
  add(app, "--order", "SEED", "Shuffles the free choices of the exploration; 0 does not (0)",
      [&](Text text) { command.algorithm_options.order_seed = whole_number("--order", text, 0); });
  add_outputs(app, command.outputs);
  add(app, "--junit", "FILE", "Writes the result as JUnit XML, for CI; - is standard output",
      [&](Text text) { command.outputs.junit = text; });
  app.add_flag("--allow-incomplete", command.allow_incomplete,
               "Exit status 0 instead of 3 if a bound stopped the exploration");
  add_schedule(app, command.schedule);
  app.add_flag("--stats", command.statistics, "Shows the counts of the inner workings");
  app.add_flag("--rerun", command.rerun,
               "Then runs all executions again without analysis, and shows what each way cost");
  app.add_flag("--count-traces", command.count_traces,
               "Also counts distinct traces (checks optimality; costs memory)");
  app.add_flag(
      "--handlers-as-locks", command.algorithm_options.handlers_as_locks,
      "Only for naive: the messages of a handler are ordered, as for the thread algorithms");
  add_progress(app, command.progress);
  app.add_flag(
      "--no-shorten", command.no_shorten,
      "Shows the execution that was found first; else a simpler one with the same error is "
      "looked for");
  app.add_flag("-v,--verbose", command.verbose, "Shows all steps of all errors");
}

void add_replay(CLI::App& all, ReplayCommand& command) {
  CLI::App& app = *all.add_subcommand("replay", "Runs one recorded execution again and shows it.");
  app.footer("Exit status: 1 if the error occurs again, 0 if not, 2 if the schedule does not fit.");
  add_help(app);
  app.add_option("SCHEDULE", command.schedule)->type_name("");
  add(app, "--program", "FILE", "Where the program is now (as the schedule says)",
      [&](Text text) { command.program = text; });
  app.add_flag("--gdb", command.gdb,
               "C and C++: opens gdb where the error happens; 'mz' there goes from step to step");
  add_outputs(app, command.outputs);
  app.add_flag("-v,--verbose", command.verbose, "Shows all steps");
}

void add_robust(CLI::App& all, RobustCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "robust", "Says whether it matters that the events of a program run concurrently.");
  app.footer(what_programs_are +
             "\n\n"
             "Exit status:\n"
             "  0   robust: no state that only concurrency reaches\n"
             "  1   not robust\n"
             "  2   the command or its input was wrong\n"
             "  3   a bound or Ctrl-C came before it was decided");
  add_help(app);
  app.add_option("PROGRAM", command.program.files)->type_name("");
  add(app, "--method", "NAME",
      "How to look for conflicts: explore (all executions), or sequential (events one after the "
      "other, one action delayed) (explore)",
      [&](Text text) { command.method = method(text); });
  add(app, "--main", "NAME", "The handler whose messages are events (the first one)",
      [&](Text text) { command.main = text; });
  app.add_flag("--conflicts", command.conflicts, "Shows conflicts that make no difference, too");
  app.add_option("-D", command.program.defines,
                 "Sets a constant of a model, a macro of C and C++ (without VALUE: to 1)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  add(app, "--compiler", "NAME", "For sources: gcc or clang, also with a version or a path (gcc)",
      [&](Text text) { command.program.compiler_flags.push_back("--compiler=" + text); });
  add(app, "--max-executions", "N", "Stops after so many executions",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add(app, "--timeout", "SECONDS", "Stops after this time",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
  add(app, "--max-steps", "N", "Stops at an execution with more steps (1000000)",
      [&](Text text) { command.max_steps = whole_number("--max-steps", text, 1); });
  add_outputs(app, command.outputs);
  add_schedule(app, command.schedule);
  add_progress(app, command.progress);
}

void add_estimate(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "estimate", "Says how many executions 'check' would take, and how long, judged by a few.");
  app.footer(what_programs_are);
  add_program(app, command, "As for check: ");
  command.timeout_seconds = 5;
  add(app, "--timeout", "SECONDS", "How long to look (5)",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
}

// --- Parsing ------------------------------------------------------------------------------------

class Parser {
 public:
  Parser() {
    app_.description("Checks event-driven multi-threaded programs in all their executions.");
    app_.footer("mazurka COMMAND --help shows the options of a command.");
    add_help(app_);
    app_.add_flag("--version")->description("Shows the version");
    add_check(app_, check_);
    add_replay(app_, replay_);
    add_robust(app_, robust_);
    add_estimate(app_, estimate_);
    app_.add_subcommand("cc", "Compiles and links C for checking; takes what gcc takes.");
    app_.add_subcommand("c++", "The same for C++.");
  }

  // CLI11 wants its arguments backwards.
  [[nodiscard]] Command parse(std::vector<std::string> arguments, std::vector<std::string> rest) {
    if (!arguments.empty() && (arguments.front() == "check" || arguments.front() == "robust" ||
                               arguments.front() == "estimate"))
      take_compiler_flags(arguments);
    std::ranges::reverse(arguments);
    try {
      app_.parse(arguments);
    } catch (const CLI::ExtrasError&) {
      if (!wants_help()) complain_about(app_.remaining(true).front());
    } catch (const CLI::ArgumentMismatch& error) {
      // "--timeout: 1 required SECONDS missing"
      const std::string what = error.what();
      if (!wants_help())
        throw UserError("", what.substr(0, what.find(':')) + " needs a value", see_help());
    } catch (const CLI::ParseError& error) {
      if (!wants_help()) throw UserError("", error.what(), see_help());
    }
    if (wants_help()) return PrintCommand{help_text(*command(), usage())};
    if (app_.count("--version") > 0) return PrintCommand{"mazurka " MAZURKA_VERSION "\n"};
    if (app_.got_subcommand("check")) return finished_check(std::move(rest));
    if (app_.got_subcommand("replay")) return finished_replay(rest);
    if (app_.got_subcommand("estimate")) return finished_estimate(std::move(rest));
    if (app_.got_subcommand("robust")) return finished_robust(std::move(rest));
    throw UserError("", "no command given", "try 'mazurka check PROGRAM' or 'mazurka --help'");
  }

 private:
  // -I, -std= and their kin are no options as CLI11 knows them.
  void take_compiler_flags(std::vector<std::string>& arguments) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      const bool takes_value = word == "-I" || word == "-U" || word == "-L" || word == "-l";
      if (takes_value && i + 1 < arguments.size()) {
        compiler_flags_.push_back(word + arguments[++i]);
      } else if (is_compiler_flag(word)) {
        compiler_flags_.push_back(word);
      } else {
        others.push_back(word);
      }
    }
    arguments = std::move(others);
  }

  static bool is_compiler_flag(const std::string& word) {
    if (word.starts_with("-std=") || word.starts_with("-O")) return true;
    return word.size() > 2 && (word.starts_with("-I") || word.starts_with("-U") ||
                               word.starts_with("-L") || word.starts_with("-l"));
  }

  [[nodiscard]] const CLI::App* command() const {
    const auto chosen = app_.get_subcommands();
    return chosen.empty() ? &app_ : chosen.front();
  }

  [[nodiscard]] bool wants_help() const {
    return app_.count("--help") > 0 || command()->count("--help") > 0;
  }

  [[nodiscard]] const std::string& usage() const {
    if (command() == &app_) return usage_of_all;
    if (command()->get_name() == "robust") return usage_of_robust;
    if (command()->get_name() == "estimate") return usage_of_estimate;
    return command()->get_name() == "check" ? usage_of_check : usage_of_replay;
  }

  [[nodiscard]] std::string see_help() const {
    const std::string name = command() == &app_ ? "" : command()->get_name() + " ";
    return "'mazurka " + name + "--help' shows the options";
  }

  [[noreturn]] void complain_about(const std::string& extra) const {
    if (!extra.starts_with('-')) complain_about_word(extra);
    const std::string similar = similar_option(*command(), extra);
    throw UserError("", "unknown option '" + extra + "'",
                    similar.empty() ? see_help() : "did you mean '" + similar + "'?");
  }

  [[noreturn]] void complain_about_word(const std::string& word) const {
    if (command() != &app_)
      throw UserError("", "'" + word + "' is one argument too many", see_help());
    if (word.find('.') != std::string::npos)
      throw UserError("", "'" + word + "' is not a command",
                      std::string("did you mean 'mazurka ") +
                          (word.ends_with(".schedule") ? "replay " : "check ") + word + "'?");
    throw UserError("", "'" + word + "' is not a command",
                    "the commands are 'check', 'replay', 'robust', 'estimate', 'cc' and 'c++'");
  }

  [[nodiscard]] CheckCommand finished_check(std::vector<std::string> rest) {
    check_.program.arguments = std::move(rest);
    std::vector<std::string>& flags = check_.program.compiler_flags;
    flags.insert(flags.begin(), compiler_flags_.begin(), compiler_flags_.end());
    if (check_.program.files.empty()) throw UserError("", "no program given", usage_of_check);
    require_one_standard_output(check_.outputs);
    if (check_.algorithm_options.handlers_as_locks && check_.algorithm != AlgorithmName::naive)
      throw UserError("", "--handlers-as-locks goes with --algorithm naive only",
                      "'" + std::string(name_of(check_.algorithm)) + "' has its own rule");
    require_fitting_options(check_);
    return std::move(check_);
  }

  static void require_fitting_options(CheckCommand& command) {
    const AlgorithmOptions& options = command.algorithm_options;
    if (options.preemptions && command.algorithm != AlgorithmName::naive)
      throw UserError("", "--preemptions goes with --algorithm naive only",
                      "the others explore one order of many that are equivalent, and that one may "
                      "need more preemptions than another; naive tries them all");
    if (options.random.executions == 0) {
      const RandomOptions unchanged;
      if (options.random.strategy != unchanged.strategy || options.random.seed != unchanged.seed ||
          options.random.depth != unchanged.depth)
        throw UserError("", "--strategy, --seed and --depth go with --random only",
                        "for example --random 1000");
      if (command.resume.empty()) return;
      if (command.checkpoint.empty()) command.checkpoint = command.resume;
      return;
    }
    if (options.preemptions || options.handlers_as_locks)
      throw UserError("", "--random explores nothing, so there is nothing to bound for it");
    if (!command.checkpoint.empty() || !command.resume.empty())
      throw UserError("", "--random has no checkpoints", "another --seed gives other executions");
  }

  [[nodiscard]] CheckCommand finished_estimate(std::vector<std::string> rest) {
    estimate_.program.arguments = std::move(rest);
    std::vector<std::string>& flags = estimate_.program.compiler_flags;
    flags.insert(flags.begin(), compiler_flags_.begin(), compiler_flags_.end());
    if (estimate_.program.files.empty()) throw UserError("", "no program given", usage_of_estimate);
    estimate_.estimates_only = true;
    return std::move(estimate_);
  }

  [[nodiscard]] ReplayCommand finished_replay(const std::vector<std::string>& rest) {
    if (!rest.empty())
      throw UserError("", "the arguments of the program are in the schedule already",
                      usage_of_replay);
    if (replay_.schedule.empty()) throw UserError("", "no schedule given", usage_of_replay);
    require_one_standard_output(replay_.outputs);
    if (replay_.gdb && replay_.outputs.take_standard_output())
      throw UserError("", "with --gdb the terminal is gdb's: no output can go to '-'");
    return std::move(replay_);
  }

  [[nodiscard]] RobustCommand finished_robust(std::vector<std::string> rest) {
    robust_.program.arguments = std::move(rest);
    std::vector<std::string>& flags = robust_.program.compiler_flags;
    flags.insert(flags.begin(), compiler_flags_.begin(), compiler_flags_.end());
    if (robust_.program.files.empty()) throw UserError("", "no program given", usage_of_robust);
    require_one_standard_output(robust_.outputs);
    return std::move(robust_);
  }

  CLI::App app_;
  std::vector<std::string> compiler_flags_;
  RobustCommand robust_;
  CheckCommand check_;
  CheckCommand estimate_;
  ReplayCommand replay_;
};

// What follows is the compiler's: nothing of it is parsed here.
Command compiler_command(std::span<const std::string> arguments) {
  const auto rest = arguments.subspan(1);
  if (rest.size() == 1 && (rest[0] == "--help" || rest[0] == "-h"))
    return PrintCommand{help_of_compilers};
  return CompilerCommand{arguments.front() == "cc" ? Language::c : Language::cxx,
                         {rest.begin(), rest.end()}};
}

}  // namespace

Command parse_command_line(std::span<const std::string> arguments) {
  if (!arguments.empty() && (arguments.front() == "cc" || arguments.front() == "c++"))
    return compiler_command(arguments);
  const auto end = std::ranges::find(arguments, "--");
  std::vector<std::string> own(arguments.begin(), end);
  std::vector<std::string> rest;
  if (end != arguments.end()) rest.assign(end + 1, arguments.end());
  return Parser().parse(std::move(own), std::move(rest));
}

}  // namespace mazurka::cli
