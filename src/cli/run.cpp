#include "cli/run.h"

#include <new>

#include "cli/check_command.h"
#include "cli/command_line.h"
#include "cli/native_build/native_program.h"
#include "cli/replay_command.h"
#include "core/invariant.h"

namespace mazurka::cli {

namespace {

// Native programs run the command themselves.
struct Runner {
  std::span<const std::string> arguments;
  LoadedProgram* self;
  std::ostream& out;
  std::ostream& err;

  int operator()(const CheckCommand& command) const {
    if (self == nullptr && is_native(command.program))
      return start(prepare(command.program, err), arguments);
    return run_check(command, self, out, err);
  }
  int operator()(const ReplayCommand& command) const {
    if (self != nullptr) return run_replay(command, self, out, err);
    const ProgramToLoad program = program_to_replay(command);
    if (!is_native(program)) return run_replay(command, self, out, err);
    const NativeProgram native = prepare(program, err);
    require_same_program(command, native.hash);
    return start(native, arguments);
  }
  int operator()(const CompilerCommand& command) const { return run_compiler(command, err); }
  int operator()(const PrintCommand& command) const {
    out << command.text;
    return safe;
  }
};

int print_internal_error(const char* what, std::ostream& err) {
  err << "internal error: " << what << "\n"
      << "  This is a mistake in mazurka, not in your program. Please report it, with the program\n"
      << "  and the command that you ran.\n";
  return wrong_input;
}

}  // namespace

void print(const UserError& error, std::ostream& err) {
  err << (error.where.empty() ? "mazurka" : error.where) << ": error: " << error.message << "\n";
  if (!error.excerpt.empty()) err << error.excerpt << (error.excerpt.ends_with('\n') ? "" : "\n");
  if (!error.hint.empty()) err << "  hint: " << error.hint << "\n";
}

namespace {

int run_command(std::span<const std::string> arguments, LoadedProgram* self, std::ostream& out,
                std::ostream& err) {
  try {
    const int status = std::visit(Runner{arguments, self, out, err}, parse_command_line(arguments));
    out.flush();
    if (!out) throw UserError("", "cannot write to standard output");
    return status;
  } catch (const UserError& error) {
    print(error, err);
    return wrong_input;
  } catch (const std::bad_alloc&) {
    err << "mazurka: error: not enough memory\n";
    return wrong_input;
  } catch (const std::exception& error) {
    return print_internal_error(error.what(), err);
  }
}

}  // namespace

int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  return run_command(arguments, nullptr, out, err);
}

int run_on_self(std::string_view command, std::unique_ptr<Program> self, std::string hash,
                std::ostream& out, std::ostream& err) {
  std::vector<std::string> arguments;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = command.find('\n', begin);
    arguments.emplace_back(command.substr(begin, end - begin));
  }
  LoadedProgram loaded{std::move(self), std::move(hash)};
  return run_command(arguments, &loaded, out, err);
}

}  // namespace mazurka::cli
