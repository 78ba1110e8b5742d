// The choices that reproduce an execution, and their text form (docs/formats.md).
//
// Tasks are written as paths (Registry::path_of), which mean the same in every exploration of the
// same program; ids do not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka {

// "0.1" (task 0.1 goes on), "0.1:2" (and chooses 2), "0>1.0" (and wakes 1.0), "0>-" (wakes nobody).
struct ScheduleStep {
  std::string task;         // path
  std::uint32_t value = 0;  // of a choose
  std::string woken;        // by a signal: path, "-" for nobody; empty for all other operations
  std::string comment;      // for people; ignored when read
  bool operator==(const ScheduleStep& other) const {
    return task == other.task && value == other.value && woken == other.woken;
  }
};

// One choice per event.
struct Schedule {
  static constexpr int format = 1;

  std::string program;                 // as given on the command line
  std::string program_hash;            // of what it was made of; replay refuses another one
  std::vector<std::string> defines;    // -D, as given
  std::vector<std::string> arguments;  // of the program
  // Of C and C++ programs only: the other files, and what else the compiler was told.
  std::vector<std::string> further_files;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> knowledge;  // Learning::knowledge(), for the steps to mean the same
  std::string main;                    // of `mazurka robust`: the handler whose messages are events
  std::string verdict;                 // of `mazurka robust`: violated, benign or undecided
  std::string error;                   // what it shows, for people
  std::uint64_t max_steps = 0;  // where a livelock was given up; 0: the execution came to its end
  bool ends_at_error = false;   // the execution could go on, but what follows does not matter
  std::vector<ScheduleStep> steps;
  bool operator==(const Schedule&) const = default;
};

[[nodiscard]] std::string to_text(const Schedule& schedule);

// Throws UserError with file and line.
[[nodiscard]] Schedule parse_schedule(std::string_view text, const std::string& file);

}  // namespace mazurka
