// Shared libraries that `mazurka cc` did not compile, and when their code may run.
//
// Nothing in the code of such a library calls the runtime. Mazurka still has to notice when a task
// runs it, because the library has state that tasks share: the order in which two tasks push to a
// queue of the library is visible in what they pop. So the code of a library is not executable
// while it is closed. A task that gets there, by a call, through a pointer, or by returning from a
// callback or from a call of the runtime, faults, and the fault handler tells the runtime
// (schedule/library_calls.h), which opens the library until the next visible operation.
//
// While a library is open, the code of the program is not executable: a task that returns to the
// program, or that gets there by a callback or an exception, faults as well. The fault handler then
// closes the library and lets the program run. So the next call into the library is noticed, even
// if no visible operation comes before it.
//
// Libraries that are linked with each other form a group, which has one state and is open or closed
// as a whole: they call each other all the time. The group is named after the member that was
// loaded first, which is the one that the program is linked with.
//
// Excepted are the C and C++ libraries, whose functions are hooks or have no state that matters,
// and the libraries of the checker itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/native/platform/layout.h"
#include "program/native/process/open_libraries.h"

namespace mazurka::native {

// Whole pages of code.
struct CodeRange {
  Address begin = 0;
  std::size_t size = 0;
  [[nodiscard]] bool contains(Address code) const { return code - begin < size; }
};

struct Library {
  std::string name;   // "libglib-2.0"
  Address begin = 0;  // of its code
  std::size_t size = 0;
  std::size_t group = 0;              // the index of the first library of its group
  std::vector<std::string> needed{};  // file names of the libraries that it is linked with
  std::string file{};                 // its own file name, "libglib-2.0.so.0"
  bool is_changed = false;            // its code in memory is not that of the file
  bool can_run = true;                // some of its code is executable
  std::uint32_t openings = 0;         // how often its code became executable page by page
  std::vector<bool> used_pages{};     // those that became executable in these openings
  bool is_known = false;              // to synchronise (known_libraries.h)
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
  // Returns the library itself. REQUIRES: group_at(code) is not null.
  [[nodiscard]] const Library& entered_at(Address code) { return *library_at(code); }
  // Returns whether the code is of a library that is not instrumented, be it trusted or not.
  [[nodiscard]] bool contains(Address code) const;
  // Returns the library whose state has this address; null if there is none.
  [[nodiscard]] const Library* with_state(Address state) const;
  [[nodiscard]] std::span<const Library> all() const { return libraries_; }
  // Returns the names of libraries that are not closed because the checker uses them, too.
  [[nodiscard]] std::span<const std::string> of_checker() const { return of_checker_; }

  // Never closes the groups of the libraries with these names, as in "libglib-2.0" or "glib-2.0".
  void trust(std::span<const std::string> names);
  // Opens the group of the library that contains this code. Only the code of this library becomes
  // executable at once, or even only a part of it that contains this code: changing the protection
  // of code takes time. REQUIRES: group_at(code) is not null.
  void open(Address code);
  // Makes the code of the program not executable until close() is called.
  // REQUIRES: a library is open, and arm() was called.
  void stop_program();
  // Returns whether this is code of the program that stop_program() has made not executable.
  [[nodiscard]] bool is_stopped_program(Address code) const;
  // Makes the code of all libraries not executable, and that of the program executable.
  void close();
  // Allows libraries to be closed. REQUIRES: the handler of faults opens them again.
  void arm(bool is_debugged);

 private:
  void take_out_those_of_the_checker();
  void make_groups();
  [[nodiscard]] Library* library_at(Address code);

  std::vector<Library> libraries_;  // in the order of loading
  std::vector<CodeRange> program_;  // the executable and the libraries that are instrumented
  std::vector<std::string> of_checker_;
  bool program_is_stopped_ = false;
  bool is_armed_ = false;
  bool is_debugged_ = false;
};

// Returns the address that stands for the state of the library with this name, loaded or not.
[[nodiscard]] Address state_named(std::string_view library);

// The libraries of this process.
[[nodiscard]] GuardedLibraries& libraries();

}  // namespace mazurka::native
