// The frame of the instrumented sequential program of robustness.
//   Paper    [Robustness17] Sections 6 and 7, Figures 8 and 10.
//   Words    seq_mode 1 = checks determinism of an event (detSeq); 2 = runs the delayed event; 3 =
//            runs the events after it (robSeq). seq_skip = skip; the choice in seq_run = skipProc;
//            seq_pivot, seq_pivot_writes = pivotLabel, by what it accesses; seq_task_reads/writes =
//            rdSetProc, wrSetProc; seq_taint_reads/writes = rdSetGlobal, wrSetGlobal; seq_tainted =
//            conflictDetected; seq_reached_reads/writes = the exit points so far.
//   Differs  sequential_model.cpp lists the deviations.
#include "program/model/sequential_frame.h"

#include <algorithm>

namespace mazurka::model {

namespace {

// How many invocations may be pending at once. An index out of range is a failure of the model that
// is checked, so a program that needs more is noticed.
constexpr int most_invocations = 1000;

// Returns the number of elements of an array, which must not be 0.
std::string count_of(std::size_t elements) {
  return std::to_string(std::max<std::size_t>(elements, 1));
}

// Returns ", a0, a1 …".
std::string numbered(std::size_t arguments) {
  std::string result;
  for (std::size_t i = 0; i < arguments; ++i) result += ", a" + std::to_string(i);
  return result;
}

// Returns the variables, and the procedures that the bodies call.
std::string head(const SequentialFrame& frame) {
  const std::string cells = count_of(frame.cells.size());
  const std::string invocations = std::to_string(most_invocations);
  std::string text = "// The sequential program of '" + frame.file +
                     "' for robustness: 'mazurka check' finds a failed\n"
                     "// assertion iff 'mazurka robust' finds a conflict, benign or not.\n";
  for (std::size_t i = 0; i < frame.cells.size(); ++i)
    text += "//   cell " + std::to_string(i) + ": " + frame.cells[i].name + "\n";
  text += "var seq_memory[" + cells + "];\n";
  text += "var seq_mode, seq_skip, seq_main, seq_after, seq_is_pivot, seq_tainted;\n";
  text += "var seq_pivot_set, seq_pivot, seq_pivot_writes, seq_pivot_on_main;\n";
  text += "var seq_linked, seq_closes, seq_used[" + count_of(frame.events.size()) + "];\n";
  for (const char* set : {"task", "taint", "reached", "event"})
    text += std::string("var seq_") + set + "_reads[" + cells + "], seq_" + set + "_writes[" +
            cells + "];\n";
  text += "var seq_top, seq_code[" + invocations + "], seq_on_main[" + invocations +
          "], seq_ordered[" + invocations + "];\n";
  for (std::size_t i = 0; i < frame.arguments; ++i)
    text += "var seq_argument" + std::to_string(i) + "[" + invocations + "];\n";
  text += R"(handler seq_unused;

// Returns whether the access is to be made.
procedure seq_access(cell, writes) {
  if (seq_skip) { return 0; }
  if (seq_mode == 1) {
    // Figure 8: the root conflicts with the pivot, and nothing orders it after the pivot.
    assert !(seq_pivot_set && !seq_is_pivot && !seq_after && cell == seq_pivot
             && (writes || seq_pivot_writes));
    if (!seq_pivot_set) {
      if (choose(2)) {
        seq_pivot_set = 1; seq_is_pivot = 1; seq_pivot = cell; seq_pivot_writes = writes;
        seq_pivot_on_main = seq_main;
      }
    }
    return 1;
  }
  if (seq_mode == 2 && !seq_pivot_set) {
    // Figure 10: the pivot of the delayed event, and with it the rest of its invocation, is
    // skipped.
    if (choose(2)) {
      seq_pivot_set = 1; seq_skip = 1; seq_pivot = cell; seq_pivot_writes = writes;
      seq_pivot_on_main = seq_main;
      if (seq_main) {
        seq_tainted = 1;
        for i in 0..CELLS {
          seq_taint_reads[i] = seq_task_reads[i]; seq_taint_writes[i] = seq_task_writes[i];
        }
      }
      return 0;
    }
  }
  if (seq_mode >= 2) {
    if (seq_pivot_set && seq_pivot_on_main) {
      // What depends on the incomplete message cannot be a message of the main handler.
      if (seq_taint_writes[cell] || (writes && seq_taint_reads[cell])) {
        assume !seq_main;
        seq_tainted = 1;
      }
      if (seq_tainted) {
        if (writes) { seq_taint_writes[cell] = 1; } else { seq_taint_reads[cell] = 1; }
      }
    }
    if (writes) { seq_task_writes[cell] = 1; seq_event_writes[cell] = 1; }
    else { seq_task_reads[cell] = 1; seq_event_reads[cell] = 1; }
    if (seq_mode == 3) {
      if (seq_reached_writes[cell] || (writes && seq_reached_reads[cell])) { seq_linked = 1; }
      if (cell == seq_pivot && (writes || seq_pivot_writes)) { seq_closes = 1; }
    }
  }
  return 1;
}
// A task stops at an index that is out of range.
procedure seq_element(first, count, index) {
  if (index >= 0 && index < count) { return first + index; }
  seq_skip = 1;
  return first;
}
procedure seq_read(cell) { if (call seq_access(cell, 0)) { return seq_memory[cell]; } return 0; }
procedure seq_write(cell, value) { if (call seq_access(cell, 1)) { seq_memory[cell] = value; } }
procedure seq_add(cell, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  let old = seq_memory[cell];
  seq_memory[cell] = old + value;
  return old;
}
procedure seq_exchange(cell, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  let old = seq_memory[cell];
  seq_memory[cell] = value;
  return old;
}
procedure seq_cas(cell, expected, value) {
  if (!call seq_access(cell, 1)) { return 0; }
  if (seq_memory[cell] != expected) { return 0; }
  seq_memory[cell] = value;
  return 1;
}
)";
  text += "procedure seq_invoke(code, on_main" + numbered(frame.arguments) +
          ") {\n  if (seq_skip) { return 0; }\n";
  text += "  seq_code[seq_top] = code; seq_on_main[seq_top] = on_main;\n";
  for (std::size_t i = 0; i < frame.arguments; ++i)
    text += "  seq_argument" + std::to_string(i) + "[seq_top] = a" + std::to_string(i) + ";\n";
  text +=
      "  // What the task of the pivot creates after it comes after it in every execution.\n"
      "  seq_ordered[seq_top] = seq_is_pivot || seq_after;\n  seq_top = seq_top + 1;\n}\n";
  for (std::size_t at = text.find("CELLS"); at != std::string::npos; at = text.find("CELLS"))
    text.replace(at, 5, cells);
  return text;
}

// Returns the procedure that runs a task and its invocations.
std::string dispatcher(const SequentialFrame& frame) {
  const std::string cells = count_of(frame.cells.size());
  std::string text = "\n// Runs a task, then what it has invoked, in this order (Section 6.3).\n";
  text += "procedure seq_run(code, on_main, tainted, after, under" + numbered(frame.arguments) +
          ") {\n";
  text += R"(  if (seq_mode >= 2 && seq_pivot_set && seq_pivot_on_main && on_main) {
    // A message that depends on the incomplete one cannot start; any other may not have started.
    if (tainted) { return 0; }
    if (choose(2)) { return 0; }
  }
  // A message of the main handler starts after the one that led to it has ended.
  if (under && on_main) { after = 1; }
  seq_main = on_main; seq_tainted = tainted; seq_after = after; seq_is_pivot = 0; seq_skip = 0;
  for i in 0..)" +
          cells + R"( { seq_task_reads[i] = 0; seq_task_writes[i] = 0; }
  let first = seq_top;
)";
  std::string begin = "  if (";
  for (const SequentialFrame::Body& body : frame.bodies) {
    const std::string code = std::to_string(body.code);
    std::string arguments;
    for (std::size_t i = 0; i < body.parameters; ++i)
      arguments += (i > 0 ? ", a" : "a") + std::to_string(i);
    text += begin + "code == " + code + ") { call seq_body_" + code + "(" + arguments + "); }\n";
    begin = "  else if (";
  }
  text += R"(  let is_tainted = seq_tainted;
  let is_under = under || (seq_is_pivot && on_main);
  let last = seq_top;
  for i in first..last {
    call seq_run(seq_code[i], seq_on_main[i], is_tainted, seq_ordered[i], is_under)";
  for (std::size_t i = 0; i < frame.arguments; ++i)
    text += ", seq_argument" + std::to_string(i) + "[i]";
  return text + ");\n  }\n  seq_top = first;\n}\n";
}

