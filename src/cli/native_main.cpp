// The command line inside an executable that is itself the program under test: the native front end
// hands it out, whatever the command line calls it.
#include <array>
#include <cstdlib>
#include <ext/stdio_filebuf.h>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/files.h"
#include "cli/front_end.h"
#include "cli/native_build/link_record.h"
#include "cli/program_hash.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "program/native/debug_info/debug_process.h"
#include "program/native/debug_info/warnings.h"
#include "program/native/identity.h"
#include "program/native/kernel/standard_input.h"
#include "program/native/platform/complain.h"
#include "program/native/start.h"

namespace mazurka::cli {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.push_back(line);
  return result;
}

int run_native_command(native::ProgramToRun program, const char* command) {
  const std::vector<std::string> arguments = lines_of(command);
  // Whoever built the program for this run knows a hash of its sources.
  const char* const known_hash = std::getenv("MAZURKA_PROGRAM_HASH");
  const std::string hash =
      known_hash != nullptr ? known_hash : program_hash(read_file("/proc/self/exe"), {});
  unsetenv("MAZURKA_PROGRAM_HASH");
  const bool is_fresh = std::getenv("MAZURKA_FRESHLY_BUILT") != nullptr;
  unsetenv("MAZURKA_FRESHLY_BUILT");
  const Loader load = [&](const ProgramToLoad& wanted) -> LoadedProgram {
    program.options = wanted.run;
    for (const std::string& argument : wanted.arguments) program.arguments.push_back(argument);
    return {native::make_program(program),
            hash,
            [program, is_fresh](std::optional<bool> with_input) {
              return native::identity_of(program, is_fresh,
                                         with_input.value_or(native::input_was_read()));
            },
            [](std::atomic<bool>& flag) { native::gave_up = &flag; },
            read_link_record("/proc/self/exe"),
            native::on_warning,
            native::know_warning,
            native::stop_asking_when};
  };
  // Streams that go past stdio, whose state belongs to the tested program.
  __gnu_cxx::stdio_filebuf<char> out_buffer(native::user_output, std::ios::out);
  __gnu_cxx::stdio_filebuf<char> err_buffer(native::user_errors, std::ios::out);
  std::ostream out(&out_buffer);
  std::ostream err(&err_buffer);
  err << std::unitbuf;
  set_descriptor(out, native::user_output);
  set_descriptor(err, native::user_errors);
  const int status = run(arguments, out, err, load);
  out.flush();
  _exit(status);  // what is left of the tested program must not run its exit handlers
}

[[gnu::constructor]] void announce_command() { native::set_command(run_native_command); }

}  // namespace

}  // namespace mazurka::cli
