#include "cli/run.h"

#include <new>

#include "cli/check_command.h"
#include "cli/command_line.h"
#include "cli/replay_command.h"
#include "cli/robust_command.h"
#include "core/invariant.h"

namespace mazurka::cli {

namespace {

struct Runner {
  std::ostream& out;
  std::ostream& err;

  int operator()(const CheckCommand& command) const { return run_check(command, out, err); }
  int operator()(const ReplayCommand& command) const { return run_replay(command, out, err); }
  int operator()(const RobustCommand& command) const { return run_robust(command, out, err); }
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

int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  try {
    const int status = std::visit(Runner{out, err}, parse_command_line(arguments));
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
