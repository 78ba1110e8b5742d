// Support for test frameworks (include/mazurka/gtest.hpp). A program that runs unchecked can have
// itself explored in another process, and a framework can report its failures to the checker.
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "program/native/debug_info/stack_walk.h"
#include "program/native/debug_info/symbols.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"

using namespace mazurka;
using namespace mazurka::native;

namespace {

using Words = std::vector<std::string>;

Words words_of(const char* const* words) {
  Words result;
  for (; *words != nullptr; ++words) result.emplace_back(*words);
  return result;
}

std::vector<char*> pointers_to(Words& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// Returns whether the variable is passed on to the exploring process. Variables for sharding and
// for reports concern only the process that runs the tests.
bool is_for_children(std::string_view variable) {
  return !variable.starts_with("GTEST_") && !variable.starts_with("TEST_SHARD") &&
         !variable.starts_with("TEST_TOTAL_SHARDS") && !variable.starts_with("XML_OUTPUT_FILE=") &&
         !variable.starts_with("MAZURKA_COMMAND=");
}

Words environment_with_command(const Words& command) {
  Words result;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (is_for_children(*variable)) result.emplace_back(*variable);
  std::string text = "MAZURKA_COMMAND=";
  for (const std::string& word : command) text += (&word == &command.front() ? "" : "\n") + word;
  result.push_back(std::move(text));
  return result;
}

// A child process and the reading end of its output. Children are started by raw system calls,
// because fork(), pipe() and so on are hooks for the tested program.
struct Child {
  long process = -1;
  int output = -1;
};

Child start(Words arguments, const Words& command) {
  Words environment = environment_with_command(command);
  const std::vector<char*> words = pointers_to(arguments);
  const std::vector<char*> variables = pointers_to(environment);
  int ends[2];
  if (raw_system_call(SYS_pipe2, as_long(ends), O_CLOEXEC) < 0) return {};
  const long process = raw_system_call(SYS_fork);
  if (process == 0) {
    raw_system_call(SYS_dup2, ends[1], 1);
    raw_system_call(SYS_dup2, ends[1], 2);
    raw_system_call(SYS_execve, as_long("/proc/self/exe"), as_long(words.data()),
                    as_long(variables.data()));
    raw_system_call(SYS_exit_group, 127);
  }
  raw_system_call(SYS_close, ends[1]);
  return {process, ends[0]};
}

std::string all_of(int output) {
  std::string text;
  char part[4096];
  while (true) {
    const long count = raw_system_call(SYS_read, output, as_long(part), sizeof part);
    if (count > 0) text.append(part, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  raw_system_call(SYS_close, output);
  return text;
}

int end_of(long process) {
  int status = 0;
  while (raw_system_call(SYS_wait4, process, as_long(&status)) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Returns the code address of the call on this stack that is at this source line; of the innermost
// call if there is none. Frameworks report source lines, but failures need code addresses.
Address call_at(const char* file, int line) {
  static std::map<std::pair<std::string, int>, Address> known;
  Address& place = known[{file, line}];
  if (place != 0) return place;
  std::vector<Address> calls;
  calls_in_program(calls);
  for (const Address call : calls) {
    const SourceLocation source = source_of(call);
    if (static_cast<int>(source.line) == line && name_in(source.file) == name_in(file))
      return place = call;
  }
  return calls.empty() ? 0 : calls.front();
}

}  // namespace

// Runs the Mazurka command line `command` on this executable with `arguments`, in another process.
// Both arrays end with a null pointer. Passes the output of that process to `report` and returns
// its exit status. If this process is itself being explored or replayed, does nothing and returns
// -1. If `command` is null, does nothing else and returns 0.
MAZURKA_EXPORT int mz_check_self(const char* const* command, const char* const* arguments,
                                 void (*report)(void*, const char*), void* to) {
  if (!runs_plainly) return -1;
  if (command == nullptr) return 0;
  std::string text;
  int status = 0;
  {
    const OutsideProgram outside;
    const Child child = start(words_of(arguments), words_of(command));
    if (child.process < 0) {
      text = "mazurka: error: cannot start another process\n";
      status = 2;
    } else {
      text = all_of(child.output);
      status = end_of(child.process);
    }
  }
  report(to, text.c_str());
  return status;
}

// Reports a failure of the running task, as a failed assertion does.
MAZURKA_EXPORT void mz_fail(const char* message, const char* file, int line) {
  if (runs_plainly || running == nullptr) return;
  const OutsideProgram outside;
  runtime->fail(FailureKind::assertion, message, "", call_at(file, line));
}
