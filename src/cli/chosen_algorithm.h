// The algorithm that the command line asks for.
#pragma once

#include <memory>

#include "cli/command_line.h"
#include "explore/algorithm.h"
#include "explore/estimate/sampled_estimate.h"
#include "program/program.h"

namespace mazurka::cli {

// A random sample, if one is wanted, else the algorithm of that name, or what fits the program
// better (fit_for).
[[nodiscard]] std::unique_ptr<Algorithm> chosen_algorithm(const CheckCommand& command,
                                                          Program& program);

// Makes the algorithm with other orders of the free choices. REQUIRES: both outlive it.
[[nodiscard]] AlgorithmForOrder chosen_algorithm_in_order(const CheckCommand& command,
                                                          Program& program);

}  // namespace mazurka::cli
