// The choices that reproduce an execution, and their text form (docs/formats.md).
//
// Tasks are written as paths (Registry::path_of), which mean the same in every exploration of the
// same program; ids do not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/shared_vector.h"

namespace mazurka {

// One choice: "0.1" (task 0.1 runs), "0.1:2" (it chooses 2), "0>1.0" (task 0 wakes 1.0), "0>-" (it
// wakes no task).
struct ScheduleStep {
  std::string task;         // path
  std::uint32_t value = 0;  // of a choose
  std::string woken;        // by a signal: path, "-" if none; empty for all other operations
  std::string comment;      // for people; ignored when read
  bool operator==(const ScheduleStep& other) const {
    return task == other.task && value == other.value && woken == other.woken;
  }
};

// A list of choices, one per event, and the program that they belong to.
struct Schedule {
  static constexpr int format = 1;

  std::string program;                 // as given on the command line
  std::string program_hash;            // of the sources; replay refuses a different one
  std::vector<std::string> defines;    // -D, as given
  std::vector<std::string> arguments;  // of the program
  // For C and C++ programs only: further files, and options of the compiler.
  std::vector<std::string> further_files;
  std::vector<std::string> compiler_flags;
  SharedVector<std::string> knowledge;  // Learning::knowledge(), for the steps to mean the same
  std::string main;             // for `mazurka robust`: the handler whose messages are events
  std::string verdict;          // for `mazurka robust`: violated, benign or undecided
  std::string relation;         // `papers`, or empty for the default one (conflict.h)
  std::string error;            // what it shows, for people
  std::uint64_t max_steps = 0;  // where a livelock was stopped; 0 if the execution ended
  std::uint64_t max_depth = 0;  // of calls in a model; 0: the default
  std::uint64_t instances = 0;  // for `mazurka robust`: of each event; 0: one
  bool ends_at_error = false;   // the execution could continue, but what follows is irrelevant
  SharedVector<ScheduleStep> steps;
  bool operator==(const Schedule&) const = default;
};

[[nodiscard]] std::string to_text(const Schedule& schedule);

// Parses the text form. Throws UserError with file and line if it is malformed.
[[nodiscard]] Schedule parse_schedule(std::string_view text, const std::string& file);

}  // namespace mazurka
