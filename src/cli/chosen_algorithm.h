// The algorithm that the command line asks for.
#pragma once

#include <memory>

#include "cli/command_line.h"
#include "explore/algorithm.h"
#include "explore/estimate/sampled_estimate.h"
#include "program/program.h"

namespace mazurka::cli {

// Returns a random sample, if one is wanted, else the algorithm of that name, or what fits the
// program better (fit_for). `keys` is where Event-DPOR keeps files of keys; null: temporary files.
[[nodiscard]] std::unique_ptr<Algorithm> chosen_algorithm(const CheckCommand& command,
                                                          Program& program,
                                                          std::shared_ptr<KeyFolder> keys);

// Makes the algorithm with other orders of the free choices. REQUIRES: both outlive it.
[[nodiscard]] AlgorithmForOrder chosen_algorithm_in_order(const CheckCommand& command,
                                                          Program& program);

}  // namespace mazurka::cli
