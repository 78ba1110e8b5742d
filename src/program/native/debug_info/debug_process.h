// Asks the process that reads the debug information of this program (src/debug_info/main.cpp). It
// is started by the first question.
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "debug_info/request.h"
#include "program/native/debug_info/stack_walk.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

// The texts of an answer; none if nothing is known.
using DebugAnswer = std::vector<std::string>;

[[nodiscard]] DebugAnswer ask_debug_process(const debug_info::Request& request);
// Asks several questions, without waiting for each answer.
[[nodiscard]] std::vector<DebugAnswer> ask_debug_process(
    std::span<const debug_info::Request> requests);

// Makes the functions above wait only for a moment when this flag is set. They then stop asking:
// nothing more is known. REQUIRES: the flag outlives this process.
void stop_asking_when(const std::atomic<bool>& flag);

// Returns the address in the executable's file for an address in this process.
[[nodiscard]] inline Address address_in_file(Address address) { return address - load_address(); }

}  // namespace mazurka::native
