#include "cli/gdb_session.h"

#include "cli/files.h"
#include "cli/native_build/process.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

// Returns where to stop. A data race happens at its second access, which is the last step if the
// schedule ends there. Other errors stop the program themselves.
std::string first_stop(const Schedule& schedule) {
  const bool is_race = schedule.error.starts_with("data race");
  return is_race && schedule.ends_at_error ? std::to_string(schedule.steps.size()) : "0";
}

}  // namespace

int start_gdb(const NativeProgram& program, std::span<const std::string> arguments,
              const Schedule& schedule) {
  if (output_of(std::vector<std::string>{"gdb", "--version"}).empty())
    throw UserError("", "gdb is not installed", "install the package 'gdb'");
  const ScratchFolder folder;
  const std::string script = folder.path() + "/mz.py";
  write_file(script, std::string(gdb_script()));
  std::vector<std::string> words = {"gdb", "-q", "-x", script, "--args", program.file};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  Environment environment = environment_of(program, arguments);
  environment.emplace_back("MAZURKA_STOP_AT", first_stop(schedule));
  environment.emplace_back("MAZURKA_GDB_STEPS", std::to_string(schedule.steps.size()));
  environment.emplace_back("MAZURKA_GDB_ERROR", schedule.error);
  return run_child(words, environment).status;
}

}  // namespace mazurka::cli
