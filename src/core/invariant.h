// We erred: a check that is on in release builds too. The explorer adds the schedule so far.
#pragma once

#include <stdexcept>
#include <string>

namespace mazurka {

struct InvariantError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void invariant_failed(const char* condition, const char* file, int line,
                                          const char* why) {
  throw InvariantError(std::string(file) + ":" + std::to_string(line) + ": " + why + " (" +
                       condition + ")");
}

}  // namespace mazurka

#define MAZURKA_INVARIANT(condition, why)                                      \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::mazurka::invariant_failed(#condition, __FILE_NAME__, __LINE__, (why)); \
  } while (false)
