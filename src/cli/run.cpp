#include "cli/run.h"

#include <new>

#include "cli/check_command.h"
#include "cli/command_line.h"
#include "cli/estimate_command.h"
#include "cli/gdb_session.h"
#include "cli/native_build/executable.h"
#include "cli/replay_command.h"
#include "cli/robust_command.h"
#include "core/invariant.h"
#include "core/user_error.h"

namespace mazurka::cli {

namespace {

struct Runner {
  std::span<const std::string> arguments;
  const Loader& load;  // empty if this process is not the program under test
  std::ostream& out;
  std::ostream& err;

  int operator()(const CheckCommand& command) const {
    const auto run = [&](const Loader& loader) {
      return command.estimates_only ? run_estimate(command, loader, out, err)
                                    : run_check(command, loader, out, err);
    };
    if (load) return run(load);
    if (!is_native(command.program)) return run(load_program);
    return start(prepare(command.program, err), arguments);
  }
  int operator()(const ReplayCommand& command) const {
    if (load) return run_replay(command, load, out, err);
    const ProgramToLoad program = program_to_replay(command);
    if (!is_native(program) && command.gdb)
      throw UserError(
          command.schedule,
          "--gdb is for C and C++ programs: '" + program.files.front() + "' has no machine code",
          "run it without --gdb to see its steps");
    if (!is_native(program)) return run_replay(command, load_program, out, err);
    const NativeProgram native = prepare(program, err);
    require_same_program(command, native.hash);
    if (command.gdb) return start_gdb(native, arguments, schedule_to_replay(command));
    return start(native, arguments);
  }
  int operator()(const RobustCommand& command) const {
    if (load) return run_robust(command, load, out, err);
    if (!is_native(command.program)) return run_robust(command, load_program, out, err);
    return start(prepare(command.program, err), arguments);
  }
  int operator()(const CompilerCommand& command) const { return run_compiler(command, err); }
  int operator()(const PrintCommand& command) const {
    out << command.text;
    return safe;
  }
};

int print_internal_error(const char* what, std::ostream& err) {
  err << "internal error: " << what << "\n"
      << "  This is a bug in mazurka, not in your program. Please report it, with the program and "
         "the\n"
      << "  command that you ran.\n";
  return wrong_input;
}

}  // namespace

void print(const UserError& error, std::ostream& err) {
  err << (error.where.empty() ? "mazurka" : error.where) << ": error: " << error.message << "\n";
  if (!error.excerpt.empty()) err << error.excerpt << (error.excerpt.ends_with('\n') ? "" : "\n");
  if (!error.hint.empty()) err << "  hint: " << error.hint << "\n";
}

int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err,
        const Loader& load) {
  try {
    const int status = std::visit(Runner{arguments, load, out, err}, parse_command_line(arguments));
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

}  // namespace mazurka::cli
