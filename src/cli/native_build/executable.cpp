#include "cli/native_build/executable.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "cli/exit_status.h"
#include "cli/files.h"
#include "cli/native_build/compiler_command.h"
#include "cli/native_build/instrumentation.h"
#include "cli/native_build/runtime_files.h"
#include "cli/native_build/words.h"
#include "cli/program_hash.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

bool starts_like_an_executable(const std::string& file) {
  return exists(file) && !is_folder(file) && is_executable(read_file(file));
}

// --- Sources ------------------------------------------------------------------------------------

// Returns a hash of everything that was compiled, except the headers of the system.
std::string hash_of_sources(const ProgramToLoad& program, const BuildTools& tools) {
  std::string text;
  std::set<std::string> headers;
  for (std::size_t i = 0; i < program.files.size(); ++i) {
    text += read_file(program.files[i]) + '\0';
    if (!exists(dependency_file(tools, i))) continue;
    for (const std::string& file : files_of_dependency_file(read_file(dependency_file(tools, i))))
      if (file != program.files[i]) headers.insert(file);
  }
  for (const std::string& header : headers) text += read_file(header) + '\0';
  Words flags = program.defines;
  flags.insert(flags.end(), program.compiler_flags.begin(), program.compiler_flags.end());
  return program_hash(text, flags);
}

void require_files(const Words& files) {
  for (const std::string& file : files) {
    if (!exists(file) || is_folder(file)) (void)read_file(file);  // throws an error that says why
    if (file.ends_with(".mzk"))
      throw UserError("", "'" + file + "' is a model and cannot be part of a C or C++ program",
                      "check them separately");
  }
}

NativeProgram build(const ProgramToLoad& program, std::ostream& err) {
  require_files(program.files);
  NativeProgram built{.name = stem_of(program.files.front()),
                      .arguments = program.arguments,
                      .folder = std::make_unique<ScratchFolder>()};
  built.file = built.folder->path() + "/" + built.name;
  Words flags = program.compiler_flags;
  const BuildTools tools = build_tools(take_compiler(flags), built.folder->path());
  require_runtime(tools.files);
  for (const std::string& define : program.defines) flags.push_back("-D" + define);
  const BuildPlan plan = plan_program(program.files, flags, built.file, tools);
  bool was_interrupted = false;
  if (run_build(plan, was_interrupted, err) != 0) {
    if (was_interrupted) throw UserError("", "interrupted while the program was being compiled");
    throw UserError("", "'" + program.files.front() + "' could not be compiled and linked");
  }
  built.hash = hash_of_sources(program, tools);
  return built;
}

// --- Executables --------------------------------------------------------------------------------

NativeProgram find_executable(const ProgramToLoad& program) {
  const std::string& file = program.files.front();
  if (program.files.size() > 1)
    throw UserError("", "an executable is one file, but '" + program.files[1] + "' follows it",
                    "put its arguments after '--'");
  if (!program.defines.empty() || !program.compiler_flags.empty())
    throw UserError("", "'" + file + "' is already compiled: compiler options have no effect");
  const std::string contents = read_file(file);
  if (!is_checked_executable(contents))
    throw UserError(
        "", "'" + file + "' was not built for checking",
        "build it with 'mazurka cc' or 'mazurka c++' instead of the compiler; with CMake: "
        "CC=\"mazurka cc\" CXX=\"mazurka c++\" cmake ...");
  return {.file = file.find('/') == std::string::npos ? "./" + file : file,
          .name = file,
          .hash = program_hash(contents, {}),
          .arguments = program.arguments,
          .folder = nullptr};
}

// REQUIRES: there is at least one.
std::string joined(std::span<const std::string> arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    if (argument.find('\n') != std::string::npos)
      throw UserError("", "an argument contains a line break: '" + argument + "'");
    text += argument + "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace

bool is_native(const ProgramToLoad& program) {
  if (program.files.empty()) return false;
  const std::string& file = program.files.front();
  return is_source_file(file) || (!file.ends_with(".mzk") && starts_like_an_executable(file));
}

NativeProgram prepare(const ProgramToLoad& program, std::ostream& err) {
  if (program.every_operation)
    throw UserError(
        "", "--every-operation is for recorded traces",
        "'" + program.files.front() + "' is a C or C++ program: leave --every-operation out");
  return is_source_file(program.files.front()) ? build(program, err) : find_executable(program);
}

Environment environment_of(const NativeProgram& program, std::span<const std::string> arguments) {
  Environment result = {{"MAZURKA_COMMAND", joined(arguments)},
                        {"MAZURKA_PROGRAM_HASH", program.hash}};
  if (program.folder != nullptr) result.emplace_back("MAZURKA_FRESHLY_BUILT", "1");
  // Threads of OpenMP sleep at once instead of spinning, and there are few of them.
  for (const auto& [name, value] : {std::pair{"OMP_WAIT_POLICY", "passive"},
                                    {"GOMP_SPINCOUNT", "0"},
                                    {"KMP_BLOCKTIME", "0"},
                                    {"OMP_NUM_THREADS", "2"}})
    if (std::getenv(name) == nullptr) result.emplace_back(name, value);
  return result;
}

int start(const NativeProgram& program, std::span<const std::string> arguments) {
  Words words = {program.name};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  const ChildEnd end = run_child(words, environment_of(program, arguments), program.file);
  if (end.status < 128) return end.status;
  if (end.was_interrupted) return incomplete;
  // The reader of the pipe is gone (`mazurka replay … | head`): end silently, as other commands do.
  constexpr int closed_pipe = 128 + SIGPIPE;
  if (end.status == closed_pipe) return closed_pipe;
  // The program under test runs in a child of that process, which survives whatever happens there.
  throw std::runtime_error("the checked program was killed by signal " +
                           std::to_string(end.status - 128));
}

}  // namespace mazurka::cli
