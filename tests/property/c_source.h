// Random programs as C and as C++: what the checker finds in them must be what it finds in the same
// programs as models.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "property/random_program.h"

namespace mazurka::property {

// Which words of a language say the same things.
enum class Dialect : std::uint8_t {
  c,    // pthreads, semaphores, spinlocks, mz_handler; plain accesses and __atomic_*
  cpp,  // std::thread, std::mutex, std::condition_variable, mazurka::handler; std::atomic and plain
};

struct CProgram {
  RandomProgram program;
  // Settles what the program leaves open: which variables are atomic, which kind of lock a lock is,
  // whether main is one of the threads.
  std::uint64_t seed = 0;
};

// One source file; its first argument says which of the programs runs.
// REQUIRES: no program has an `await`, which C and C++ do not have.
[[nodiscard]] std::string to_c_source(std::span<const CProgram> programs, Dialect dialect);

}  // namespace mazurka::property
