// Which steps of an erroneous execution are shown, in which columns, with which marks.
//
// Shared by all outputs that draw one; what it looks like is up to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

enum class Detail : std::uint8_t {
  relevant,  // what led to the error; of very long ones its beginning and its end
  all,
};

enum class RowKind : std::uint8_t {
  event,
  failure,  // the error happens here; no event of its own
  waiting,  // at the end: what the task of this column waits for
  gap,      // steps that led to the error, too, but are too many to be shown
};

struct TimelineRow {
  RowKind kind = RowKind::event;
  std::size_t column = 0;  // not of a gap
  Position position = 0;   // of an event
  // "x = 3"; of a gap: "12 steps left out"; of several steps in one call of a library:
  // "std::vector::push_back (4 steps)", and then the position is that of the first.
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
  std::size_t bookkeeping = 0;  // of them, those that libraries made for themselves
  bool has_gaps = false;        // are some of the others part of what led to the error?
};

// By position: does the event lead to the error? All that happens before what the failing task, or
// the tasks that wait, did last, or before what the argument names.
[[nodiscard]] std::vector<bool> causal_past_of(const Counterexample& error);

// By position: is it a step that a library made for itself, and that nothing refers to which is
// said about the error? Such steps are left out, unless somebody wants to see all.
[[nodiscard]] std::vector<bool> bookkeeping_of(const Counterexample& error);

// Does the error happen to one task at one moment? A deadlock shows at the end, and so does an
// execution that was given up because of its length.
[[nodiscard]] bool is_failure(const Counterexample& error);

// "assertion failed": the kind of error where its message stands elsewhere.
[[nodiscard]] std::string_view short_words(FindingKind kind);

[[nodiscard]] Timeline make_timeline(const Counterexample& error, Detail detail);

}  // namespace mazurka
