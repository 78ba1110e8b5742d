// Errors at the places that the program's author knows.
//
// While a program is explored, an event is where it happens, which may be deep in a library. What
// is shown to somebody is made of one more run, in which the program tells where its author's code
// called that library (Presentation::show_caller_locations).
#pragma once

#include "explore/summary.h"
#include "program/presentation.h"
#include "program/program.h"

namespace mazurka {

// While it lives, a program shows them.
class ShownCallerLocations {
 public:
  explicit ShownCallerLocations(Program& program)
      : program_(program), is_other_(program.presentation().show_caller_locations(true)) {}
  ~ShownCallerLocations() { (void)program_.presentation().show_caller_locations(false); }
  ShownCallerLocations(const ShownCallerLocations&) = delete;
  ShownCallerLocations& operator=(const ShownCallerLocations&) = delete;

  // Does that make a difference?
  [[nodiscard]] bool is_other() const { return is_other_; }

 private:
  Program& program_;
  bool is_other_;
};

// Puts all errors into words again. One that does not show again stays as it is. Of several data
// races that are one for the author (in one call of a library, at the same lines), the first is
// left. REQUIRES: the exploration is over.
void show_caller_locations(Summary& summary, Program& program);

}  // namespace mazurka
