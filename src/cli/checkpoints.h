// Reads and writes the files of --checkpoint and --resume.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "explore/explorer.h"

namespace mazurka::cli {

// Returns the properties in which a checkpoint and the command that resumes it must agree.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_of(
    const CheckCommand& command, const std::string& program_hash);

// Returns the checkpoint to resume, if --resume is given. Throws UserError if it is damaged, or
// belongs to another program or another command.
[[nodiscard]] std::optional<Checkpoint> read_checkpoint(const CheckCommand& command,
                                                        const std::string& program_hash);

// Writes a checkpoint to a temporary file, and renames it when it is complete, so that the previous
// checkpoint is kept if writing fails. Throws UserError.
void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command,
                      const std::string& program_hash);

}  // namespace mazurka::cli
