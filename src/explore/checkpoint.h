// All that is needed to go on with an exploration in another process (`--checkpoint`, `--resume`).
//
// Ids are those of the process that saved it: what they mean is part of it, and is restored first.
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
  static constexpr int format = 3;

  // What was explored, and how: another program or algorithm cannot go on with it. Filled in and
  // compared by whoever knows: names and values.
  std::vector<std::pair<std::string, std::string>> origin;

  std::vector<TaskName> tasks;          // by id
  std::vector<std::string> identities;  // Learning::identities()
  std::uint32_t objects = 0;            // how many ids of objects there were
  std::vector<Choice> kept;             // the beginning of the next execution
  std::vector<std::uint64_t> counts;    // of the summary
  double seconds = 0;
  std::vector<std::vector<Choice>> errors;  // an execution that shows it, for each error
  std::vector<std::uint64_t> algorithm;     // CheckpointWriter
  std::vector<TraceKey> traces;             // seen so far, if they are counted

  bool operator==(const Checkpoint&) const = default;
};

[[nodiscard]] std::string to_text(const Checkpoint& checkpoint);

// The last line of the text: a sum over all before it. Without it a file counts as damaged.
void add_checksum(std::string& text);

// Throws UserError with the file.
[[nodiscard]] Checkpoint parse_checkpoint(std::string_view text, const std::string& file);

// Makes the ids of the program what they were. REQUIRES: nothing has run yet. Throws UserError if
// that is not possible.
void restore_ids(Program& program, const Checkpoint& checkpoint);

}  // namespace mazurka
