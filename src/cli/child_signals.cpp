#include "cli/child_signals.h"

#include <cerrno>
#include <sys/wait.h>

namespace mazurka::cli {

namespace {

// A signal handler can only access globals.
volatile std::sig_atomic_t child_process = 0;
volatile std::sig_atomic_t got_signal = 0;

void pass_on(int signal, siginfo_t* info, void*) {
  got_signal = 1;
  if (child_process > 0 && info->si_code <= 0) kill(child_process, signal);
}

}  // namespace

int end_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

ChildSignals::ChildSignals() {
  got_signal = 0;
  struct sigaction action {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

ChildSignals::~ChildSignals() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

int ChildSignals::wait_for(pid_t child) {
  child_process = child;
  if (got_signal != 0) kill(child, SIGTERM);  // it came when there was no child to pass it to
  const int status = end_of(child);
  child_process = 0;
  return status;
}

bool ChildSignals::came() const { return got_signal != 0; }

}  // namespace mazurka::cli
