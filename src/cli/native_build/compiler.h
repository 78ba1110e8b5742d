// Chooses the compiler that builds a program for checking, and its flags.
//
// The flags make every access to memory a call of the runtime (ThreadSanitizer's instrumentation),
// and keep the compiler from moving, merging or deleting accesses across these calls.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/native_build/compiler_arguments.h"

namespace mazurka::cli {

enum class CompilerFamily : std::uint8_t { gcc, clang };

struct Compiler {
  std::string program;  // as exec finds it
  CompilerFamily family = CompilerFamily::gcc;
};

// `wanted` (of --compiler=, or the environment; empty: gcc or g++) names a compiler of either
// language: "clang", "clang++-14" and "/opt/bin/gcc" are turned into the one for `language`.
[[nodiscard]] Compiler compiler_for(Language language, const std::string& wanted);

// What the optimisation level means for the exploration.
enum class Fidelity : std::uint8_t {
  exact,    // -O0, or none: the accesses are those of the source
  careful,  // -O1 and -Og of gcc: without the passes that touch accesses to memory
  loose,    // the compiler may merge and remove accesses
};
[[nodiscard]] Fidelity fidelity_of(std::span<const CompilerArgument> arguments,
                                   CompilerFamily family);

// Flags that go before the user's arguments, which override them; and flags that go after, and
// override.
struct CompileFlags {
  std::vector<std::string> before;
  std::vector<std::string> after;
};
// What is special about a source.
enum class SourceKind : std::uint8_t {
  plain,
  with_atomic_functions,  // their entries and exits are announced, and they are not inlined
};
// Returns whether the text has a function named __VERIFIER_atomic_…, other than …begin and …end.
[[nodiscard]] bool names_atomic_function(std::string_view text);

// `include` is the folder of mazurka/mazurka.h.
[[nodiscard]] CompileFlags compile_flags(const Compiler& compiler,
                                         std::span<const CompilerArgument> arguments,
                                         const std::string& include, SourceKind kind);

// Files of Mazurka that a checked program is built with.
struct RuntimeFiles {
  std::string include;
  std::string runtime;  // libmazurka_native.so: the runtime, and the checker with it
};
// Linker arguments that go before everything else, so that the functions of the runtime are found
// first.
[[nodiscard]] std::vector<std::string> link_flags(const RuntimeFiles& files);

}  // namespace mazurka::cli
