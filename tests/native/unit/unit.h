// Unit tests of parts of the runtime. They run inside it (tests/native/in_runtime.h), in the
// process of a program that does nothing; functions here stand in for the main function of that.
#pragma once

#include <string>
#include <vector>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// One execution of a program whose main function is `body`, to its end: always the first task that
// can go on does.
Runtime& run_as_main(void (*body)());

// What `body` and those that it calls have noted in this execution.
void note(std::string text);
[[nodiscard]] const std::vector<std::string>& notes();

}  // namespace mazurka::native
