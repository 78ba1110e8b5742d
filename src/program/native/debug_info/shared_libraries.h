// Shared libraries of the program whose memory accesses are not seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::native {

// Returns whether a library with this file name ("libc.so.6") belongs to the C library, the
// compiler or a test framework. Programs call these libraries through functions that the runtime
// replaces where it matters.
[[nodiscard]] bool is_known_library(std::string_view file_name);

// Returns the file names of the libraries that the program was linked with, or that these need, if
// they have no instrumentation and are not known. Libraries that only the runtime needs are left
// out.
[[nodiscard]] std::vector<std::string> unseen_libraries();

}  // namespace mazurka::native