// Returns the thread that runs the events.
std::string driver(const SequentialFrame& frame) {
  const std::string cells = count_of(frame.cells.size());
  std::string text = "\n// Runs an event that has not run yet.\nprocedure seq_event() {\n";
  text += "  let event = choose(" + count_of(frame.events.size()) +
          ");\n  assume !seq_used[event];\n  seq_used[event] = 1;\n";
  text += "  for i in 0.." + cells + " { seq_event_reads[i] = 0; seq_event_writes[i] = 0; }\n";
  std::string begin = "  if (";
  for (std::size_t i = 0; i < frame.events.size(); ++i) {
    const SequentialFrame::EventPost& event = frame.events[i];
    text += begin + "event == " + std::to_string(i) + ") { call seq_run(" +
            std::to_string(event.code) + ", 1, 0, 0, 0" +
            (event.arguments.empty() ? "" : ", " + event.arguments) + "); }\n";
    begin = "  else if (";
  }
  text +=
      "}\n// Adds what the event has accessed to what is reached.\nprocedure seq_reach() {\n"
      "  for i in 0.." +
      cells + R"( {
    if (seq_event_reads[i]) { seq_reached_reads[i] = 1; }
    if (seq_event_writes[i]) { seq_reached_writes[i] = 1; }
  }
}
thread sequential {
)";
  for (std::size_t i = 0; i < frame.cells.size(); ++i)
    if (frame.cells[i].initial != "0")
      text += "  seq_memory[" + std::to_string(i) + "] = " + frame.cells[i].initial + ";\n";
  text += R"(  while (choose(2)) { call seq_event(); }
  if (choose(2)) {
    seq_mode = 1;
    call seq_event();
    return;
  }
  seq_mode = 2;
  call seq_event();
  assume seq_pivot_set;
  call seq_reach();
  seq_mode = 3;
  while (1) {
    seq_linked = 0; seq_closes = 0;
    call seq_event();
    // An event that no conflict links to the delayed one could as well have run before it.
    assume seq_linked;
    assert !seq_closes;
    call seq_reach();
  }
}
)";
  return text;
}

}  // namespace

std::string sequential_text(const SequentialFrame& frame, const std::string& bodies) {
  return head(frame) + bodies + dispatcher(frame) + driver(frame);
}

}  // namespace mazurka::model
