// Which objects of a program the checker cannot look into.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::cli {

// From the output of `nm -A -P`: the objects ("a.o", "lib.a[b.o]") that have code and no reference
// to the runtime. Every instrumented object has one, __tsan_init, also if it accesses no memory.
[[nodiscard]] std::vector<std::string> uninstrumented_objects(std::string_view nm_output);

// Was the executable with these contents linked with the runtime? It needs libmazurka_native.so
// then, which strip does not change.
[[nodiscard]] bool is_checked_executable(std::string_view contents);
[[nodiscard]] bool is_executable(std::string_view contents);  // an ELF file that can be started

}  // namespace mazurka::cli
