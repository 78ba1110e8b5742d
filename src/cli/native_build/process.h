// Starting other programs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mazurka::cli {

using Environment = std::vector<std::pair<std::string, std::string>>;  // additions

// Becomes this program; the name of the program is looked up in PATH. Throws UserError if that
// fails.
[[noreturn]] void become(std::span<const std::string> words, const Environment& environment = {});

// How a child ended, in the words of the shell: its exit status, or 128 + the signal.
struct ChildEnd {
  int status = 0;
  bool was_interrupted = false;  // we got SIGINT or SIGTERM meanwhile (and passed it on)
};
// `program` is what is started, if that is not the first word. Throws UserError if it cannot be
// started. Meanwhile SIGINT and SIGTERM are the child's affair: so what must be cleaned up
// afterwards is cleaned up.
[[nodiscard]] ChildEnd run_child(std::span<const std::string> words,
                                 const Environment& environment = {},
                                 const std::string& program = {});

// What a program prints on standard output; its errors are lost. Empty if it cannot be started.
[[nodiscard]] std::string output_of(std::span<const std::string> words);

// A folder below $TMPDIR or /tmp, gone with this object.
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
