// Starts other programs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mazurka::cli {

using Environment = std::vector<std::pair<std::string, std::string>>;  // additions

// Replaces this process by a program, whose name is looked up in PATH. Throws UserError if that
// fails.
[[noreturn]] void become(std::span<const std::string> words, const Environment& environment = {});

// How a child ended, as a shell reports it: its exit status, or 128 + the signal.
struct ChildEnd {
  int status = 0;
  bool was_interrupted = false;  // this process got SIGINT or SIGTERM, and forwarded it
};
// Runs a command and waits for it. `program` is the file to start, if it is not the first word.
// Throws UserError if it cannot be started. Meanwhile SIGINT and SIGTERM are forwarded to the
// child, so that this process can clean up afterwards.
[[nodiscard]] ChildEnd run_child(std::span<const std::string> words,
                                 const Environment& environment = {},
                                 const std::string& program = {});

// Returns what a program prints on standard output, or nothing if it cannot be started.
[[nodiscard]] std::string output_of(std::span<const std::string> words);

// A folder below $TMPDIR or /tmp that is removed with this object.
class ScratchFolder {
 public:
  ScratchFolder();  // throws UserError
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace mazurka::cli
