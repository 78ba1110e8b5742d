// A checkpoint: all that is needed to continue an exploration in another process (`--checkpoint`,
// `--resume`).
//
// A checkpoint means the same in every process that explores the program, whatever the process has
// met before and whichever build of Mazurka it runs: ids are places in tables of stable names
// (checkpoint_names.h), and what the program had learned is a list of facts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/program_identity.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "explore/checkpoint_names.h"
#include "program/program.h"

namespace mazurka {

struct Checkpoint {
  static constexpr int format = 6;

  // What was explored, and names and values that say how. The caller fills them in, and compares
  // them before it resumes: another program or algorithm cannot continue the exploration.
  ProgramIdentity program;
  std::vector<std::pair<std::string, std::string>> origin;

  std::vector<std::string> facts;  // Learning::facts()
  CheckpointNames names;
  std::vector<Choice> kept;           // the prefix of the next execution
  std::vector<std::uint64_t> counts;  // of the summary
  double seconds = 0;
  std::vector<std::vector<Choice>> errors;  // executions that show the errors
  std::vector<std::uint64_t> algorithm;     // its state, as CheckpointWriter wrote it
  std::vector<TraceKey> traces;             // seen so far, with --count-traces

  bool operator==(const Checkpoint&) const = default;
};

[[nodiscard]] std::string to_text(const Checkpoint& checkpoint);

// Appends the last line of a checkpoint: a checksum of all lines before it. parse_checkpoint()
// rejects a file without it.
void add_checksum(std::string& text);

// Parses what to_text() returned. Throws UserError, with the name of the file, if it is damaged.
[[nodiscard]] Checkpoint parse_checkpoint(std::string_view text, const std::string& file);

// Makes the program know what it knew when the checkpoint was saved. REQUIRES: it knows nothing
// else; for C and C++ programs, nothing has run yet. Throws UserError if that is not possible.
void use_facts_of(const Checkpoint& checkpoint, Program& program);

}  // namespace mazurka
