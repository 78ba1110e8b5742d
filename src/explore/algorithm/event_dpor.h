// Event-DPOR: exactly one execution per trace of threads and of messages on handlers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "explore/algorithm.h"

namespace mazurka {

class Frontier;
class KeyFolder;

struct EventDporOptions {
  bool predicts = true;             // use exact predictions instead of probes
  std::size_t known_in_memory = 0;  // how many trace keys to keep in memory; 0: the default
  std::shared_ptr<KeyFolder> keys = nullptr;  // where key files are stored; null: temporary files
  // The work that several processes share; null: this process explores alone.
  Frontier* frontier = nullptr;
};

[[nodiscard]] std::unique_ptr<Algorithm> make_event_dpor(const AlgorithmFacts& facts,
                                                         std::uint64_t order_seed,
                                                         const EventDporOptions& options);

}  // namespace mazurka
