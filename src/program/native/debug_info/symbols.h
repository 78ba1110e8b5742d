// Names of variables and functions of the tested executable, from its symbol table and its debug
// information.
#pragma once

#include <cstddef>
#include <string>

#include "core/registry.h"
#include "program/native/debug_info/debug_variables.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// Returns a name from the symbol table: "x", "decision[2]", "heap block 3 of task 0, byte 8", "a
// local variable of task 1 (0x…)".
// Gives memory a name that name_of_memory() returns: memory of the C library, which has none of its
// own there. A second name for the same beginning has no effect. REQUIRES: `name` lives for ever.
void give_name(const void* begin, std::size_t size, const char* name);
[[nodiscard]] std::string name_of_memory(Address address, std::size_t size);

// A name of memory from debug information, which takes longer to look up. For a local variable,
// `frame` is its stack frame. Both names are empty if nothing better is known so far.
struct MemoryName {
  std::string full;   // "worker::total (task 2)"
  std::string brief;  // "total": sufficient if it is unique; may be empty
};
[[nodiscard]] MemoryName full_name_of_memory(Address address, std::size_t size,
                                             const CallFrame* frame);
[[nodiscard]] std::string mangled_name_of_code(Address address);
// Returns whether the address lies in a function whose name begins with __VERIFIER_atomic_. The
// body of such a function is one event.
[[nodiscard]] bool is_in_atomic_function(Address address);
// Returns the demangled name of the function that begins at this address; empty if it is unknown.
[[nodiscard]] std::string name_of_code(Address address);

// Returns where the function that begins at this address returns, in the form of a return address.
// Returns the end of the function if that is not clear.
[[nodiscard]] Address return_of_code(Address begin);

// Returns the short form of a function name that comes from debug information.
[[nodiscard]] std::string short_name_of(const std::string& function);
// Returns a name of the function at this address that is easy to find in the source: "worker",
// "lambda at a.cpp:12".
[[nodiscard]] std::string name_of_task_code(Address address);

// Return the type of a callable: of the one that a message of mazurka::handler runs, given the
// function of the message; or of the one that a std::thread of libstdc++ runs, given the virtual
// table of its state object. Return an empty string for other functions and tables.
[[nodiscard]] std::string type_of_message(Address code);
[[nodiscard]] std::string type_of_thread_state(Address virtual_functions);
// Returns the call operator of this type; 0 if the executable has no such function.
[[nodiscard]] Address code_of_callable(const std::string& type);
// Returns a name of the type, "lambda at a.cpp:12" or "Worker"; empty if it is not in own code.
[[nodiscard]] std::string name_of_callable(const std::string& type);

// Returns the source location of a call that returns to `address`; an empty file if it is unknown.
[[nodiscard]] SourceLocation source_of(Address address);

// Describes a heap address: "byte 8 of a block of 24 bytes, allocated at a.c:3, freed at a.c:9".
[[nodiscard]] std::string block_in_words(Address address);

}  // namespace mazurka::native
