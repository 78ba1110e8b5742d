// Distinguishes stack frames of the program's own code from frames of libraries whose code was
// compiled with the program (templates and inline functions of headers).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns whether the file is part of the program's own code: not a header of the compiler, of the
// system, or of Mazurka.
[[nodiscard]] bool is_own_file(std::string_view file);

// Returns whether the code of this call, which returns to `call`, was written in such a file.
[[nodiscard]] bool is_in_own_file(Address call);

struct SourceFrame {
  SourceLocation place;
  std::string function;  // "std::vector::push_back", "lambda of main"; empty if unknown
  bool is_own = false;
  bool is_inlined = false;
  Address code = 0;  // the return address of the call
};

// Returns the functions that contain these calls, innermost first, including inlined functions.
// `calls` are return addresses.
[[nodiscard]] std::vector<SourceFrame> frames_of(std::span<const Address> calls);

// A step as the author of the program sees it.
struct OwnPlace {
  SourceLocation place;  // of the innermost frame of own code; an empty file if there is none
  std::string call;      // the library function that own code called; empty: there is none
};
[[nodiscard]] OwnPlace own_place_of(std::span<const Address> calls);

// Returns whether the function only manages pointers, arguments or closures, not the author's data.
[[nodiscard]] bool is_bookkeeping(std::string_view library_function);
// Returns whether the function, such as one of std::atomic, merely performs an access for its
// caller.
[[nodiscard]] bool is_access(std::string_view library_function);
// Returns whether own code makes the access that these calls lead to, directly or by std::atomic.
[[nodiscard]] bool is_own_access(std::span<const Address> calls);

}  // namespace mazurka::native
