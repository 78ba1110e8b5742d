// Names of tasks, handlers and objects that mean the same in every process that explores the
// program.
//
// Ids (ids.h) are given out in the order in which a process meets things, so they mean something
// within one process only. Keys of traces are compared between processes, and outlive them in
// checkpoints. So they are made of stable names, which are hashes of what a thing is: the path of a
// task, the declared name of a variable, the place of memory relative to the task that owns it.
//
// A stable name must not depend on the order in which a process meets things, on addresses that
// differ between machines, or on time.
//
// 128 bits, of which each half alone tells things apart, because each half of a trace's key is made
// of one half of these names.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "core/hash.h"

namespace mazurka {

// The version of all names, of keys, and of what an event is. Raise it when a change of Mazurka
// gives another key to an execution that it could run before, in any front end: checkpoints and
// other processes must then not be mixed with those of earlier versions. Tests of the keys of some
// programs fail then (KeysOfThisVersion).
inline constexpr int names_version = 2;

struct StableName {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  constexpr auto operator<=>(const StableName&) const = default;
};

// What is named. Things of different kinds have different names even if they have the same text or
// the same owner.
enum class NameKind : std::uint8_t {
  task = 1,
  handler,
  handler_as_lock,  // the object that starts and ends of a handler's messages touch
  mailbox,          // of a handler, of a task, or one that a program declares
  cancel_flag,      // of a task
  variable,         // declared in a model, or named in a recorded trace
  lock,
  condition_variable,
  memory,   // a piece of memory of a native program
  number,   // a semaphore, barrier, clock, state of a library, …: a value that only
            // calls of the runtime use
  program,  // ProgramIdentity::id()
  epoch,    // Epoch::id()
  barrier,  // declared in a model
};

// Returns a name that continues `name` with a further word, or with a text. Equal names are equal
// sequences of what they were made of.
[[nodiscard]] constexpr StableName continued(const StableName& name, std::uint64_t word) {
  return {mix(name.high, word), mix(name.low, ~word)};
}
[[nodiscard]] constexpr StableName continued(const StableName& name, const StableName& part) {
  return {mix(name.high, part.high), mix(name.low, part.low)};
}
[[nodiscard]] constexpr StableName continued(StableName name, std::string_view text) {
  name = continued(name, text.size());
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t k = i; k < i + 8 && k < text.size(); ++k)
      word = word << 8 | static_cast<unsigned char>(text[k]);
    name = continued(name, word);
  }
  return name;
}

// Returns the beginning of all names of this kind.
[[nodiscard]] constexpr StableName stable_name(NameKind kind) {
  return continued(StableName{}, static_cast<std::uint64_t>(kind));
}
// Returns the name of what has this text, which only one thing of its kind may have.
[[nodiscard]] constexpr StableName stable_name(NameKind kind, std::string_view text) {
  return continued(stable_name(kind), text);
}
// Returns the name of what belongs to `owner`, which only has one thing of this kind.
[[nodiscard]] constexpr StableName stable_name(NameKind kind, const StableName& owner) {
  return continued(stable_name(kind), owner);
}

}  // namespace mazurka

template <>
struct std::hash<mazurka::StableName> {
  std::size_t operator()(const mazurka::StableName& name) const noexcept { return name.low; }
};
