// The files of --checkpoint and --resume.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "explore/explorer.h"
#include "explore/redundancy/key_folder.h"

namespace mazurka::cli {

// What a checkpoint and the command that resumes it must agree in.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_of(
    const CheckCommand& command, const std::string& program_hash);

// The checkpoint to resume, if one is wanted. Throws UserError if it is damaged, or of another
// program or another command.
[[nodiscard]] std::optional<Checkpoint> read_checkpoint(const CheckCommand& command,
                                                        const std::string& program_hash);

// Replaces the file of the checkpoint, then removes the files of keys in `keys` that it does not
// refer to. What was there before is kept if that fails, or if the machine stops on the way. Throws
// UserError.
void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command,
                      const std::string& program_hash, KeyFolder& keys);

// Where the files of keys are that checkpoints of this command refer to: beside the checkpoint, in
// a folder with its name and ".keys". Null if it writes no checkpoints.
[[nodiscard]] std::shared_ptr<KeyFolder> key_folder_of(const CheckCommand& command);

}  // namespace mazurka::cli
