// What an exploration does not cover although it came to its end: code that cannot be seen, calls
// that did not do what the program asked for, behaviour that is left out on purpose.
//
// "No errors" is true of what was seen only, so every verdict lists what was not. Three parts add
// to the list: the program while it runs (Presentation::add_not_covered), the explorer, and the
// command line, which knows what the user asked to leave out. Some kinds make the verdict
// `incomplete`, others are notes; CoveragePolicy decides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka {

// The `kind` of an entry of `not_covered` in the JSON report, and the KIND of --accept
// (docs/formats.md).
enum class NotCoveredKind : std::uint8_t {
  uninstrumented_object,   // an object or static library of the user without instrumentation
  uninstrumented_library,  // a library outside of the project without instrumentation
  inline_assembly,         // atomic instructions in inline assembly
  refused_call,            // a call that failed or did nothing because it is not supported
  uncontrolled_call,       // a call that took effect, with results or orders that are not explored
  shared_file,             // tasks use the same file or descriptor; their orders are not explored
  weak_memory_order,       // atomic accesses weaker than seq_cst
  loop_cut,                // a loop that was cut by --unroll or by a limit of the checker
  call_cut,                // a call that was cut by --max-depth
  fairness,                // unfair orders, in which a task waits for ever while others could run
  library_state,       // calls into a library that cannot be seen, so not all orders are explored
  trusted_library,     // --trust: the orders of calls into this library are not explored
  possible_data_race,  // a data race unless a library that cannot be seen orders the accesses
  suppressed,          // errors that a suppression or --ignore removed
};
inline constexpr std::size_t not_covered_kind_count = 14;

[[nodiscard]] std::string_view name_of(NotCoveredKind kind);
[[nodiscard]] std::optional<NotCoveredKind> not_covered_kind(std::string_view name);

struct NotCovered {
  NotCoveredKind kind = NotCoveredKind::refused_call;
  std::string what;      // "fork is not supported: it fails with ENOSYS"
  std::string location;  // "file:line:column" in the user's code; empty: none

  // Returns location and text: "a.c:7: fork is not supported: it fails with ENOSYS".
  [[nodiscard]] std::string text() const {
    return location.empty() ? what : location + ": " + what;
  }
  bool operator==(const NotCovered&) const = default;
};

// Adds an entry unless the list has the same one already.
void add_not_covered(std::vector<NotCovered>& list, NotCovered entry);

// Which kinds make the verdict incomplete.
struct CoveragePolicy {
  bool strict = false;                   // --strict: all kinds
  std::vector<NotCoveredKind> accepted;  // --accept: never these, even with --strict

  [[nodiscard]] bool accepts(NotCoveredKind kind) const;
  [[nodiscard]] bool makes_incomplete(NotCoveredKind kind) const;
  [[nodiscard]] bool makes_incomplete(std::span<const NotCovered> list) const;
  // With --strict, a possible data race is an error.
  [[nodiscard]] bool is_error(NotCoveredKind kind) const;
};

}  // namespace mazurka
