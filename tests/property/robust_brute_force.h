// Checks the definitions of robustness literally, by brute force. Uses programs and their steps,
// but no code of src/check or of the two methods.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "program/model/model.h"

namespace mazurka::property {

struct RobustTruth {
  bool complete = true;                // false: too many interleavings
  bool serialisable = true;            // by conflicts
  bool serialisable_by_states = true;  // every final state is one of an event-serial execution
  std::map<std::string, bool> deterministic;            // by the path of the event's first task
  std::map<std::string, bool> deterministic_by_states;  //
};

[[nodiscard]] RobustTruth robust_truth(const std::string& source, std::uint64_t max_interleavings,
                                       std::span<const model::Define> defines = {});

}  // namespace mazurka::property
