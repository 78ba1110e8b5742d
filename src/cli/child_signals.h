// What a process with a child does with SIGINT and SIGTERM: they are the child's affair.
#pragma once

#include <csignal>
#include <sys/types.h>

namespace mazurka::cli {

// How the child ended, as waitpid says.
[[nodiscard]] int end_of(pid_t child);

// From its making to its end, the child gets them. What comes from the terminal, it has already.
class ChildSignals {
 public:
  ChildSignals();
  ~ChildSignals();
  ChildSignals(const ChildSignals&) = delete;
  ChildSignals& operator=(const ChildSignals&) = delete;

  // How the child ended, as waitpid says. If a signal has come before, it is told to end.
  [[nodiscard]] int wait_for(pid_t child);
  [[nodiscard]] bool came() const;  // was there one so far?

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace mazurka::cli
