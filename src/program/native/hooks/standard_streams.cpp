#include "program/native/hooks/standard_streams.h"

#include <cerrno>
#include <cstdio>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "program/native/kernel/standard_input.h"
#include "program/native/platform/complain.h"
#include "program/native/platform/export.h"
#include "program/native/platform/raw_system_call.h"
#include "program/native/process/running.h"

namespace mazurka::native {
namespace {

constinit char output_buffer[4096] = {};

}  // namespace

void begin_standard_streams(bool shows_output) {
  keep_user_streams();
  if (!shows_output) silence_program();
  setvbuf(stdin, input_buffer, _IOFBF, input_buffer_size);
  setvbuf(stdout, shows_output ? nullptr : output_buffer, shows_output ? _IONBF : _IOFBF,
          sizeof output_buffer);
}

}  // namespace mazurka::native

MAZURKA_EXPORT int isatty(int descriptor) noexcept {
  using namespace mazurka::native;
  const bool is_of_program = running != nullptr || !the_checker_has_started;
  if (is_of_program && descriptor <= 2 && !will_run_plainly()) {
    errno = ENOTTY;
    return 0;
  }
  termios unused{};
  return raw_system_call(SYS_ioctl, descriptor, TCGETS, as_long(&unused)) == 0 ? 1 : 0;
}
