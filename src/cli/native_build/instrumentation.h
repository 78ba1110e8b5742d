// Which objects of a program the checker cannot look into.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mazurka::cli {

// From the output of `nm -A -P`: the objects ("a.o", "lib.a[b.o]") that have code and no reference
// to the runtime. Every instrumented object has one, __tsan_init, also if it accesses no memory.
[[nodiscard]] std::vector<std::string> uninstrumented_objects(std::string_view nm_output);

// From the output of `objdump -d --no-show-raw-insn`: the functions with instructions that are
// atomic by themselves. Instrumented code calls the runtime for atomic accesses, so these stand in
// inline assembly, and what they do is not seen.
[[nodiscard]] std::vector<std::string> functions_with_atomic_instructions(std::string_view objdump);

// From the same: the functions named __VERIFIER_atomic_… whose bodies are not one event, because
// the file that they stand in was compiled without their entries and exits.
[[nodiscard]] std::vector<std::string> unwatched_atomic_functions(std::string_view objdump);

// Was the executable with these contents linked with the runtime? It needs libmazurka_native.so
// then, which strip does not change.
[[nodiscard]] bool is_checked_executable(std::string_view contents);
[[nodiscard]] bool is_executable(std::string_view contents);  // an ELF file that can be started

}  // namespace mazurka::cli
