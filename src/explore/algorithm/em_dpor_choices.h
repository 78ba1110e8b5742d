// Where the EM-DPOR paper says "any": what EM-DPOR picks.
#pragma once

#include <cstdint>

namespace mazurka {

struct EmDporChoices {
  // Which enabled thread goes first in a new state (Algorithm 1 l.7).
  enum class First : std::uint8_t {
    same_thread,  // that which ran last, else the lowest
    lowest,       //
    highest,      //
    in_source,    // whose operation stands first in the source: of a trace, as it was recorded
  };
  First first = First::same_thread;
  // Of several threads that would do as a backtracking choice (Algorithm 2 l.14), one that is a
  // choice already.
  bool reuse = true;
  enum class Target : std::uint8_t {
    own,      // else that of r' itself, if it is among them, else the lowest
    lowest,   //
    highest,  //
    all,      // all of them
  };
  Target target = Target::own;
  // Two reads of one variable are independent (Appendix C.1).
  bool reads_independent = true;
  // Locks that are taken by messages of one thread are independent (Appendix C.2).
  bool same_thread_locks_independent = true;
};

}  // namespace mazurka
