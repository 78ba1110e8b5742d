// Warnings about unsupported calls, one for each place in the code that makes them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// Prints a warning on standard error and adds it to the result: "a.c:7: fork is not supported: it
// fails with ENOSYS". In this example, `what` is "fork is not supported" and `follows` is "it fails
// with ENOSYS". Does nothing if this place has had the warning. REQUIRES: both have static
// lifetime.
void warn_once(const char* what, const char* follows, Address place);
[[nodiscard]] const std::vector<std::string>& warnings();
// Adds a warning that another process has printed.
void know_warning(const std::string& text);
// Makes warn_once() call `use` for each new warning.
void on_warning(std::function<void(const std::string&)> use);

}  // namespace mazurka::native
