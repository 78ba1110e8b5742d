// Random programs twice: as models, and compiled from C or C++. The same number of executions must
// end in the same ways.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "property/c_source.h"
#include "property/shape.h"

namespace mazurka::property {

struct NativeCampaign {
  std::uint64_t first_seed = 1;
  std::uint64_t programs = 2;  // of each shape
  Dialect dialect = Dialect::c;
  std::string compiler = "gcc";
  std::string command;            // mazurka
  std::string optimisation = {};  // "-O1"; empty: as the command has it
  bool shrink = true;
  bool keep_going = false;  // past the first difference
};

struct NativeResult {
  std::uint64_t programs = 0;   // that were compared
  std::uint64_t too_large = 0;  // left out: more executions than can be compared quickly
  std::uint64_t executions = 0;
  std::vector<std::string> failures;  // the shape, the seed, the difference, the program
};

[[nodiscard]] NativeResult run_native_campaign(std::span<const NamedShape> shapes,
                                               const NativeCampaign& campaign);

}  // namespace mazurka::property
