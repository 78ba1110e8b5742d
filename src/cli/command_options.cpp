#include "cli/command_options.h"

#include <functional>

#include "cli/option_values.h"

namespace mazurka::cli {

namespace {

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

// What all commands that run a program have in common.
void add_program(CLI::App& app, ProgramToLoad& program) {
  app.add_option("PROGRAM", program.files)->type_name("");
  app.add_option("-D", program.defines,
                 "Sets a constant of a model, a macro of C and C++ (without VALUE: to 1)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  add(app, "--compiler", "NAME", "For sources: gcc or clang, also with a version or a path (gcc)",
      [&](Text text) { program.compiler_flags.push_back("--compiler=" + text); });
}

void add_algorithm(CLI::App& app, AlgorithmName& chosen, const std::string& how) {
  add(app, "--algorithm", "NAME",
      how + list_of_algorithms() + " (" + std::string(name_of(chosen)) + ")",
      [&](Text text) { chosen = algorithm(text); });
}

// How a C or C++ program is run: other executions, so estimates need it, too.
void add_ways_to_run(CLI::App& app, native::RunOptions& run) {
  add(app, "--unroll", "N",
      "C and C++: stops a task that comes to the same place more often, in a loop; what follows is "
      "then unexplored",
      [&](Text text) { run.unroll = small_number("--unroll", text, 1); });
  app.add_flag(
      "--spurious", run.spurious,
      "C and C++: a wait on a condition variable can also end without a signal (as long as "
      "that leads to something new)");
  app.add_flag(
      "--main-exits", run.main_exits,
      "C and C++: the return of main ends the program; who still waits then is no deadlock");
  app.add_flag("--any-status", run.any_status,
               "C and C++: an exit status other than 0 is no error");
}

void add_bounds(CLI::App& app, ExploringCommand& command, const std::string& what_too_long_is) {
  add(app, "--max-executions", "N", "Stops after so many executions",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add(app, "--timeout", "SECONDS", "Stops after this time",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
  add(app, "--max-steps", "N", what_too_long_is + " (1000000)",
      [&](Text text) { command.max_steps = whole_number("--max-steps", text, 1); });
}

}  // namespace

void add_help(CLI::App& app) {
  app.set_help_flag("");
  app.add_flag("-h,--help")->description("Shows this text");
}

void add_check(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand("check", "Explores all executions of a program.");
  app.footer(what_programs_are + "\n\n" + exit_status);
  add_help(app);
  add_algorithm(app, command.algorithm, "How to explore: ");
  add_program(app, command.program);
  app.add_flag("--keep-going", command.keep_going,
               "Explores everything although errors were found (stops at the first error)");
  add_bounds(app, command, "An execution with more steps is an error, a livelock");
  add_ways_to_run(app, command.program.run);
  app.add_flag("--isolate", command.isolate,
               "Explores in a process of its own: if that dies (not by a crash that is caught "
               "anyway), its last execution is reported");
  add(app, "--watchdog", "SECONDS",
      "A C or C++ task that computes for so long without a visible operation is a livelock; 0 is "
      "never (10)",
      [&](Text text) {
        command.program.run.watchdog_seconds = seconds_or_never("--watchdog", text);
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
  add(app, "--method", "NAME",
      "How to look for conflicts: explore (all executions), or sequential (events one after the "
      "other, one action delayed) (explore)",
      [&](Text text) { command.method = method(text); });
  add(app, "--main", "NAME", "The handler whose messages are events (the first one)",
      [&](Text text) { command.main = text; });
  app.add_flag("--conflicts", command.conflicts, "Shows conflicts that make no difference, too");
  add_program(app, command.program);
  add_bounds(app, command, "Stops at an execution with more steps");
  add_outputs(app, command.outputs);
  add_schedule(app, command.schedule);
  add_progress(app, command.progress);
  app.add_flag("-v,--verbose", command.verbose, "Shows all steps in the graphs of --dot");
}

void add_estimate(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "estimate", "Says how many executions 'check' would take, and how long, judged by a few.");
  app.footer(what_programs_are);
  add_help(app);
  add_algorithm(app, command.algorithm, "As for check: ");
  add_program(app, command.program);
  add_ways_to_run(app, command.program.run);
  add(app, "--max-executions", "N", "How many executions to sample (20000, and at most 5 seconds)",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add(app, "--timeout", "SECONDS", "Stop sampling after this time",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
}

}  // namespace mazurka::cli
