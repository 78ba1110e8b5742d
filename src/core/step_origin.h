// Which code performs a step: the user's code, or a library that it called.
#pragma once

#include <cstdint>
#include <string>

namespace mazurka {

struct StepOrigin {
  enum class Kind : std::uint8_t {
    own,          // the user's code, or an operation that it names: lock, wait, an atomic
    library,      // an access to data that a library keeps for the user: std::vector
    bookkeeping,  // an access to internal data of a library: arguments of threads, counters
  };
  Kind kind = Kind::own;
  std::string call;  // the function of the library that the user's code called; may be empty
  bool operator==(const StepOrigin&) const = default;
};

}  // namespace mazurka
