#include "program/native/complain.h"

#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace mazurka::native {

int user_output = 1;
int user_errors = 2;

namespace {

void say(const char* text) {
  // Nothing can be done about a message that cannot be printed.
  [[maybe_unused]] const auto written = write(user_errors, text, std::strlen(text));
}

constexpr int most_notes = 64;
const char* notes[most_notes];
int note_count = 0;

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
}

void give_up(const char* what, const char* detail) {
  say("mazurka: error: ");
  say(what);
  if (detail != nullptr) {
    say(": ");
    say(detail);
  }
  say("\n");
  _exit(2);
}

void note_once(const char* what) {
  for (int i = 0; i < note_count; ++i)
    if (std::strcmp(notes[i], what) == 0) return;
  if (note_count == most_notes) return;
  notes[note_count++] = what;
  say("mazurka: note: ");
  say(what);
  say("\n");
}

}  // namespace mazurka::native
