// Shared libraries that `mazurka cc` did not compile, and when their code may run.
//
// Nothing in the code of such a library calls the runtime. Mazurka still has to notice when a task
// runs it, because the library has state that tasks share: the order in which two tasks push to a
// queue of the library is visible in what they pop. So the code of a library is not executable
// while it is closed. A task that gets there, by a call, through a pointer, or by returning from a
// callback or from a call of the runtime, faults, and the fault handler tells the runtime
// (schedule/library_calls.h), which opens the library until the next visible operation.
//
// Libraries that are linked with each other form a group, which has one state and is open or closed
// as a whole: they call each other all the time. The group is named after the member that was
// loaded first, which is the one that the program is linked with.
//
// Excepted are the C and C++ libraries, whose functions are hooks or have no state that matters,
// and the libraries of the checker itself.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "program/native/platform/layout.h"
#include "program/native/process/open_libraries.h"

namespace mazurka::native {

struct Library {
  std::string name;   // "libglib-2.0"
  Address begin = 0;  // of its code
  std::size_t size = 0;
  std::size_t group = 0;              // the index of the first library of its group
  std::vector<std::string> needed{};  // file names of the libraries that it is linked with
  std::string file{};                 // its own file name, "libglib-2.0.so.0"
  // Of the first library of a group:
  Address state = 0;          // stands for its state; depends on its name only
  bool is_open = true;        // the code of the group can be executed
  bool is_trusted = false;    // the group is never closed (--trust)
  bool synchronises = false;  // its code can order tasks: it has atomic instructions or uses locks
};

class GuardedLibraries {
 public:
  // Finds the libraries that are loaded. Those that were known before stay as they are.
  // REQUIRES: the checker has started, and an OutsideProgram is in scope.
  void find();
  // Returns the first library of the group that contains this code; null if it may run at any time.
  [[nodiscard]] Library* group_at(Address code);
  // Returns whether the code is of a library that is not instrumented, be it trusted or not.
  [[nodiscard]] bool contains(Address code) const;
  // Returns the library whose state has this address; null if there is none.
  [[nodiscard]] const Library* with_state(Address state) const;
  [[nodiscard]] std::span<const Library> all() const { return libraries_; }
  // Returns the names of libraries that are not closed because the checker uses them, too.
  [[nodiscard]] std::span<const std::string> of_checker() const { return of_checker_; }

  // Never closes the groups of the libraries with these names, as in "libglib-2.0" or "glib-2.0".
  void trust(std::span<const std::string> names);
  // Makes the code of a group executable. REQUIRES: `first` is its first library.
  void open(Library& first);
  // Makes the code of all libraries not executable.
  void close();
  // Allows libraries to be closed. REQUIRES: the handler of faults opens them again.
  void arm();

 private:
  void take_out_those_of_the_checker();
  void make_groups();
  void protect(const Library& first, int protection);

  std::vector<Library> libraries_;  // in the order of loading
  std::vector<std::string> of_checker_;
  bool is_armed_ = false;
};

// The libraries of this process.
[[nodiscard]] GuardedLibraries& libraries();

}  // namespace mazurka::native
