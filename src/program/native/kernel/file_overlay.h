// Files that the program changes, kept in memory until the end of the execution.
//
// Every execution must find the same files, and an exploration must not change those of the user.
// So a file that is opened for writing is copied to memory, and whoever opens its path from then on
// gets the copy. Files and folders that are created, removed or renamed exist, or are gone, in the
// overlay only. A restart forgets the overlay.
//
// A copy is an anonymous file (memfd_create). It is opened by its path in /proc, so that every
// open() has its own position, as for other files. The overlay is bounded: larger files are not
// copied.
//
// Not in the overlay: devices, pipes, files below /proc, /sys and /dev, links, and what a program
// does through descriptors of folders that it lists.
#pragma once

#include <string>
#include <sys/types.h>

namespace mazurka::native {

// The path to pass to the kernel instead of that of the program.
struct PathInstead {
  std::string path;
  int error = 0;  // the call fails with this error
  // The file is too large for the overlay, or there are too many: it is changed on disk.
  bool is_outside = false;
};

// All functions below REQUIRE: an OutsideProgram is in scope.

// Returns the path of a file without links and "..", which names it in messages as well.
[[nodiscard]] std::string canonical_path(int folder, const char* path);

// Returns the path to open, with flags and mode of open(). REQUIRES: O_CREAT and O_EXCL are removed
// from the flags if the path in the result is another one.
[[nodiscard]] PathInstead path_to_open(const std::string& file, int flags, mode_t mode);
// Returns the path for calls that only look at a file (stat, access).
[[nodiscard]] PathInstead path_to_look_at(const std::string& file);
// Records that the descriptor reads this file, so that it sees what is written to the file later.
void note_reader(int descriptor, const std::string& file);

// Return 0, or the error of the call.
[[nodiscard]] int remove_file(const std::string& file);
[[nodiscard]] int remove_folder(const std::string& folder);
[[nodiscard]] int create_folder(const std::string& folder);
[[nodiscard]] int rename_file(const std::string& from, const std::string& to);

// Returns whether the folder has other contents in the overlay than on disk.
[[nodiscard]] bool is_changed_folder(const std::string& folder);

// Returns whether the descriptor is that of a copy that has grown beyond the bound.
[[nodiscard]] bool is_too_large(int descriptor);

// Forgets everything.
void forget_overlay();

}  // namespace mazurka::native
