// The options of each command, with their texts for --help. What fits together is checked in
// command_line.cpp, when all is known.
#pragma once

#include <CLI/App.hpp>

#include "cli/command_line.h"

namespace mazurka::cli {

void add_help(CLI::App& app);

// Each function adds its command to `all`. Parsing stores the options in `command`.
void add_check(CLI::App& all, CheckCommand& command);
void add_worker(CLI::App& all, CheckCommand& command);
void add_replay(CLI::App& all, ReplayCommand& command);
void add_robust(CLI::App& all, RobustCommand& command);
void add_estimate(CLI::App& all, CheckCommand& command);

// Options that only C and C++ programs have.
inline constexpr const char* options_of_native_programs[] = {
    "--unroll", "--spurious", "--main-exits", "--any-status", "--watchdog", "--trust", "--nondet"};

// Options that only the algorithm `em` has.
inline constexpr const char* options_of_em[] = {"--em-first", "--em-next",  "--em-target",
                                                "--em-reuse", "--em-reads", "--em-locks"};

}  // namespace mazurka::cli
