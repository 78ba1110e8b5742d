// Closes libraries that are open, which is checked at every visible operation (libraries.h).
#pragma once

namespace mazurka::native {

// True if there is a library to close.
extern constinit bool a_library_is_open;
void close_open_libraries();

// Must be called before each visible operation: what a task runs in a library afterwards is another
// event.
inline void close_libraries() {
  if (a_library_is_open) [[unlikely]]
    close_open_libraries();
}

}  // namespace mazurka::native
