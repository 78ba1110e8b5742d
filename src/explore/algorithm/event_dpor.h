// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

class KeyFolder;

struct EventDporOptions {
  bool predicts = true;             // what is certain is not run to find out where it leads
  std::size_t known_in_memory = 0;  // how many keys of traces; 0: as many as usual
  std::shared_ptr<KeyFolder> keys = nullptr;  // where files of keys go; null: to temporary files
};

[[nodiscard]] std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmFacts& facts,
                                                         std::uint64_t order_seed,
                                                         const EventDporOptions& options);

}  // namespace mazurka
