#include "cli/command_line.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/command_options.h"
#include "cli/help.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

const std::string usage_of_all =
    "usage: mazurka check    [options] PROGRAM... [-- program arguments]\n"
    "       mazurka replay   [options] FILE.schedule\n"
    "       mazurka estimate [options] PROGRAM... [-- program arguments]\n"
    "       mazurka robust   [options] PROGRAM... [-- program arguments]\n"
    "       mazurka worker   [options] URL PROGRAM... [-- program arguments]\n"
    "       mazurka cc | c++ [compiler arguments]";
const std::string usage_of_replay = "usage: mazurka replay [options] FILE.schedule";

std::string usage_of(const std::string& command) {
  if (command == "replay") return usage_of_replay;
  if (command == "worker")
    return "usage: mazurka worker [options] URL PROGRAM... [-- program arguments]";
  return "usage: mazurka " + command + " [options] PROGRAM... [-- program arguments]";
}

const std::string help_of_compilers =
    "usage: mazurka cc | c++ [--compiler=NAME] [compiler arguments]\n"
    "\n"
    "Compile and link programs for 'mazurka check': a drop-in replacement for gcc and g++, or "
    "clang\n"
    "and clang++. It adds the instrumentation that checking needs, and drops the arguments that\n"
    "cannot work (-static, -flto, -fsanitize=).\n"
    "\n"
    "Examples:\n"
    "  mazurka c++ -o test test.cpp && mazurka check ./test\n"
    "  CC=\"mazurka cc\" CXX=\"mazurka c++\" cmake -S . -B checked && cmake --build checked\n"
    "\n"
    "Every memory access of the source is checked at -O0 (the default), and at -O1 with gcc. At\n"
    "higher levels the compiler may merge or remove accesses.\n"
    "\n"
    "  --compiler=NAME         Compile with NAME: gcc or clang, optionally with a version or a "
    "path\n"
    "                          (default: gcc)\n"
    "\n"
    "Environment: MAZURKA_CC and MAZURKA_CXX name the compilers if --compiler is not given.\n";

void require_one_standard_output(const OutputFiles& files) {
  if ((files.json == "-") + (files.html == "-") + (files.dot == "-") + (files.junit == "-") > 1)
    throw UserError("", "only one of --json, --html, --dot and --junit can go to standard output",
                    "write the others to files");
}

class Parser {
 public:
  Parser() {
    app_.description(
        "Find concurrency bugs by running a program under every thread schedule that matters");
    app_.footer("Run 'mazurka COMMAND --help' for the options of a command.");
    add_help(app_);
    app_.add_flag("--version")->description("Show the version");
    add_check(app_, check_);
    add_worker(app_, worker_);
    add_replay(app_, replay_);
    add_robust(app_, robust_);
    add_estimate(app_, estimate_);
    app_.add_subcommand("cc",
                        "Compile and link a C program for checking; takes the arguments of gcc");
    app_.add_subcommand("c++",
                        "Compile and link a C++ program for checking; takes the arguments of g++");
  }

  // Parses the command line. CLI11 expects the arguments in reverse order.
  [[nodiscard]] Command parse(std::vector<std::string> arguments, std::vector<std::string> rest) {
    if (!arguments.empty() && (arguments.front() == "check" || arguments.front() == "robust" ||
                               arguments.front() == "estimate" || arguments.front() == "worker"))
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
    if (app_.got_subcommand("worker")) return finished_worker(std::move(rest));
    if (app_.got_subcommand("replay")) return finished_replay(rest);
    if (app_.got_subcommand("estimate")) return finished_estimate(std::move(rest));
    if (app_.got_subcommand("robust")) return finished_robust(std::move(rest));
    throw UserError("", "no command given", "try 'mazurka check PROGRAM' or 'mazurka --help'");
  }

