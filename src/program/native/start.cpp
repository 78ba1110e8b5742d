// The entry point of a tested program: static constructors run as usual, then the checker runs
// instead of main.
#include "program/native/start.h"

#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string_view>
#include <sys/personality.h>
#include <unistd.h>

#include "program/native/hooks/standard_streams.h"
#include "program/native/hooks/trapped_futex.h"
#include "program/native/plain_run.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/direct_calls.h"
#include "program/native/platform/export.h"
#include "program/native/process/libraries.h"
#include "program/native/process/running.h"
#include "program/native/schedule/faults.h"

extern "C" char __libc_single_threaded;

namespace mazurka::native {
namespace {

using Main = int (*)(int, char**, char**);
constinit Main main_of_program = nullptr;
constinit Command run_command = nullptr;

// Restarts the process without address space randomisation. Addresses must be the same in every
// process, because schedules contain them.
void make_addresses_fixed(char** arguments) {
  const int now = personality(0xffffffff);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  constexpr const char* tried = "MAZURKA_FIXED_ADDRESSES";
  if (getenv(tried) != nullptr || personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE) == -1)
    return;
  setenv(tried, "1", 1);
  execv("/proc/self/exe", arguments);
}

// Runs before the program's static constructors. If the program was started directly, it has real
// threads from here on, unless it uses functions of mazurka.h. Otherwise, what the constructors
// print must appear only once, on the same streams as later output, and what they allocate must
// have the same addresses in every process.
[[gnu::constructor]] void begin_before_the_program(int /*count*/, char** arguments, char**) {
  const char* const command = getenv("MAZURKA_COMMAND");
  if (command == nullptr) {
    if (needs_runtime()) return;
    runs_with_threads = true;
    return call_directly();
  }
  make_addresses_fixed(arguments);
  begin_standard_streams(std::string_view(command).starts_with("replay"));
}

int run_checker(int count, char** arguments, char** /*environment*/) {
  const char* const command = getenv("MAZURKA_COMMAND");
  if (runs_with_threads) return main_of_program(count, arguments, environ);
  if (command == nullptr) {
    the_checker_has_started = true;
    libraries().find();
    trap_futexes_of_libraries();
    return run_plainly(main_of_program, count, arguments);
  }
  const std::string text = command;
  unsetenv("MAZURKA_COMMAND");
  unsetenv("MAZURKA_FIXED_ADDRESSES");
  // Makes the C++ library use atomic accesses, as in a process with several threads.
  __libc_single_threaded = 0;
  the_checker_has_started = true;
  catch_faults();
  libraries().find();
  trap_futexes_of_libraries();
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
