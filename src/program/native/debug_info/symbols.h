// Names of things in the tested executable: globals from its symbol table, lines from its debug
// information.
#pragma once

#include <cstddef>
#include <string>

#include "core/registry.h"
#include "program/native/debug_info/debug_variables.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// "x", "decision[2]", "heap block 3 of task 0, byte 8", "a local variable of task 1 (0x…)".
[[nodiscard]] std::string name_of_memory(Address address, std::size_t size);

// The same by debug information, which takes longer. `frame`: of a local variable. Empty: nothing
// better is known so far.
struct MemoryName {
  std::string full;   // "worker::total (task 2)"
  std::string brief;  // "total": enough if nothing else is called so; empty: there is none
};
[[nodiscard]] MemoryName full_name_of_memory(Address address, std::size_t size,
                                             const CallFrame* frame);
[[nodiscard]] std::string mangled_name_of_code(Address address);
// Is this in a function whose name begins with __VERIFIER_atomic_? Its body is one event.
[[nodiscard]] bool is_in_atomic_function(Address address);
// The function that begins here, demangled; empty if unknown.
[[nodiscard]] std::string name_of_code(Address address);

// Where the function that begins here returns, as a place of a call; its end if that is not clear.
[[nodiscard]] Address return_of_code(Address begin);

// The same of a name as debug information has it.
[[nodiscard]] std::string short_name_of(const std::string& function);
// The function that this is in, for somebody who looks for it: "worker", "lambda at a.cpp:12".
[[nodiscard]] std::string name_of_task_code(Address address);

// The type of the callable that a message of mazurka::handler runs, as its code is called; and that
// of the one that a std::thread of libstdc++ runs, whose state has these virtual functions. Empty:
// it is none.
[[nodiscard]] std::string type_of_message(Address code);
[[nodiscard]] std::string type_of_thread_state(Address virtual_functions);
// The call operator of this type; 0 if it has none that is a function in the executable.
[[nodiscard]] Address code_of_callable(const std::string& type);
// "lambda at a.cpp:12", "Worker"; empty if it is not the author's.
[[nodiscard]] std::string name_of_callable(const std::string& type);

// Where a call that returns to `address` stands; an empty file if unknown.
[[nodiscard]] SourceLocation source_of(Address address);

// "byte 8 of a block of 24 bytes, allocated at a.c:3, freed at a.c:9"
[[nodiscard]] std::string block_in_words(Address address);

}  // namespace mazurka::native
