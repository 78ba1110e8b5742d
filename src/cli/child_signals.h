// Forwards SIGINT and SIGTERM to a child process.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace mazurka::cli {

// How the child ended, as waitpid says.
[[nodiscard]] int end_of(pid_t child);

// While this object exists, the child gets these signals. Signals from the terminal reach it
// anyway.
class ChildSignals {
 public:
  ChildSignals();
  ~ChildSignals();
  ChildSignals(const ChildSignals&) = delete;
  ChildSignals& operator=(const ChildSignals&) = delete;

  // Waits for the child, and returns how it ended, as waitpid reports it. If a signal arrived
  // before the child started, the child is told to end.
  [[nodiscard]] int wait_for(pid_t child);
  [[nodiscard]] bool came() const;  // whether a signal has arrived

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace mazurka::cli
