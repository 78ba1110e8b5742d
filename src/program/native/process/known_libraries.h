// What is known about widespread libraries.
#pragma once

#include <string_view>

namespace mazurka::native {

// `library` is a name such as "libglib-2.0" in all functions.

// Returns whether the library synchronises the tasks that call it, as its documentation says: its
// locks, queues, thread pools and tasks order what comes before a call before what comes after a
// later call that depends on it.
[[nodiscard]] bool is_known_to_synchronise(std::string_view library);

// Returns whether the library never gives a block of its own to the program, so that what it has
// allocated and lost is no leak of the program: the runtimes of OpenMP.
[[nodiscard]] bool keeps_its_blocks(std::string_view library);

}  // namespace mazurka::native
