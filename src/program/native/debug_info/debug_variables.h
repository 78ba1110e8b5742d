// Names of variables and of their parts, from the program's debug information.
#pragma once

#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// A call of a function that has not returned.
struct CallFrame {
  Address code = 0;  // where the function will resume
  Address end = 0;   // the canonical frame address; locals lie below it
};

// Finds the variable with a fixed address that contains `address`, and sets `part` to the part that
// begins there: ".limit", "[3].key", or "" for the whole variable. Returns false if there is no
// such variable. A `size` of 0 matches a part of any size.
[[nodiscard]] bool find_part_of_global(Address address, std::size_t size, std::string& part);

// Returns the name of a local variable of the function in this frame, or of a part of the variable:
// "total", "config.limit". Returns an empty string if it is unknown.
[[nodiscard]] std::string name_of_local(Address address, std::size_t size, const CallFrame& frame);

// Returns the name of the member at this address, "Session::log_", of an object that a parameter of
// the function points to, usually `this`. Returns an empty string if it is unknown.
[[nodiscard]] std::string name_of_member(Address address, std::size_t size, const CallFrame& frame);

}  // namespace mazurka::native
