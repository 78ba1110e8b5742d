// Finds the objects of a program whose memory accesses are not checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::cli {

// Returns the objects ("a.o", "lib.a[b.o]") that have code but no reference to the runtime, from
// the output of `nm -A -P`. Every instrumented object refers to __tsan_init, even if it accesses no
// memory.
[[nodiscard]] std::vector<std::string> uninstrumented_objects(std::string_view nm_output);

// Returns the functions with atomic instructions, from the output of `objdump -d
// --no-show-raw-insn`. Instrumented code calls the runtime for atomic accesses, so these
// instructions are inline assembly, whose accesses are not checked.
[[nodiscard]] std::vector<std::string> functions_with_atomic_instructions(std::string_view objdump);

// Returns the functions named __VERIFIER_atomic_… whose bodies are not one event, because their
// file was compiled without announcing their entries and exits. Takes the output of objdump, too.
[[nodiscard]] std::vector<std::string> unwatched_atomic_functions(std::string_view objdump);

// Returns whether the executable with these contents was linked with the runtime: whether it needs
// libmazurka_native.so, which strip does not change.
[[nodiscard]] bool is_checked_executable(std::string_view contents);
[[nodiscard]] bool is_executable(std::string_view contents);  // an ELF file that can be started

}  // namespace mazurka::cli
