// What variables and their parts are called, by the debug information of the program.
#pragma once

#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// A call of a function that has not returned.
struct CallFrame {
  Address code = 0;  // where it will go on
  Address end = 0;   // its locals lie below (what unwinders call the canonical frame address)
};

// Which part of a variable at a fixed address: ".limit", "[3].key", nothing if it is the whole.
// False: no such variable is known. `size` 0: of anything that begins there.
[[nodiscard]] bool find_part_of_global(Address address, std::size_t size, std::string& part);

// "total", "config.limit": a local variable of the function that the frame belongs to, or a part of
// it. Empty if it is not known.
[[nodiscard]] std::string name_of_local(Address address, std::size_t size, const CallFrame& frame);

// "Session::log_": the part at this address of an object that a parameter of the function points to
// (`this`, first of all). Empty if it is not known.
[[nodiscard]] std::string name_of_member(Address address, std::size_t size, const CallFrame& frame);

}  // namespace mazurka::native
