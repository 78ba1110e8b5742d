// Addresses as texts that mean the same in every process that runs the program.
//
//   heap(0.1)+20       in the heap blocks of the task with path 0.1
//   heap(start)+20     in the heap blocks of static constructors
//   stack(0.1)+7fe0d8  in its slot: a local or a thread-local variable
//   libz.so.1+1c0      in a shared library; program+4010: in the executable
//   library(libglib-2.0), runtime(exit handlers)   state that has no memory
//   mapped-3000        in memory that the kernel has mapped below all libraries
//   …/3                the third part of a read-write lock at that place
//
// Numbers are hexadecimal, except those of paths and parts. In names, spaces and control characters
// are written as %20. Facts (schedule/knowledge.h) and the stable names of objects consist of these
// texts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/stable_name.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// REQUIRES for all functions: `running` is null.

[[nodiscard]] std::string stable_text_of(Address address);
// Returns the address that the text stands for in this process; none if it is not such a text, or
// if it is a place in a library that is not loaded.
[[nodiscard]] std::optional<Address> address_of(std::string_view stable_text);

// Returns the stable name of what lies there. `size` is that of a piece of memory, otherwise 0.
[[nodiscard]] StableName stable_name_of(NameKind kind, Address address, std::size_t size = 0);
// Returns a number for a function, which tells apart all functions of the executable, and nearly
// all others (TaskName::code).
[[nodiscard]] std::uint32_t stable_code_of(Address function);

}  // namespace mazurka::native