 private:
  // Moves -I, -std= and related compiler flags, which CLI11 cannot parse, to compiler_flags_.
  void take_compiler_flags(std::vector<std::string>& arguments) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& word = arguments[i];
      const bool takes_value = word == "-I" || word == "-U" || word == "-L" || word == "-l";
      if (takes_value) {
        if (i + 1 == arguments.size())
          throw UserError("", word + " needs a value", "Mazurka passes it on to the compiler");
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

  [[nodiscard]] std::string usage() const {
    return command() == &app_ ? usage_of_all : usage_of(command()->get_name());
  }

  [[nodiscard]] std::string see_help() const {
    const std::string name = command() == &app_ ? "" : command()->get_name() + " ";
    return "'mazurka " + name + "--help' lists the options";
  }

  [[noreturn]] void complain_about(const std::string& extra) const {
    if (!extra.starts_with('-')) complain_about_word(extra);
    const std::string similar = similar_option(*command(), extra);
    const std::string owner = similar.empty() ? owner_of(extra) : "";
    if (!owner.empty())
      throw UserError("", "'" + extra + "' is an option of 'mazurka " + owner + "'", see_help());
    throw UserError("", "unknown option '" + extra + "'",
                    similar.empty() ? see_help() : "did you mean '" + similar + "'?");
  }

  // Returns the name of a command that has this option; empty if there is none.
  [[nodiscard]] std::string owner_of(const std::string& option) const {
    const std::string name = option.substr(0, option.find('='));
    for (const CLI::App* other : app_.get_subcommands([](const CLI::App*) { return true; }))
      if (other->get_option_no_throw(name) != nullptr) return other->get_name();
    return "";
  }

  [[noreturn]] void complain_about_word(const std::string& word) const {
    if (word == "help")
      throw UserError("", "'help' is not a command",
                      "try 'mazurka --help' or 'mazurka COMMAND --help'");
    if (command() != &app_)
      throw UserError("", "'" + word + "' is an unexpected argument", see_help());
    if (word.find('.') != std::string::npos)
      throw UserError("", "'" + word + "' is not a command",
                      std::string("did you mean 'mazurka ") +
                          (word.ends_with(".schedule") ? "replay " : "check ") + word + "'?");
    throw UserError("", "'" + word + "' is not a command",
                    "the commands are 'check', 'worker', 'replay', 'robust', 'estimate', 'cc' and "
                    "'c++'");
  }

  // Completes and checks the program part of a command that runs a program.
  void finish(ProgramToLoad& program, std::vector<std::string> rest) const {
    program.arguments = std::move(rest);
    std::vector<std::string>& flags = program.compiler_flags;
    flags.insert(flags.begin(), compiler_flags_.begin(), compiler_flags_.end());
    if (program.files.empty()) complain_about_no_program();
    for (const std::string& file : program.files)
      if (file.ends_with(".schedule"))
        throw UserError("", "'" + file + "' is a schedule, not a program",
                        "did you mean 'mazurka replay " + file + "'?");
    for (const char* option : {"--max-depth", "--instances"})
      if (is_given(option) && !program.files.front().ends_with(".mzk"))
        throw UserError("", std::string(option) + " is for models",
                        "'" + program.files.front() + "' is not a model: leave it out");
    for (const char* option : options_of_native_programs)
      if (is_given(option)) program.native_options.emplace_back(option);
  }

  // Reports a missing program. An option that takes a FILE may have swallowed its name.
  [[noreturn]] void complain_about_no_program() const {
    for (const CLI::Option* option : command()->get_options())
      if (option->get_type_name() == "FILE" && option->count() > 0)
        throw UserError(
            "", "no program given",
            "'" + option->results().back() + "' was read as the FILE of " + option->get_name());
    throw UserError("", "no program given", usage());
  }

  [[nodiscard]] bool is_given(const std::string& option) const {
    const CLI::Option* known = command()->get_option_no_throw(option);
    return known != nullptr && known->count() > 0;
  }

  [[nodiscard]] CheckCommand finished_check(std::vector<std::string> rest) {
    finish(check_.program, std::move(rest));
    require_one_standard_output(check_.outputs);
    require_file("--schedule", check_.schedule);
    require_file("--checkpoint", check_.checkpoint);
    if (check_.algorithm_options.random.executions != 0) {
      require_options_of_a_sample();
    } else {
      require_options_of_an_exploration();
    }
    if (check_.checkpoint.empty()) check_.checkpoint = check_.resume;
    // Without sleep sets, a trace may be executed several times, so the number of traces that the
    // verdict shows must be counted.
    if (!check_.algorithm_options.sleep_sets) check_.count_traces = true;
    return std::move(check_);
  }

  // Workers explore everything: the process that leads says when to stop.
  [[nodiscard]] CheckCommand finished_worker(std::vector<std::string> rest) {
    if (worker_.cluster.empty()) throw UserError("", "no URL given", usage());
    finish(worker_.program, std::move(rest));
    worker_.joins = worker_.keep_going = worker_.allow_incomplete = true;
    return std::move(worker_);
  }

  static void require_file(const std::string& option, const std::string& file) {
    if (file == "-")
      throw UserError("", option + " needs a file name: it cannot be written to standard output");
  }

  void require_options_of_an_exploration() {
    const AlgorithmOptions& options = check_.algorithm_options;
    if (check_.algorithm == AlgorithmName::em || check_.algorithm == AlgorithmName::event_paper) {
      if (is_given("--relation") && check_.program.conflicts == Conflicts::by_effect)
        throw UserError("",
                        "--relation default does not work with --algorithm " +
                            std::string(name_of(check_.algorithm)),
                        "it is the published algorithm, with the relation of its paper: leave "
                        "--relation out");
      check_.program.conflicts = Conflicts::by_operation;
    }
    if (options.naive.handlers_as_locks && check_.algorithm != AlgorithmName::naive)
      throw UserError("", "--handlers-as-locks works only with --algorithm naive",
                      "algorithm '" + std::string(name_of(check_.algorithm)) +
                          "' has its own rule for handlers");
    if (options.naive.preemptions && check_.algorithm != AlgorithmName::naive)
      throw UserError(
          "", "--preemptions works only with --algorithm naive",
          "the other algorithms run one representative of each trace, which may need more "
          "preemptions than an equivalent execution; naive tries them all");
    for (const char* option : options_of_em)
      if (is_given(option) && check_.algorithm != AlgorithmName::em)
        throw UserError("", std::string(option) + " works only with --algorithm em");
    if (check_.program.every_operation && check_.algorithm != AlgorithmName::em &&
        check_.algorithm != AlgorithmName::dpor)
      throw UserError("", "--every-operation works only with --algorithm em and dpor",
                      "it exists to reproduce published numbers; the other algorithms need not "
                      "look at operations that no other task can observe");
    if (!options.sleep_sets && check_.algorithm != AlgorithmName::dpor)
      throw UserError("", "--no-sleep-sets works only with --algorithm dpor",
                      "add --algorithm dpor");
    if (options.event_paper.as_implemented && check_.algorithm != AlgorithmName::event_paper)
      throw UserError("", "--as-implemented works only with --algorithm event-paper",
                      "add --algorithm event-paper");
    for (const char* option : {"--strategy", "--seed", "--depth"})
      if (is_given(option))
        throw UserError("", std::string(option) + " works only with --random",
                        "for example --random 1000");
  }

  // Throws UserError if this option, which only explorations have, is given.
  void require_exploration(const char* option) const {
    if (is_given(option))
      throw UserError("", std::string(option) + " cannot be combined with --random",
                      "a random sample does not explore systematically");
  }

  void require_options_of_a_sample() const {
    for (const char* option : options_of_em) require_exploration(option);
    for (const char* option : {"--algorithm", "--preemptions", "--handlers-as-locks",
                               "--no-sleep-sets", "--every-operation", "--as-implemented"})
      require_exploration(option);
    for (const char* option : {"--checkpoint", "--resume"})
      if (is_given(option))
        throw UserError(
            "", std::string(option) + " cannot be combined with --random",
            "a random sample has no checkpoints; use another --seed for other executions");
    if (is_given("--depth") && check_.algorithm_options.random.strategy != RandomStrategy::pct)
      throw UserError("", "--depth works only with --strategy pct", "add --strategy pct");
  }

  [[nodiscard]] CheckCommand finished_estimate(std::vector<std::string> rest) {
    finish(estimate_.program, std::move(rest));
    estimate_.estimates_only = true;
    if (estimate_.max_executions == 0 && estimate_.timeout_seconds == 0) {
      estimate_.max_executions = 20'000;
      estimate_.timeout_seconds = 5;
    }
    return std::move(estimate_);
  }

  [[nodiscard]] ReplayCommand finished_replay(const std::vector<std::string>& rest) {
    if (!rest.empty())
      throw UserError("", "the schedule already contains the program arguments", usage_of_replay);
    if (replay_.schedule.empty()) throw UserError("", "no schedule given", usage_of_replay);
    require_one_standard_output(replay_.outputs);
    if (replay_.gdb && replay_.outputs.take_standard_output())
      throw UserError("", "--gdb uses the terminal: no report can be written to '-'");
    return std::move(replay_);
  }

  [[nodiscard]] RobustCommand finished_robust(std::vector<std::string> rest) {
    robust_.program.main = robust_.main;
    finish(robust_.program, std::move(rest));
    require_one_standard_output(robust_.outputs);
    require_file("--schedule", robust_.schedule);
    return std::move(robust_);
  }

  CLI::App app_;
  std::vector<std::string> compiler_flags_;
  RobustCommand robust_;
  CheckCommand check_;
  CheckCommand estimate_;
  CheckCommand worker_;
  ReplayCommand replay_;
};

// Passes all arguments on to the compiler without parsing them.
Command compiler_command(std::span<const std::string> arguments) {
  const auto rest = arguments.subspan(1);
  if (rest.size() == 1 && (rest[0] == "--help" || rest[0] == "-h"))
    return PrintCommand{help_of_compilers};
  // As the first word, --compiler takes the next word as its value: launchers in cmake/ use that.
  if (!rest.empty() && std::ranges::find(rest.subspan(1), "--compiler") != rest.end())
    throw UserError("", "--compiler needs its value in the same word",
                    "for example --compiler=clang");
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
