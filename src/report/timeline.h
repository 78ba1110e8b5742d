// Selects which steps of an erroneous execution are shown, in which columns, with which marks.
//
// All outputs that draw a timeline share it; each has its own layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

enum class Detail : std::uint8_t {
  relevant,  // what led to the error; if that is very long, its beginning and end
  all,
};

enum class RowKind : std::uint8_t {
  event,
  failure,  // the error happens here; not an event
  waiting,  // at the end: what the task of this column waits for
  gap,      // steps that led to the error, but are too many to be shown
};

struct TimelineRow {
  RowKind kind = RowKind::event;
  std::size_t column = 0;  // unused in a gap
  Position position = 0;   // of an event
  // "x = 3"; for a gap, "12 steps omitted"; for several steps in one library call,
  // "std::vector::push_back (4 steps)", with the position of the first one.
  std::string text;
  std::string place;         // "bank.mzk:18:3"; may be empty
  std::string marks;         // a letter for each race that it takes part in
  bool shows_error = false;  // one of the events that the finding names
};

struct Timeline {
  std::vector<std::string> columns;  // the tasks, in the order of their first shown event
  std::vector<TimelineRow> rows;
  bool has_marks = false;
  std::size_t left_out = 0;     // steps that are not shown
  std::size_t bookkeeping = 0;  // how many of these are internal steps of libraries
  bool has_gaps = false;        // whether some of the others led to the error
};

// Returns for each position whether the event led to the error: whether it happens before the last
// event of the failing task or of a task that waits, or before an event that the explanation names.
[[nodiscard]] std::vector<bool> causal_past_of(const Counterexample& error);

// Returns for each position whether it is an internal step of a library that the explanation does
// not refer to. Such steps are omitted, except with --verbose.
[[nodiscard]] std::vector<bool> bookkeeping_of(const Counterexample& error);

// Returns whether the error happens in one task at one step. A deadlock shows at the end, and so
// does an execution that was stopped because of its length.
[[nodiscard]] bool is_failure(const Counterexample& error);

// Returns the kind of error for the last row of the timeline: "assertion failed".
[[nodiscard]] std::string_view short_words(FindingKind kind);

[[nodiscard]] Timeline make_timeline(const Counterexample& error, Detail detail);

}  // namespace mazurka
