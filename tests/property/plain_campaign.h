// Compares the final states and endings that the algorithms reach with those of a search of all
// interleavings that merges nothing (plain_search.h). All else that judges an exploration trusts
// the conflict table: a conflict that is missing there makes brute force merge, too.
#pragma once

#include <cstdint>
#include <string>

#include "core/conflict.h"
#include "property/shape.h"

namespace mazurka::property {

struct PlainCampaign {
  std::uint64_t first_seed = 1;
  std::uint64_t programs = 100;
  std::uint64_t max_interleavings = 3'000;
  ConflictTable conflicts;
};

struct PlainCampaignResult {
  std::uint64_t programs = 0;
  std::uint64_t compared = 0;  // programs that have few enough interleavings
  std::uint64_t traces = 0;
  std::string failure;  // empty, or the seed, the complaint and the program
};

// Returns a shape of programs that are small enough to be searched without merging.
[[nodiscard]] Shape tiny(Shape shape);

// Runs Event-DPOR and Optimal-DPOR on the programs.
[[nodiscard]] PlainCampaignResult run_plain_campaign(const NamedShape& shape,
                                                     const PlainCampaign& campaign);

}  // namespace mazurka::property
