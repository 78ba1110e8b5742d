// Where the EM-DPOR paper says "any": what EM-DPOR picks.
//
// Without sleep sets the number of executions depends on it, often by orders of magnitude. The
// defaults are those of the tool that was published with the paper, and so give its numbers.
#pragma once

#include <cstdint>

namespace mazurka {

struct EmDporChoices {
  // Which enabled thread goes first in a new state (Algorithm 1 l.7).
  enum class First : std::uint8_t {
    as_recorded,  // in the first execution as in_source, from then on the lowest
    same_thread,  // that which ran last, else the lowest
    lowest,       // by the numbers in their names, then by their ids
    highest,      //
    in_source,    // whose operation stands first in the source: of a trace, as it was recorded
  };
  First first = First::as_recorded;
  // Which of a state's backtracking choices comes next (Algorithm 1 l.9).
  enum class Next : std::uint8_t { lowest, oldest };
  Next next = Next::lowest;
  // Of several threads that would do as a backtracking choice (Algorithm 2 l.14), one that is a
  // choice already.
  bool reuse = true;
  enum class Target : std::uint8_t {
    lowest,   // else the lowest
    own,      // else that of r' itself, if it is among them, else the lowest
    highest,  //
    all,      // all of them
  };
  Target target = Target::lowest;
  // Two reads of one variable are independent (Appendix C.1).
  bool reads_independent = true;
  // Locks that are taken by messages of one thread are independent (Appendix C.2).
  bool same_thread_locks_independent = true;
};

}  // namespace mazurka
