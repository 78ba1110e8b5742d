// Which tasks use which files and descriptors.
//
// File operations are not events, so the orders in which tasks use one file are not explored. If
// two tasks use a file, at least one of them changes it, and neither has joined the other, the
// verdict must say so. Uses while main is the only task, such as reading a configuration before
// threads are created, or results after they were joined, have one order.
#pragma once

#include <string>

#include "program/native/platform/layout.h"

namespace mazurka::native {

// REQUIRES: an OutsideProgram is in scope, and a task was running.

// Records that the current task uses the file.
void note_file_use(const std::string& file, bool changes, Address place);
// Records that the descriptor was opened for this file.
void note_descriptor_of(int descriptor, const std::string& file);
// Where in the file an operation reads or writes.
enum class FilePosition : bool {
  its_own,  // where the last operation with this descriptor has stopped: it changes that position
  given,    // where the program says (pread, pwrite)
};
// Records that the current task reads from the descriptor, or writes to it. Descriptors that were
// not opened for a file, such as pipes, are told apart by their inode.
void note_descriptor_use(int descriptor, bool changes, FilePosition position, Address place);

// Called at the beginning of an execution.
void forget_file_uses();

}  // namespace mazurka::native
