// How a maximal execution ended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.h"

namespace mazurka {

enum class EndingKind : std::uint8_t {
  complete,  // every task has ended
  error,     // something failed (an assertion, a misuse …)
  blocked,   // some task stopped at an `assume`
  deadlock,  // tasks are left that wait for ever
};

// What the tested program did wrong, noticed by the front end while it ran. A value, never an
// exception.
enum class FailureKind : std::uint8_t {
  assertion,
  runtime_error,
  misuse,
  livelock,
  crash,  // a signal, abort
  uncaught_exception,
  stack_overflow,
  use_after_free,
  double_free,
  invalid_free,
  leak,
  exit_status,  // the process ends with another one than 0
};

struct Failure {
  FailureKind kind = FailureKind::assertion;
  std::string message;    // "assertion failed: x == 1"
  std::string note;       // what else is known, e.g. the values: "x is 2"; may be empty
  TaskId task;            //
  LocationId location;    //
  Position position = 0;  // how many events had been executed when it happened
};

struct Ending {
  EndingKind kind = EndingKind::complete;
  std::vector<Failure> failures;  // not empty iff kind is `error`
  // By exit() or the like, and not because every task has: what is left then does not matter.
  bool process_has_ended = false;
  bool cut = false;  // blocked: not by an assume, but by a bound on loops
  // Blocked: not by an assume; but tasks only wait for time, or try again and again, and what comes
  // of that is in other executions.
  bool given_up = false;
};

}  // namespace mazurka
