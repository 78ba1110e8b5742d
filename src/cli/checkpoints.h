// The files of --checkpoint and --resume.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "explore/explorer.h"

namespace mazurka::cli {

// What a checkpoint and the command that resumes it must agree in.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_of(
    const CheckCommand& command, const std::string& program_hash);

// The checkpoint to resume, if one is wanted. Throws UserError if it is damaged, or of another
// program or another command.
[[nodiscard]] std::optional<Checkpoint> read_checkpoint(const CheckCommand& command,
                                                        const std::string& program_hash);

// Writes beside it, and puts it in its place when it is complete: what was there before is kept if
// that fails. Throws UserError.
void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command,
                      const std::string& program_hash);

}  // namespace mazurka::cli
