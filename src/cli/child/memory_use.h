// How much memory there is, and how much a process uses.
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace mazurka::cli {

// Returns the memory of a process that is in use and not shared, in bytes; 0 if that is not known.
[[nodiscard]] std::uint64_t memory_used_by(pid_t process);

// Returns how much memory this process and its children can use, in bytes: what the kernel calls
// available now, or the limit of a control group of this process, if that is less. 0 if it is not
// known. `root` is where /proc and /sys are; tests use another folder.
[[nodiscard]] std::uint64_t memory_available(const std::string& root = "");

}  // namespace mazurka::cli
