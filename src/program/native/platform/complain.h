// Words to the user from places where neither exceptions nor streams can be used.
#pragma once

namespace mazurka::native {

// Prints "mazurka: error: …" and ends the process with status 2.
[[noreturn]] void give_up(const char* what, const char* detail = nullptr);

// Prints "mazurka: warning: …".
void warn(const char* what);

// File descriptors of the user's terminal, whatever the tested program does to 1 and 2.
extern int user_output;
extern int user_errors;
// Keeps them, so that 1 and 2 are the program's alone. Called once, first of all.
void keep_user_streams();
// What the program prints from now on goes nowhere.
void silence_program();

// While it lives, that holds: for executions that were shown before, and run again to learn more.
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
