// Checks each random program as a model and as compiled C or C++. For every kind of ending, the
// number of executions must be the same.
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
  std::uint64_t programs = 2;  // per shape
  Dialect dialect = Dialect::c;
  std::string compiler = "gcc";
  std::string command;            // path of mazurka
  std::string optimisation = {};  // such as "-O1"; empty: the command's default
  bool shrink = true;
  bool keep_going = false;  // continue after the first difference
};

struct NativeResult {
  std::uint64_t programs = 0;   // compared
  std::uint64_t too_large = 0;  // skipped: too many executions to compare quickly
  std::uint64_t executions = 0;
  std::vector<std::string> failures;  // shape, seed, difference and program
};

[[nodiscard]] NativeResult run_native_campaign(std::span<const NamedShape> shapes,
                                               const NativeCampaign& campaign);

}  // namespace mazurka::property
