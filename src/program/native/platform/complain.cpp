#include "program/native/platform/complain.h"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "program/native/platform/raw_system_call.h"

namespace mazurka::native {

int user_output = 1;
int user_errors = 2;
constinit std::atomic<bool>* gave_up = nullptr;

namespace {

constinit bool is_silent = false;

void say(const char* text) {
  // Nothing can be done about a message that cannot be printed.
  [[maybe_unused]] const auto written =
      raw_system_call(SYS_write, user_errors, as_long(text), static_cast<long>(std::strlen(text)));
}

}  // namespace

void keep_user_streams() {
  user_output = fcntl(1, F_DUPFD_CLOEXEC, 100);
  user_errors = fcntl(2, F_DUPFD_CLOEXEC, 100);
}

void silence_program() {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1);
  dup2(nowhere, 2);
  close(nowhere);
  is_silent = true;
}

Silence::Silence() : ends_(!is_silent) {
  if (ends_) silence_program();
}

Silence::~Silence() {
  if (!ends_) return;
  dup2(user_output, 1);
  dup2(user_errors, 2);
  is_silent = false;
}

void give_up(const char* what, const char* detail) {
  say("mazurka: error: ");
  say(what);
  if (detail != nullptr) {
    say(": ");
    say(detail);
  }
  say("\n");
  if (gave_up != nullptr) *gave_up = true;
  // A call of _exit() by a running task would be taken for one of the tested program.
  while (true) raw_system_call(SYS_exit_group, 2);
}

void warn(const char* what) {
  say("mazurka: warning: ");
  say(what);
  say("\n");
}

}  // namespace mazurka::native
