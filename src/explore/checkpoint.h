// A checkpoint: all that is needed to continue an exploration in another process (`--checkpoint`,
// `--resume`).
//
// Ids in a checkpoint are those of the process that saved it. Their meaning is part of the
// checkpoint, and is restored first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "core/step.h"
#include "core/trace_key.h"
#include "program/program.h"

namespace mazurka {

struct Checkpoint {
  static constexpr int format = 5;

  // Names and values that say what was explored, and how. The caller fills them in, and compares
  // them before it resumes: another program or algorithm cannot continue the exploration.
  std::vector<std::pair<std::string, std::string>> origin;

  std::vector<TaskName> tasks;          // by id
  std::vector<std::string> identities;  // Learning::identities()
  std::uint32_t objects = 0;            // how many objects had ids
  std::vector<Choice> kept;             // the prefix of the next execution
  std::vector<std::uint64_t> counts;    // of the summary
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

// Gives the tasks and objects of the program the ids that they had when the checkpoint was saved.
// REQUIRES: nothing has run yet. Throws UserError if that is not possible.
void restore_ids(Program& program, const Checkpoint& checkpoint);

}  // namespace mazurka
