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

// A check that is too slow for release builds. It is on in builds that check the standard library,
// too: the presets dev and clang, and those with sanitizers.
#ifdef _GLIBCXX_ASSERTIONS
#define MAZURKA_DEBUG_INVARIANT(condition, why) MAZURKA_INVARIANT(condition, why)
#else
#define MAZURKA_DEBUG_INVARIANT(condition, why) \
  do {                                          \
    if (false) static_cast<void>((condition));  \
  } while (false)
#endif
