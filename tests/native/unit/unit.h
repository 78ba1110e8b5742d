// Unit tests of parts of the runtime. They run inside the runtime (tests/native/in_runtime.h), in
// the process of a program that does nothing; functions of the tests replace its main function.
#pragma once

#include <string>
#include <vector>

#include "program/native/schedule/runtime.h"

namespace mazurka::native {

// Runs one execution of a program whose main function is `body` to its end, always
// with the first enabled task.
Runtime& run_as_main(void (*body)());

// Records a text; notes() returns those that `body` and its callees recorded in this execution.
void note(std::string text);
[[nodiscard]] const std::vector<std::string>& notes();

}  // namespace mazurka::native
