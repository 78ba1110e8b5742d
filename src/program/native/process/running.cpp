#include "program/native/process/running.h"

#include <cstdlib>

namespace mazurka::native {

constinit Task* running = nullptr;
constinit bool the_checker_has_started = false;
constinit bool runs_plainly = false;
constinit bool runs_with_threads = false;

bool will_run_plainly() {
  static const bool result = getenv("MAZURKA_COMMAND") == nullptr;
  return runs_plainly || (!the_checker_has_started && result);
}

}  // namespace mazurka::native
