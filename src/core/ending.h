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
  deadlock,  // some tasks wait forever
};

// An error of the program under test that the front end detected while it ran. A value, never an
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
  exit_status,  // the process ends with a status other than 0
};

struct Failure {
  FailureKind kind = FailureKind::assertion;
  std::string message;    // "assertion failed: x == 1"
  std::string note;       // further facts, such as values: "x is 2"; may be empty
  TaskId task;            //
  LocationId location;    //
  Position position = 0;  // how many events had been executed when it happened
};

struct Ending {
  EndingKind kind = EndingKind::complete;
  std::vector<Failure> failures;  // not empty iff kind is `error`
  // The process ended by exit() or a related function, not because every task ended: what the
  // remaining tasks wait for does not matter.
  bool process_has_ended = false;
  bool cut = false;  // blocked by a limit on loops, not by an assume
  // Blocked because a task called procedures deeper than the limit: where it made the first call
  // that was not executed. None: no task did.
  LocationId too_deep;
  // Blocked because tasks only wait for time to pass, or retry, not by an assume. Other executions
  // cover what follows.
  bool given_up = false;
  // Where a task first waited or stopped in a loop although other tasks could have seen it make
  // further rounds, which are not explored. None: no task did. Independent of the kind.
  LocationId cut_by_fairness;
};

}  // namespace mazurka
