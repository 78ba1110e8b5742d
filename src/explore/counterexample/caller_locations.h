// Shows errors at caller locations: where the user's code called into a library.
//
// During an exploration, the location of an event is where it happens, which may be deep in a
// library. For reports, the execution is run once more, and the program then records where the
// user's code called that library (Presentation::show_caller_locations).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "explore/summary.h"
#include "program/presentation.h"
#include "program/program.h"

namespace mazurka {

// Makes a program show caller locations for as long as this object lives.
class ShownCallerLocations {
 public:
  explicit ShownCallerLocations(Program& program)
      : program_(program), is_other_(program.presentation().show_caller_locations(true)) {}
  ~ShownCallerLocations() { (void)program_.presentation().show_caller_locations(false); }
  ShownCallerLocations(const ShownCallerLocations&) = delete;
  ShownCallerLocations& operator=(const ShownCallerLocations&) = delete;

  // Returns whether the program has caller locations that differ from those it shows by default.
  [[nodiscard]] bool is_other() const { return is_other_; }

 private:
  Program& program_;
  bool is_other_;
};

// Describes all errors again, with caller locations, and calls `told` with the index of each error
// that is now described so. An error that cannot be reproduced stays as it is. REQUIRES: the
// exploration is over.
void show_caller_locations(std::vector<Counterexample>& errors, Program& program,
                           const std::function<void(std::size_t)>& told);

// If several data races have the same caller locations, because they are in one call of a library,
// removes all but the first.
void drop_repetitions(std::vector<Counterexample>& errors);

}  // namespace mazurka
