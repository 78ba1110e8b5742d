#include "cli/command_options.h"

#include <functional>

#include "cli/option_values.h"
#include "cli/processors.h"

namespace mazurka::cli {

namespace {

const std::string exit_status =
    "Exit status:\n"
    "  0   no error, and every execution was covered\n"
    "  1   an error was found\n"
    "  2   the command line or its input is wrong\n"
    "  3   no error so far, but the verdict is incomplete: a limit or Ctrl-C stopped the\n"
    "      exploration, or parts of the program were not covered";

const std::string what_programs_are =
    "PROGRAM is one of:\n"
    "  FILE.c, FILE.cpp ...    C or C++ sources; -I, -U, -L, -l, -std= and -O are passed to the\n"
    "                          compiler (default: C++20, -O0)\n"
    "  EXECUTABLE              a program built with 'mazurka cc' or 'mazurka c++'\n"
    "  FILE.mzk                a model in Mazurka's modelling language\n"
    "  FOLDER                  a recorded Android trace (a folder with trace.txt)";

using Text = const std::string&;

// Adds an option with a value. If the option is given twice, the last value is used.
void add(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
         const std::function<void(Text)>& set) {
  app.add_option_function<std::string>(name, set, text)->type_name(value)->take_last();
}

void add_json(CLI::App& app, std::string& file) {
  add(app, "--json", "FILE", "Write a JSON report to FILE (- for standard output)",
      [&](Text text) { file = text; });
}

void add_outputs(CLI::App& app, OutputFiles& files) {
  add_json(app, files.json);
  add(app, "--html", "FILE", "Write a self-contained HTML report to FILE (- for standard output)",
      [&](Text text) { files.html = text; });
  add(app, "--dot", "FILE",
      "Write the happens-before graphs of the errors to FILE, for Graphviz (- for standard "
      "output)",
      [&](Text text) { files.dot = text; });
}

void add_schedule(CLI::App& app, std::string& file) {
  add(app, "--schedule", "FILE",
      "Write the schedule of the first error to FILE (default: the program's name with "
      ".schedule; further errors go to .2.schedule and so on)",
      [&](Text text) { file = text; });
}

void add_progress(CLI::App& app, Progress& shown) {
  add(app, "--progress", "auto|on|off", "Show a progress line (default: auto, only on a terminal)",
      [&](Text text) { shown = progress(text); });
}

// Adds the options of every command that runs a program.
void add_program(CLI::App& app, ProgramToLoad& program) {
  app.add_option("PROGRAM", program.files)->type_name("");
  app.add_option(
         "-D", program.defines,
         "Define a macro of a C or C++ program, or set a constant of a model (default VALUE: 1)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  add(app, "--max-depth", "N",
      "Stop a task of a model before a call that is nested in N other calls; what would follow "
      "stays "
      "unexplored (default: 1000)",
      [&](Text text) { program.max_depth = small_number("--max-depth", text, 1); });
  add(app, "--compiler", "NAME",
      "Compile sources with NAME: gcc or clang, optionally with a version or a path (default: "
      "gcc)",
      [&](Text text) { program.compiler_flags.push_back("--compiler=" + text); });
}

void add_algorithm(CLI::App& app, AlgorithmName& chosen, const std::string& how) {
  add(app, "--algorithm", "NAME",
      how + list_of_algorithms() + " (default: " + std::string(name_of(chosen)) + ")",
      [&](Text text) { chosen = algorithm(text); });
}

// Adds the options that change which executions a C or C++ program has. Estimates depend on them.
void add_ways_to_run(CLI::App& app, native::RunOptions& run) {
  add(app, "--unroll", "N",
      "Stop a task that executes the same operation, reached by the same calls, more than N times "
      "in a loop; what would follow stays unexplored",
      [&](Text text) { run.unroll = small_number("--unroll", text, 1); });
  app.add_flag(
      "--spurious", run.spurious,
      "Also explore spurious wakeups of condition variables (as long as they lead to a new state)");
  app.add_flag(
      "--main-exits", run.main_exits,
      "End the program when main returns; tasks that are still waiting at that point are not "
      "reported as deadlocked");
  app.add_flag("--any-status", run.any_status,
               "Do not report an exit status other than 0 as an error");
  add(app, "--trust", "LIBRARY,...",
      "Do not explore the orders in which tasks run code of these shared libraries, such as "
      "libglib-2.0; the verdict names them",
      [&](Text text) { run.trusted = names("--trust", text); });
  add(app, "--nondet", "NUMBER,...",
      "Explore these values of __VERIFIER_nondet_int() and related functions, such as -1,0,1",
      [&](Text text) { run.nondet = whole_numbers("--nondet", text); });
}

void add_relation(CLI::App& app, ProgramToLoad& program) {
  add(app, "--relation", "default|papers",
      "Choose which orders of two operations count: default, by what the operations have done, or "
      "papers, by what they are, as in the publications (more executions)",
      [&](Text text) { program.conflicts = conflicts(text); });
}

void add_jobs(CLI::App& app, CheckCommand& command) {
  add(app, "--jobs", "N",
      "Explore with N processes; 0: as many as there are processors for this process (default: 1)",
      [&](Text text) {
        command.jobs = small_number("--jobs", text, 0);
        if (command.jobs == 0) command.jobs = processors_available();
        if (command.jobs > most_jobs)
          throw UserError("", "--jobs: at most " + std::to_string(most_jobs) + " processes");
      });
}

void add_max_steps(CLI::App& app, ExploringCommand& command, const std::string& what_too_long_is) {
  add(app, "--max-steps", "N", what_too_long_is + " (default: 1000000)",
      [&](Text text) { command.max_steps = whole_number("--max-steps", text, 1); });
}

void add_max_memory(CLI::App& app, ExploringCommand& command) {
  add(app, "--max-memory", "SIZE",
      "Stop when the exploration takes more than SIZE of memory, such as 500M or 8G; 0: no limit "
      "(default: three quarters of what is available)",
      [&](Text text) { command.max_memory = memory_size("--max-memory", text); });
}

void add_timeout(CLI::App& app, ExploringCommand& command) {
  add(app, "--timeout", "SECONDS", "Stop after SECONDS",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
}

void add_suppressions(CLI::App& app, CheckCommand& command) {
  add(app, "--suppressions", "FILE",
      "Do not report the errors that match a rule of FILE, such as 'race:Cache::get'; they are "
      "counted in the verdict (default: mazurka.suppressions in the current folder, if it exists)",
      [&](Text text) { command.suppressions = text; });
  add(app, "--ignore", "KIND,...",
      "Do not report errors of these kinds, such as data_race or leak; libstdc++ stands for known "
      "defects of the standard library",
      [&](Text text) { command.ignored = words_between_commas(text); });
}

void add_watchdog(CLI::App& app, ProgramToLoad& program) {
  add(app, "--watchdog", "SECONDS",
      "Report a task that runs for SECONDS without a visible operation as a livelock; 0 turns the "
      "watchdog off (default: 10)",
      [&](Text text) { program.run.watchdog_seconds = seconds_or_never("--watchdog", text); });
}

void add_bounds(CLI::App& app, ExploringCommand& command, const std::string& what_too_long_is) {
  add(app, "--max-executions", "N", "Stop after N executions",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add_timeout(app, command);
  add_max_steps(app, command, what_too_long_is);
  add_max_memory(app, command);
}

void add_policy(CLI::App& app, CoveragePolicy& policy) {
  app.add_flag("--strict", policy.strict,
               "Exit with 3 whenever something is not covered, also if it would only be a note; "
               "possible data races are errors");
  add(app, "--accept", "KIND,...",
      "Do not count what is not covered if it is of one of these kinds: " + list_of_kinds(),
      [&](Text text) { policy.accepted = not_covered_kinds_of(text); });
}

// Adds the options for recorded traces and EM-DPOR, with which its published numbers can be
// reproduced.
void add_em(CLI::App& app, CheckCommand& command) {
  EmDporChoices& choices = command.algorithm_options.em;
  app.add_flag(
      "--every-operation", command.program.every_operation,
      "With --algorithm em or dpor, for recorded traces: take every operation as an event, "
      "as the published EM-Explorer does");
  add(app, "--em-first", "NAME",
      "With --algorithm em: what runs first in a new state: as-recorded (in the first execution, "
      "then lowest), same-thread, lowest, highest or in-source (default: as-recorded)",
      [&](Text text) { choices.first = em_first(text); });
  add(app, "--em-next", "NAME",
      "With --algorithm em: which backtracking choice of a state comes next: lowest or oldest "
      "(default: lowest)",
      [&](Text text) { choices.next = em_next(text); });
  add(app, "--em-target", "NAME",
      "With --algorithm em: which of several threads becomes a backtracking choice: lowest, own, "
      "highest or all (default: lowest)",
      [&](Text text) { choices.target = em_target(text); });
  add(app, "--em-reuse", "on|off",
      "With --algorithm em: add no backtracking choice where one of the possible threads is one "
      "already (default: on)",
      [&](Text text) { choices.reuse = on_or_off("--em-reuse", text); });
  add(app, "--em-reads", "on|off",
      "With --algorithm em: treat two reads as independent (default: on)",
      [&](Text text) { choices.reads_independent = on_or_off("--em-reads", text); });
  add(app, "--em-locks", "on|off",
      "With --algorithm em: treat locks of one thread's messages as independent (default: on)",
      [&](Text text) { choices.same_thread_locks_independent = on_or_off("--em-locks", text); });
}

}  // namespace

void add_help(CLI::App& app) {
  app.set_help_flag("");
  app.add_flag("-h,--help")->description("Show this help");
}

void add_worker(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "worker", "Help to explore a program that 'mazurka check --cluster URL' checks");
  app.footer(
      "Give the same PROGRAM, arguments and options as to 'mazurka check'. A worker may join and\n"
      "leave at any time. It ends with the exploration; its exit status is then 0.");
  add_help(app);
  app.add_option("URL", command.cluster)->type_name("");
  add_program(app, command.program);
  add_jobs(app, command);
  add_timeout(app, command);
  add_max_memory(app, command);
  add_max_steps(app, command, "As given to 'mazurka check'");
  add_ways_to_run(app, command.program.run);
  add_watchdog(app, command.program);
  add_relation(app, command.program);
  add_suppressions(app, command);
  add_progress(app, command.progress);
}

void add_check(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "check", "Run a program under every relevant thread schedule and report errors");
  app.footer(what_programs_are + "\n\n" + exit_status);
  add_help(app);
  add_algorithm(app, command.algorithm, "Choose the exploration algorithm: ");
  add_program(app, command.program);
  app.add_flag("--keep-going", command.keep_going, "Keep exploring after the first error");
  add_bounds(app, command, "Report an execution with more than N steps as a livelock");
  add_ways_to_run(app, command.program.run);
  app.add_flag("--isolate", command.isolate)->group("");  // hidden: it has no effect any more
  add_watchdog(app, command.program);
  add_jobs(app, command);
  add(app, "--cluster", "URL",
      "Explore together with 'mazurka worker' processes, also on other machines; the store is in "
      "Redis at URL: redis://[USER[:PASSWORD]@]HOST[:PORT]/NAME. The password can be in the "
      "environment variable MAZURKA_REDIS_PASSWORD. Takes up the exploration with this NAME if it "
      "was stopped",
      [&](Text text) { command.cluster = text; });
  add(app, "--random", "N", "Run N random executions instead of exploring all of them",
      [&](Text text) {
        command.algorithm_options.random.executions = whole_number("--random", text, 1);
      });
  add(app, "--strategy", "NAME",
      "With --random: pos (partial order sampling), pct (random priorities with few changes) or "
      "uniform (default: pos)",
      [&](Text text) { command.algorithm_options.random.strategy = strategy(text); });
  add(app, "--seed", "S", "With --random: the seed (default: 1)",
      [&](Text text) { command.algorithm_options.random.seed = whole_number("--seed", text, 0); });
  add(app, "--depth", "D", "With --strategy pct: the bug depth to aim for (default: 3)",
      [&](Text text) {
        command.algorithm_options.random.depth = small_number("--depth", text, 1);
      });
  add(app, "--preemptions", "N",
      "With --algorithm naive: skip executions with more than N preemptions", [&](Text text) {
        command.algorithm_options.naive.preemptions = small_number("--preemptions", text, 0);
      });
  app.add_flag("--as-implemented", command.algorithm_options.event_paper.as_implemented,
               "With --algorithm event-paper: also take the shortcuts of the published tool");
  add(app, "--checkpoint", "FILE",
      "Save the state of the exploration to FILE, periodically and when a limit or Ctrl-C stops it",
      [&](Text text) { command.checkpoint = text; });
  add(app, "--resume", "FILE",
      "Resume from a checkpoint; further checkpoints go to the same FILE unless --checkpoint is "
      "given",
      [&](Text text) { command.resume = text; });
  add(app, "--order", "SEED",
      "Shuffle the order in which executions are explored; 0 keeps the fixed order (default: 0)",
      [&](Text text) { command.algorithm_options.order_seed = whole_number("--order", text, 0); });
  add_relation(app, command.program);
  add_outputs(app, command.outputs);
  add(app, "--junit", "FILE", "Write a JUnit XML report to FILE, for CI (- for standard output)",
      [&](Text text) { command.outputs.junit = text; });
  app.add_flag("--allow-incomplete", command.allow_incomplete,
               "Exit with 0 instead of 3 if the verdict is incomplete");
  add_policy(app, command.policy);
  add_suppressions(app, command);
  add_schedule(app, command.schedule);
  app.add_flag("--stats", command.statistics, "Print internal statistics");
  app.add_flag("--rerun", command.rerun,
               "Run all executions a second time without analysis, and compare the costs");
  app.add_flag("--count-traces", command.count_traces,
               "Count distinct traces, to verify optimality (takes memory)");
  app.add_flag(
      "--handlers-as-locks", command.algorithm_options.naive.handlers_as_locks,
      "With --algorithm naive: treat handlers as locks, so that every order of messages counts");
  app.add_flag_callback(
      "--no-sleep-sets", [&] { command.algorithm_options.sleep_sets = false; },
      "With --algorithm dpor: explore without sleep sets, as the algorithm was first published; "
      "implies --count-traces");
  add_em(app, command);
  add_progress(app, command.progress);
  add(app, "--explain-budget", "SECONDS",
      "Take up to SECONDS to simplify and explain errors; what is not done by then is left out "
      "(default: 2, and less after --timeout or Ctrl-C)",
      [&](Text text) { command.explain_seconds = seconds("--explain-budget", text); });
  app.add_flag(
      "--no-shorten", command.no_shorten,
      "Report the execution that was found first instead of searching for a simpler one with the "
      "same error");
  app.add_flag(
      "--no-sampling", command.no_sampling,
      "Do not run 300 random executions when 1,000 executions in order have found nothing");
  app.add_flag("-v,--verbose", command.verbose, "Show every step of every error");
}

void add_replay(CLI::App& all, ReplayCommand& command) {
  CLI::App& app =
      *all.add_subcommand("replay", "Run the execution of a schedule again and show it");
  app.footer(
      "Exit status: 1 if the error occurs again, 0 if it does not, 2 if the schedule does not "
      "match.");
  add_help(app);
  app.add_option("SCHEDULE", command.schedule)->type_name("");
  add(app, "--program", "FILE", "Replay this program (default: the one that the schedule names)",
      [&](Text text) { command.program = text; });
  app.add_flag("--gdb", command.gdb,
               "Open gdb at the error of a C or C++ program; its command 'mz' moves between steps");
  add_outputs(app, command.outputs);
  app.add_flag("-v,--verbose", command.verbose, "Show every step");
}

void add_robust(CLI::App& all, RobustCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "robust", "Check whether running the events of a program concurrently changes its results");
  app.footer(what_programs_are +
             "\n\n"
             "Exit status:\n"
             "  0   robust: concurrency adds no reachable final state\n"
             "  1   not robust\n"
             "  2   the command line or its input is wrong\n"
             "  3   undecided: a limit or Ctrl-C stopped the search, or parts of the program were\n"
             "      not covered");
  add_help(app);
  add(app, "--method", "NAME",
      "Choose how to search for conflicts: explore (all executions) or sequential (events one "
      "after the other, with one delayed action) (default: explore)",
      [&](Text text) { command.method = method(text); });
  add(app, "--main", "NAME",
      "Take the messages of handler NAME as the events (default: the first handler)",
      [&](Text text) { command.main = text; });
  add(app, "--instances", "N", "Let each event of a model happen up to N times (default: 1)",
      [&](Text text) { command.program.instances = small_number("--instances", text, 1); });
  app.add_flag("--conflicts", command.conflicts,
               "Also show conflicts that do not change the result");
  app.add_option(
         "--emit-sequential", command.emit_sequential,
         "Write a sequential model to FILE in which 'mazurka check' finds a failed assertion "
         "iff the model has a conflict, benign or not")
      ->type_name("FILE");
  add_program(app, command.program);
  add_bounds(app, command, "Stop at an execution with more than N steps");
  add_policy(app, command.policy);
  add_outputs(app, command.outputs);
  add_schedule(app, command.schedule);
  add_progress(app, command.progress);
  app.add_flag("-v,--verbose", command.verbose, "Show every step in the graphs of --dot");
}

void add_estimate(CLI::App& all, CheckCommand& command) {
  CLI::App& app = *all.add_subcommand(
      "estimate", "Estimate how many executions 'check' would need, and how long, from a sample");
  app.footer(what_programs_are);
  add_help(app);
  add_algorithm(app, command.algorithm, "Estimate for this algorithm: ");
  add_program(app, command.program);
  add_relation(app, command.program);
  add_ways_to_run(app, command.program.run);
  add(app, "--max-executions", "N", "Sample N executions (default: 20000, for at most 5 seconds)",
      [&](Text text) { command.max_executions = whole_number("--max-executions", text, 1); });
  add(app, "--timeout", "SECONDS", "Stop sampling after this time",
      [&](Text text) { command.timeout_seconds = seconds("--timeout", text); });
}

}  // namespace mazurka::cli
