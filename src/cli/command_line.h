// Parses the command line into a command.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cli/front_end.h"
#include "cli/native_build/compiler_command.h"
#include "core/not_covered.h"
#include "explore/algorithms.h"
#include "explore/robust/robust_summary.h"

namespace mazurka::cli {

// Report files. Each is a file name, "-" for standard output (nothing else is printed there then),
// or empty for none.
struct OutputFiles {
  std::string json;
  std::string html;
  std::string dot;
  std::string junit;

  [[nodiscard]] bool take_standard_output() const {
    return json == "-" || html == "-" || dot == "-" || junit == "-";
  }
};

enum class Progress : std::uint8_t { automatic, on, off };

// How many processes may explore one program.
inline constexpr std::uint32_t most_jobs = 1000;

// What commands that explore have in common.
struct ExploringCommand {
  ProgramToLoad program;
  std::uint64_t max_executions = 0;  // 0: no bound
  double timeout_seconds = 0;        // 0: no bound
  std::uint64_t max_steps = 1'000'000;
  std::optional<double> explain_seconds;    // for what follows the exploration; none: the default
  std::optional<std::uint64_t> max_memory;  // bytes; 0: no bound; none: the default
  std::uint32_t jobs = 1;                   // how many processes explore
  CoveragePolicy policy;                    // --strict, --accept
  OutputFiles outputs;
  std::string schedule;  // empty: named after the program
  bool verbose = false;
  Progress progress = Progress::automatic;
};

struct CheckCommand : ExploringCommand {
  AlgorithmName algorithm = AlgorithmName::event;
  AlgorithmOptions algorithm_options;
  bool keep_going = false;
  bool count_traces = false;
  bool isolate = false;
  bool allow_incomplete = false;  // exit with 0 instead of 3
  std::string checkpoint;         // file to write to; empty: none
  std::string resume;             // file to resume from; empty: start from scratch
  bool estimates_only = false;    // mazurka estimate
  bool statistics = false;
  bool rerun = false;
  bool no_shorten = false;
  bool no_sampling = false;
  std::string suppressions;          // file; empty: mazurka.suppressions, if it exists
  std::vector<std::string> ignored;  // --ignore: kinds of errors, or libstdc++
  std::string cluster;               // the URL of the exploration in Redis; empty: none
  bool joins = false;                // mazurka worker: does not lead the exploration
};

struct ReplayCommand {
  std::string schedule;
  std::string program;  // empty: the one that the schedule names
  OutputFiles outputs;
  bool verbose = false;
  bool gdb = false;
};

struct RobustCommand : ExploringCommand {
  RobustMethod method = RobustMethod::explore;
  std::string main;             // the main handler; empty: the first one
  bool conflicts = false;       // also show benign conflicts
  std::string emit_sequential;  // the file for the sequential model; empty: none
};

// --help, --version: a text for standard output.
struct PrintCommand {
  std::string text;
};

using Command =
    std::variant<CheckCommand, ReplayCommand, RobustCommand, CompilerCommand, PrintCommand>;

// `arguments` are without the name of the program. Throws UserError.
[[nodiscard]] Command parse_command_line(std::span<const std::string> arguments);

}  // namespace mazurka::cli
