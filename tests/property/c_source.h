// Prints random programs as C and C++. The checker must find the same in them as in the
// models of the same programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "property/random_program.h"

namespace mazurka::property {

// The language and the library in which a program is expressed.
enum class Dialect : std::uint8_t {
  c,    // pthreads, semaphores, spinlocks, mz_handler; plain accesses and __atomic_*
  cpp,  // std::thread, std::mutex, std::condition_variable, mazurka::handler; std::atomic and plain
};

struct CProgram {
  RandomProgram program;
  // Decides what the program leaves open: which variables are atomic, the kind of each lock, and
  // whether main is one of the threads.
  std::uint64_t seed = 0;
};

// Returns one source file, whose first command-line argument selects the program to run.
// REQUIRES: no program contains an `await`, which C and C++ do not have.
[[nodiscard]] std::string to_c_source(std::span<const CProgram> programs, Dialect dialect);

}  // namespace mazurka::property
