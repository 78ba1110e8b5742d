#include "cli/native_build/process.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/child_signals.h"
#include "core/user_error.h"

extern char** environ;  // NOLINT: the environment is a global of POSIX

namespace mazurka::cli {

namespace {

// Returns the null-terminated array that exec needs. It is valid as long as `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const Environment& additions) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    bool is_replaced = false;
    for (const auto& [name, value] : additions)
      is_replaced = is_replaced || text.starts_with(name + "=");
    if (!is_replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : additions) all.push_back(name + "=" + value);
  return all;
}

[[noreturn]] void cannot_start(const std::string& program, int reason) {
  throw UserError("", "cannot start '" + program + "': " + std::strerror(reason));
}

int in_words_of_the_shell(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

void become(std::span<const std::string> words, const Environment& environment) {
  std::vector<std::string> all(words.begin(), words.end());
  std::vector<std::string> variables = environment_with(environment);
  execvpe(all.front().c_str(), pointers_to(all).data(), pointers_to(variables).data());
  cannot_start(all.front(), errno);
}

ChildEnd run_child(std::span<const std::string> words, const Environment& environment,
                   const std::string& program) {
  std::vector<std::string> all(words.begin(), words.end());
  std::vector<std::string> variables = environment_with(environment);
  const std::string& file = program.empty() ? all.front() : program;
  ChildSignals signals;
  // Signals that this process catches have their default actions in the child.
  pid_t child = 0;
  const int failure = posix_spawnp(&child, file.c_str(), nullptr, nullptr, pointers_to(all).data(),
                                   pointers_to(variables).data());
  if (failure != 0) cannot_start(file, failure);
  const int status = in_words_of_the_shell(signals.wait_for(child));
  return {status, signals.came()};
}

std::string output_of(std::span<const std::string> words) {
  std::vector<std::string> all(words.begin(), words.end());
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, all.front().c_str(), &actions, nullptr,
                                   pointers_to(all).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  char buffer[1 << 14];
  for (ssize_t got = 0; failure == 0 && (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    output.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  if (failure == 0) (void)end_of(child);
  return output;
}

ScratchFolder::ScratchFolder() {
  const char* place = std::getenv("TMPDIR");
  path_ = std::string(place != nullptr && *place != '\0' ? place : "/tmp") + "/mazurka-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr)
    throw UserError("", "cannot make a folder '" + path_ + "': " + std::strerror(errno));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace mazurka::cli
