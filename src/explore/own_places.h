// Errors at the places that the program's author knows.
//
// While a program is explored, an event is where it happens, which may be deep in a library. What
// is shown to somebody is made of one more run, in which the program tells where its author's code
// called that library (Program::show_own_places).
#pragma once

#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

// While it lives, a program shows them.
class ShownOwnPlaces {
 public:
  explicit ShownOwnPlaces(Program& program)
      : program_(program), is_other_(program.show_own_places(true)) {}
  ~ShownOwnPlaces() { (void)program_.show_own_places(false); }
  ShownOwnPlaces(const ShownOwnPlaces&) = delete;
  ShownOwnPlaces& operator=(const ShownOwnPlaces&) = delete;

  // Does that make a difference?
  [[nodiscard]] bool is_other() const { return is_other_; }

 private:
  Program& program_;
  bool is_other_;
};

// Puts all errors into words again. One that does not show again stays as it is. Of several data
// races that are one for the author (in one call of a library, at the same lines), the first is
// left. REQUIRES: the exploration is over.
void show_own_places(Summary& summary, Program& program);

}  // namespace mazurka
