// Parses the lines of a recorded trace (docs/recorded-traces.md). Checks that need more than one
// line come later.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mazurka::recorded {

enum class Kind : std::uint8_t {
  nothing,      // START, NOP
  thread_init,  //
  thread_exit,  //
  fork,         // `other` is the child
  join,         // `other` is the child
  loop,         //
  attach,       // ATTACH-Q
  post,         // `other` is the destination, `message` what is posted
  call,         // of `message`
  ret,          // of `message`
  read,         // of `object`
  write,        // of `object`
  lock,         // of `object`
  unlock,       // of `object`
  wait,         //
  notify,       // `other` is the thread that is notified
  enable,       // ENABLE-…; `object` is what is enabled
  trigger,      // TRIGGER-…; `object` is what an ENABLE- line of the same object enabled
};

// One operation. Names refer to the text that was parsed.
struct Operation {
  Kind kind = Kind::nothing;
  std::uint32_t number = 0;
  std::uint32_t line = 0;    // counted from 1
  std::string_view text;     // the line
  std::string_view words;    // the line without its number
  std::string_view thread;   // empty for START
  std::string_view other;    // a thread
  std::string_view message;  //
  std::string object;        // a memory location, a lock, or what is enabled
  bool is_delayed = false;   // a DELAY-POST
  bool is_native = false;    // a NATIVE-POST: by the system
};

// A line `src:A dest:B` of the dependence file: B runs after A.
struct Dependence {
  std::uint32_t earlier = 0;  // a number
  std::uint32_t later = 0;
  std::uint32_t line = 0;
};

// A text with its name. Errors point into it.
struct File {
  std::string name;
  std::string_view text;
};

// Parse the files. The results refer to the text. Throw UserError, with file and line, for a
// malformed line. The operations of a trace have different numbers.
[[nodiscard]] std::vector<Operation> parse_trace(const File& file);
[[nodiscard]] std::vector<Dependence> parse_dependences(const File& file);

// Throws UserError.
[[noreturn]] void fail(const File& file, std::uint32_t line, const std::string& what,
                       const std::string& hint = {});

}  // namespace mazurka::recorded
