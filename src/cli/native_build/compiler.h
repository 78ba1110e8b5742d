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

// Returns the compiler for `language`. `wanted`, from --compiler= or the environment, names a
// compiler of either language, such as "clang", "clang++-14" or "/opt/bin/gcc"; if it is empty, the
// result is gcc or g++.
[[nodiscard]] Compiler compiler_for(Language language, const std::string& wanted);

// How closely the memory accesses that are explored match those of the source.
enum class Fidelity : std::uint8_t {
  exact,    // -O0, or none: the accesses are those of the source
  careful,  // -O1 and -Og of gcc, without the passes that change memory accesses
  loose,    // the compiler may merge and remove accesses
};
[[nodiscard]] Fidelity fidelity_of(std::span<const CompilerArgument> arguments,
                                   CompilerFamily family);

// Additional flags: `before` the user's arguments, which override them; and `after` the user's
// arguments, which they override.
struct CompileFlags {
  std::vector<std::string> before;
  std::vector<std::string> after;
};
// Properties of a source that need special flags.
enum class SourceKind : std::uint8_t {
  plain,
  with_atomic_functions,  // their entries and exits are announced, and they are not inlined
};
// Returns whether the text has a function named __VERIFIER_atomic_…, other than …begin and …end.
[[nodiscard]] bool names_atomic_function(std::string_view text);

// Returns the additional flags for compiling. `include` is the folder of mazurka/mazurka.h.
[[nodiscard]] CompileFlags compile_flags(const Compiler& compiler,
                                         std::span<const CompilerArgument> arguments,
                                         const std::string& include, SourceKind kind);

// Files of Mazurka that a checked program is built with.
struct RuntimeFiles {
  std::string include;
  std::string runtime;  // libmazurka_native.so: the runtime, and the checker with it
};
// Returns the linker arguments that go before all others, so that the functions of the runtime are
// found first.
[[nodiscard]] std::vector<std::string> link_flags(const RuntimeFiles& files);

}  // namespace mazurka::cli
