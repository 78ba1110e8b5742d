// Calls that are not supported are said once for each place that makes them, with what follows.
#pragma once

#include <string>
#include <vector>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// "a.c:7: fork is not supported: it fails with ENOSYS", on standard error and in the result.
// `what`: "fork is not supported"; `follows`: "it fails with ENOSYS". Both must live for ever.
void warn_once(const char* what, const char* follows, Address place);
[[nodiscard]] const std::vector<std::string>& warnings();

}  // namespace mazurka::native
