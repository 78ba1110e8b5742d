#include "cli/chosen_algorithm.h"

#include "explore/algorithms.h"

namespace mazurka::cli {

std::unique_ptr<Algorithm> chosen_algorithm(const CheckCommand& command, Program& program,
                                            std::shared_ptr<KeyFolder> keys) {
  AlgorithmOptions options = command.algorithm_options;
  options.event.keys = std::move(keys);
  if (options.random.executions != 0) return make_random(options.random);
  return make_algorithm_for(program, command.algorithm, options);
}

AlgorithmForOrder chosen_algorithm_in_order(const CheckCommand& command, Program& program) {
  return [&](std::uint64_t seed) {
    AlgorithmOptions options = command.algorithm_options;
    options.order_seed = seed;
    return make_algorithm_for(program, command.algorithm, options);
  };
}

}  // namespace mazurka::cli
