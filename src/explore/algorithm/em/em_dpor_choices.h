// Options that decide what EM-DPOR picks where the paper says "any".
//
// EM-DPOR has no sleep sets, so the number of executions depends on these options, often by orders
// of magnitude. The defaults are those of the tool that was published with the paper, and so
// reproduce its numbers.
#pragma once

#include <cstdint>

namespace mazurka {

struct EmDporChoices {
  // Which enabled thread runs first in a new state (Algorithm 1 l.7).
  enum class First : std::uint8_t {
    as_recorded,  // like in_source in the first execution, like `lowest` in all others
    same_thread,  // the thread that ran last, or the lowest if that one is not enabled
    lowest,       // by the number in the thread's name, then by its index
    highest,      //
    in_source,    // the thread whose operation comes first in the source (the recorded trace)
  };
  First first = First::as_recorded;
  // Which of a state's backtracking choices comes next (Algorithm 1 l.9).
  enum class Next : std::uint8_t { lowest, oldest };
  Next next = Next::lowest;
  // Add no backtracking choice if one of the possible threads (Algorithm 2 l.14) is a choice
  // already.
  bool reuse = true;
  // Which of the possible threads becomes a backtracking choice (Algorithm 2 l.14).
  enum class Target : std::uint8_t {
    lowest,
    own,  // the thread of r' if it is possible, else the lowest
    highest,
    all,
  };
  Target target = Target::lowest;
  // Treat two reads of one variable as independent (Appendix C.1).
  bool reads_independent = true;
  // Treat operations on a lock by messages of one thread as independent (Appendix C.2).
  bool same_thread_locks_independent = true;
};

}  // namespace mazurka
