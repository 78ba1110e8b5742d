// Whose code makes a step: that of the program's author, or that of a library which he called.
#pragma once

#include <cstdint>
#include <string>

namespace mazurka {

struct StepOrigin {
  enum class Kind : std::uint8_t {
    own,          // his code, or an operation that he asked for by name: lock, wait, an atomic
    library,      // an access to data that a library keeps for him: std::vector
    bookkeeping,  // an access to what a library keeps for itself: arguments of threads, counters
  };
  Kind kind = Kind::own;
  std::string call;  // the function of the library that his code called; may be empty
};

}  // namespace mazurka
