#include "program/native/kernel/signals.h"

namespace mazurka::native {

constinit sighandler_t handlers_of_signals[most_signals] = {};

void forget_signals() {
  for (sighandler_t& handler : handlers_of_signals) handler = SIG_DFL;
}

}  // namespace mazurka::native
