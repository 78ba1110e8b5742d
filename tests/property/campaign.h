// Compares an algorithm with brute force on many random programs and shrinks the first
// program on which they differ.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "property/judge.h"
#include "property/shape.h"

namespace mazurka::property {

struct CampaignResult {
  std::uint64_t programs = 0;
  std::uint64_t undecided = 0;  // brute force reached its bound
  std::uint64_t traces = 0;
  std::string failure;  // empty, or the seed, the complaint and the shrunk program
};

struct Campaign {
  std::uint64_t first_seed = 1;
  std::uint64_t programs = 100;
  int orders = 2;           // free choices: the natural order, and orders - 1 shuffled ones
  ConflictTable conflicts;  // for mutation tests
  bool shrink = true;
  std::function<void(std::uint64_t seed, const CampaignResult&)> progress = {};
};

[[nodiscard]] CampaignResult run_campaign(const NamedShape& shape, const Promise& promise,
                                          const Campaign& campaign);

}  // namespace mazurka::property
