#include "cli/checkpoints.h"

#include "cli/files.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> origin_of(const CheckCommand& command,
                                                           const std::string& program_hash) {
  const NaiveOptions& naive = command.algorithm_options.naive;
  return {{"version", MAZURKA_VERSION},
          {"program", program_hash},
          {"arguments", joined(command.program.arguments)},
          {"run", command.program.run.to_text()},
          {"--algorithm", std::string(name_of(command.algorithm))},
          {"--order", std::to_string(command.algorithm_options.order_seed)},
          {"--handlers-as-locks", naive.handlers_as_locks ? "yes" : "no"},
          {"--preemptions", naive.preemptions ? std::to_string(*naive.preemptions) : "any"},
          {"--no-sleep-sets", command.algorithm_options.sleep_sets ? "no" : "yes"},
          {"--count-traces", command.count_traces ? "yes" : "no"}};
}

std::optional<Checkpoint> read_checkpoint(const CheckCommand& command,
                                          const std::string& program_hash) {
  if (command.resume.empty()) return std::nullopt;
  Checkpoint checkpoint = parse_checkpoint(read_file(command.resume), command.resume);
  const auto wanted = origin_of(command, program_hash);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < checkpoint.origin.size() && checkpoint.origin[i] == wanted[i]) continue;
    const std::string was = i < checkpoint.origin.size() ? checkpoint.origin[i].second : "";
    if (wanted[i].first == "program")
      throw UserError(command.resume, "the checkpoint belongs to another program",
                      "did the program, a -D or a compiler option change since?");
    throw UserError(command.resume,
                    "the checkpoint was made with " + wanted[i].first + " '" + was + "', not '" +
                        wanted[i].second + "'",
                    "run the same command again, with --resume");
  }
  return checkpoint;
}

void write_checkpoint(Checkpoint checkpoint, const CheckCommand& command,
                      const std::string& program_hash, KeyFolder& keys) {
  checkpoint.origin = origin_of(command, program_hash);
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
