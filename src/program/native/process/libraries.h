// Shared libraries that `mazurka cc` did not compile, and when their code may run.
//
// Nothing in the code of such a library calls the runtime. Mazurka still has to notice when a task
// runs it, because the library has state that tasks share: the order in which two tasks push to a
// queue of the library is visible in what they pop. So the code of a library is not executable
// while it is closed. A task that gets there, by a call, through a pointer, or by returning from a
// callback or from a call of the runtime, faults, and the fault handler tells the runtime
// (schedule/library_calls.h), which opens the library until the next visible operation.
//
// Excepted are the C and C++ libraries, whose functions are hooks or have no state that matters,
// and the libraries of the checker itself.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

struct Library {
  std::string name;   // "libglib-2.0"
  Address begin = 0;  // of its code
  std::size_t size = 0;
  bool is_open = true;      // its code can be executed
  bool is_trusted = false;  // it is never closed (--trust)
  bool has_run = false;     // a task has run its code
};

class Libraries {
 public:
  // Finds the libraries that are loaded. Those that were known before stay as they are.
  // REQUIRES: the checker has started, and an OutsideProgram is in scope.
  void find();
  // Returns the library that contains this code; null if it may run at any time.
  [[nodiscard]] Library* at(Address code);
  // Returns whether the code is of a library that is not instrumented, be it trusted or not.
  [[nodiscard]] bool contains(Address code) const;
  // Returns the library whose code begins here; null if there is none.
  [[nodiscard]] const Library* beginning_at(Address code) const;
  [[nodiscard]] std::span<const Library> all() const { return libraries_; }

  // Never closes the libraries with these names, as in "libglib-2.0" or "glib-2.0".
  void trust(std::span<const std::string> names);
  // Makes the code of a library executable.
  void open(Library& library);
  // Makes the code of all libraries not executable.
  void close();
  // Allows libraries to be closed. REQUIRES: the handler of faults opens them again.
  void arm();

 private:
  std::vector<Library> libraries_;
  bool is_armed_ = false;
};

// True if a library is open that close_libraries() would close.
extern constinit bool a_library_is_open;

// The libraries of this process.
[[nodiscard]] Libraries& libraries();

// Must be called before each visible operation: what a task runs in a library afterwards is another
// event.
inline void close_libraries() {
  if (a_library_is_open) [[unlikely]]
    libraries().close();
}

}  // namespace mazurka::native
