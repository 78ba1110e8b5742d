// The standard input of the tested program. Every execution reads it from the beginning.
//
// If it is a file, the runtime seeks back to the beginning. A pipe can be read only once: before
// the program's first read, all of it is copied into memory, and the copy replaces it. It is not
// copied earlier, because the program may not read it at all, and its writer may never close it. A
// terminal cannot be read again, so reading from one ends the check with a message.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

constexpr std::size_t input_buffer_size = 4096;
extern char input_buffer[input_buffer_size];  // of stdin, unless the program sets another one

// Finds out what kind of file standard input is. REQUIRES: called before main.
void remember_input();
// Seeks to the beginning for the next execution. REQUIRES: called before the program's memory is
// restored, because the state of stdin shows whether the program read input by a function that has
// no hook.
void rewind_input();

// Returns whether the program has read from standard input, in this process.
[[nodiscard]] bool input_was_read();
// Returns what tells this input from others: its size and a hash. Reads a pipe to its end.
// REQUIRES: `running` is null.
[[nodiscard]] std::string identity_of_input();

// Prepares standard input for a read by the running task. They do nothing if the descriptor or
// stream is not standard input.
void before_reading(int descriptor, Address place);
void before_reading(FILE* stream, Address place);

}  // namespace mazurka::native
