// What executions of the program do not cover: calls that are refused or not controlled, one entry
// for each place in the code that makes them, and whatever else the runtime notices.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/not_covered.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Prints a warning on standard error and adds it to the result: "a.c:7: fork is not supported: it
// fails with ENOSYS". In this example, `what` is "fork is not supported" and `follows` is "it fails
// with ENOSYS". Does nothing if this place has had the warning. REQUIRES: both have static
// lifetime.
void warn_once(NotCoveredKind kind, const char* what, const char* follows, Address place);
// Adds an entry without a warning on standard error. Does nothing if there is the same entry. The
// location is that of the author's code which called the code at `place`; 0: none.
void note_not_covered(NotCoveredKind kind, const std::string& what, Address place);

// Returns the texts of the warnings.
[[nodiscard]] const std::vector<std::string>& warnings();
// Returns all entries, warnings included, in the order in which they were added.
[[nodiscard]] const std::vector<NotCovered>& not_covered();
// Adds a warning that another process has printed.
void know_warning(const std::string& text);
// Makes warn_once() call `use` for each new warning.
void on_warning(std::function<void(const std::string&)> use);

}  // namespace mazurka::native
