// Reads and writes the files of --checkpoint and --resume.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/exploring_command.h"
#include "explore/explorer.h"
#include "explore/frontier/key_folder.h"

namespace mazurka::cli {

// Returns the properties, besides the program, in which a checkpoint and the command that resumes
// it must agree.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_of(
    const CheckCommand& command);

// Returns the checkpoint to resume, if --resume is given. Throws UserError if it is damaged, or
// belongs to another program or another command.
[[nodiscard]] std::optional<Checkpoint> read_checkpoint(const CheckCommand& command,
                                                        const ExploringRun& run);

// Replaces the checkpoint file, then removes the files of keys in `keys` that the new checkpoint
// does not refer to. The previous checkpoint stays intact if writing fails or the machine stops in
// between. Throws UserError.
void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command, const ExploringRun& run,
                      KeyFolder& keys);

// Writes the checkpoint of several processes: it says already which program it belongs to.
void write_shared_checkpoint(Checkpoint checkpoint, const CheckCommand& command, KeyFolder& keys);

// Where the files of keys are that checkpoints of this command refer to: beside the checkpoint, in
// a folder with its name and ".keys". Null if it writes no checkpoints.
[[nodiscard]] std::shared_ptr<KeyFolder> key_folder_of(const CheckCommand& command);

}  // namespace mazurka::cli
