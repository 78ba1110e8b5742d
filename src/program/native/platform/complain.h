// Messages to the user from code that can use neither exceptions nor streams.
#pragma once

#include <atomic>

namespace mazurka::native {

// Prints "mazurka: error: …" and ends the process with status 2.
[[noreturn]] void give_up(const char* what, const char* detail = nullptr);
// Set by give_up(), unless null: another process may want to know why this one has ended.
extern constinit std::atomic<bool>* gave_up;

// Prints "mazurka: warning: …".
void warn(const char* what);

// Duplicates of descriptors 1 and 2 as they were at start. The tested program may close or redirect
// 1 and 2; these stay connected to the user's terminal.
extern int user_output;
extern int user_errors;
// Creates these duplicates. REQUIRES: called once, before the tested program can change 1 or 2.
void keep_user_streams();
// Redirects the program's standard output and standard error to /dev/null.
void silence_program();

// Silences the program for the lifetime of this object, unless it is silent already. Used when an
// execution whose output the user has seen runs again.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  bool ends_ = false;
};

}  // namespace mazurka::native
