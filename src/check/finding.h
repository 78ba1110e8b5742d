// An error in an execution: what is wrong, where, which events show it, and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"

namespace mazurka {

// The `kind` of an error in the JSON report (docs/formats.md).
enum class FindingKind : std::uint8_t {
  assertion,
  deadlock,
  livelock,
  runtime_error,
  misuse,
  crash,
  uncaught_exception,
  stack_overflow,
  use_after_free,
  double_free,
  invalid_free,
  leak,
  exit_status,
  data_race,
  undelivered_message,
  nondeterminism,
  not_serialisable,   // `mazurka robust`: a cycle of events
  not_deterministic,  // `mazurka robust`: an inversion within an event
};

[[nodiscard]] std::string_view name_of(FindingKind kind);

// One line of the explanation: a fact and, optionally, the event that shows it.
struct Reason {
  static constexpr Position nowhere = 0xffffffffu;
  std::string text;  // "holds A (bank.mzk:18), waits for B", "because on_pay took B at step 5 …"
  Position position = nowhere;
  std::string subject = {};  // the task that `text` is about, to be shown before it; may be empty
};

struct Finding {
  FindingKind kind = FindingKind::assertion;
  std::string message;           // "assertion failed: x == 1", "deadlock after 9 steps"
  TaskId task;                   // none for a deadlock
  LocationId location;           // where it happened; for a deadlock, where the first task waits
  Position position = 0;         // how many events had been executed
  std::vector<Reason> because;   // the explanation, in order
  std::vector<Position> events;  // the events that show it
  // The locations, if there are several: where the tasks of a deadlock wait, or both accesses of a
  // data race. Sorted, without duplicates.
  std::vector<LocationId> places;

  // Identifies the error: findings of the same kind at the same locations are one error.
  [[nodiscard]] std::string identity() const;
};

}  // namespace mazurka
