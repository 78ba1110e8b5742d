#include "cli/checkpoints.h"

#include "cli/files.h"
#include "core/user_error.h"

namespace mazurka::cli {

std::vector<std::pair<std::string, std::string>> origin_of(const CheckCommand& command) {
  const NaiveOptions& naive = command.algorithm_options.naive;
  return {{"--algorithm", std::string(name_of(command.algorithm))},
          {"--order", std::to_string(command.algorithm_options.order_seed)},
          {"--handlers-as-locks", naive.handlers_as_locks ? "yes" : "no"},
          {"--preemptions", naive.preemptions ? std::to_string(*naive.preemptions) : "any"},
          {"--no-sleep-sets", command.algorithm_options.sleep_sets ? "no" : "yes"},
          {"--count-traces", command.count_traces ? "yes" : "no"}};
}

std::optional<Checkpoint> read_checkpoint(const CheckCommand& command, const ExploringRun& run) {
  if (command.resume.empty()) return std::nullopt;
  Checkpoint checkpoint = parse_checkpoint(read_file(command.resume), command.resume);
  const ProgramIdentity identity = run.identity(checkpoint.program.has(name_of_input));
  if (const std::string difference = checkpoint.program.difference_from(identity);
      !difference.empty())
    throw UserError(command.resume,
                    "the checkpoint belongs to another program: in the checkpoint, " + difference,
                    "run the same command on the same program, with --resume");
  const auto wanted = origin_of(command);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < checkpoint.origin.size() && checkpoint.origin[i] == wanted[i]) continue;
    const std::string was = i < checkpoint.origin.size() ? checkpoint.origin[i].second : "";
    throw UserError(command.resume,
                    "the checkpoint was made with " + wanted[i].first + " '" + was + "', not '" +
                        wanted[i].second + "'",
                    "run the same command again, with --resume");
  }
  return checkpoint;
}

void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command, const ExploringRun& run,
                      KeyFolder& keys) {
  checkpoint.program = run.identity(std::nullopt);
  write_shared_checkpoint(std::move(checkpoint), command, keys);
}

void write_shared_checkpoint(Checkpoint checkpoint, const CheckCommand& command, KeyFolder& keys) {
  checkpoint.origin = origin_of(command);
  replace_file(command.checkpoint, to_text(checkpoint));
  keys.checkpoint_in_place();
}

std::shared_ptr<KeyFolder> key_folder_of(const CheckCommand& command) {
  if (command.checkpoint.empty()) return nullptr;
  constexpr const char* ending = ".keys";
  return std::make_shared<KeyFolder>(command.checkpoint + ending,
                                     command.resume.empty() ? "" : command.resume + ending);
}

}  // namespace mazurka::cli
