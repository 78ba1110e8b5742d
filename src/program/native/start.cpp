// The process begins here instead of in main: static constructors run as always, then the checker.
#include "program/native/start.h"

#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string_view>
#include <sys/personality.h>
#include <unistd.h>

#include "program/native/hooks/standard_streams.h"
#include "program/native/plain_run.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/process/running.h"
#include "program/native/schedule/faults.h"

extern "C" char __libc_single_threaded;

namespace mazurka::native {
namespace {

using Main = int (*)(int, char**, char**);
constinit Main main_of_program = nullptr;
constinit Command run_command = nullptr;

// Addresses must be the same in every process, so that a schedule means the same in all of them.
void make_addresses_fixed(char** arguments) {
  const int now = personality(0xffffffff);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  constexpr const char* tried = "MAZURKA_FIXED_ADDRESSES";
  if (getenv(tried) != nullptr || personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE) == -1)
    return;
  setenv(tried, "1", 1);
  execv("/proc/self/exe", arguments);
}

// Before the program's static constructors: what they print must come once, and go where the rest
// goes, and what they allocate must have the same addresses.
[[gnu::constructor]] void begin_before_the_program(int /*count*/, char** arguments, char**) {
  const char* const command = getenv("MAZURKA_COMMAND");
  if (command == nullptr) return;
  make_addresses_fixed(arguments);
  begin_standard_streams(std::string_view(command).starts_with("replay"));
}

int run_checker(int count, char** arguments, char** /*environment*/) {
  const char* const command = getenv("MAZURKA_COMMAND");
  if (command == nullptr) {
    the_checker_has_started = true;
    return run_plainly(main_of_program, count, arguments);
  }
  const std::string text = command;
  unsetenv("MAZURKA_COMMAND");
  unsetenv("MAZURKA_FIXED_ADDRESSES");
  // With more than one thread, the C++ library uses atomic accesses where it must.
  __libc_single_threaded = 0;
  the_checker_has_started = true;
  catch_faults();
  ProgramToRun program{.main = main_of_program, .arguments = {count > 0 ? arguments[0] : ""}};
  return run_command(std::move(program), text.c_str());
}

}  // namespace

void set_command(Command command) { run_command = command; }

}  // namespace mazurka::native

MAZURKA_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments,
                                     void (*init)(), void (*fini)(), void (*rtld_fini)(),
                                     void* stack_end) {
  using Start =
      int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto real = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  mazurka::native::main_of_program = main;
  return real(mazurka::native::run_checker, count, arguments, init, fini, rtld_fini, stack_end);
}
