#include "cli/native_build/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/user_error.h"

extern char** environ;  // NOLINT: the environment is a global of POSIX

namespace mazurka::cli {

namespace {

// A signal handler can reach nothing but globals.
volatile std::sig_atomic_t child_process = 0;
volatile std::sig_atomic_t got_signal = 0;

// What comes from the terminal, the child gets as well.
void pass_on(int signal, siginfo_t* info, void*) {
  got_signal = 1;
  if (child_process > 0 && info->si_code <= 0) kill(child_process, signal);
}

class PassingSignalsOn {
 public:
  PassingSignalsOn() {
    got_signal = 0;
    struct sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~PassingSignalsOn() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
  }
  PassingSignalsOn(const PassingSignalsOn&) = delete;
  PassingSignalsOn& operator=(const PassingSignalsOn&) = delete;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

// The null-terminated array that exec wants; valid as long as `words`.
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

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
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
  const PassingSignalsOn signals;
  // Signals that we catch are back to their defaults in the child.
  pid_t child = 0;
  const int failure = posix_spawnp(&child, file.c_str(), nullptr, nullptr, pointers_to(all).data(),
                                   pointers_to(variables).data());
  if (failure != 0) cannot_start(file, failure);
  child_process = child;
  if (got_signal != 0) kill(child, SIGTERM);  // it came before there was a child to pass it to
  const int status = wait_for(child);
  child_process = 0;
  return {status, got_signal != 0};
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
  if (failure == 0) (void)wait_for(child);
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
