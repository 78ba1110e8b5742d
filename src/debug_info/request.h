// What a tested program asks the process that reads its debug information (main.cpp), and how.
//
// The program can overwrite all memory of its own process, and may have gigabytes of debug
// information. So another process reads it, with libdw, and only if a report needs it. The two talk
// through a socket: a request is a Request, and the answer is a 32-bit length and that many bytes,
// which are texts that end with a zero byte each. An answer without texts means: unknown.
#pragma once

#include <cstdint>

namespace mazurka::debug_info {

enum class RequestKind : std::uint32_t {
  // The functions at the instruction `code`: inlined ones, innermost first, then the function that
  // contains them. Four texts for each: file, line, column, and name, mangled or not.
  code,
  // The part of a variable with a fixed address that begins at `address`: ".limit", "[3].key", or
  // "" for the whole variable.
  global,
  // The name of the local variable, or of its part, that lies at `address` relative to the
  // canonical frame address of the function that is about to execute `code`: "total",
  // "config.limit".
  local,
  // The parameters of the function at `code` that are pointers or references to objects. Three
  // texts for each: where the pointer lies, relative to the canonical frame address; the size of
  // the object; a number for its type.
  parameters,
  // The name of the member at the offset `address` of an object of this type: "Session::log_".
  member,
};

// Addresses are those of the file: without the address at which it was loaded.
struct Request {
  RequestKind kind = RequestKind::code;
  std::uint32_t size = 0;  // of the memory at `address`; 0 matches a part of any size
  std::uint64_t code = 0;
  std::uint64_t address = 0;
  std::uint64_t type = 0;
};
static_assert(sizeof(Request) == 32);

// The descriptors of the process: the socket, and the executable.
inline constexpr int socket_descriptor = 0;
inline constexpr int executable_descriptor = 3;

}  // namespace mazurka::debug_info
