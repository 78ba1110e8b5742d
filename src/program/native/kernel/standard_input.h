// The standard input of the tested program: the same in every execution, from its beginning.
//
// A file is sought back. A pipe can be read only once: when the program wants to read it for the
// first time, all of it is copied into memory, and the copy takes its place. (Not before: somebody
// else may want to read it if this program does not, or may never close it.) A terminal cannot be
// read again at all.
#pragma once

#include <cstddef>
#include <cstdio>

#include "program/native/platform/layout.h"

namespace mazurka::native {

constexpr std::size_t input_buffer_size = 4096;
extern char input_buffer[input_buffer_size];  // that of stdin, unless the program sets another

// What it is, before main.
void remember_input();
// To its beginning, for the next execution. Before the program's memory is put back: that says
// whether it has read what we have not noticed.
void rewind_input();

// Before the running task reads from it, by the descriptor or by the stream.
void before_reading(int descriptor, Address place);
void before_reading(FILE* stream, Address place);

}  // namespace mazurka::native
