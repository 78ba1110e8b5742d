// Explores a small model and returns its findings, for tests of the texts about them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"

namespace mazurka {

inline Summary explored(std::string_view source, ExploreOptions options = {},
                        AlgorithmName algorithm = AlgorithmName::optimal) {
  const auto program = model::load(source, "folder/m.mzk");
  return explore(*program, *make_algorithm_for(*program, algorithm, {}), options);
}

inline Summary all_errors_of(std::string_view source) {
  ExploreOptions options;
  options.keep_going = true;
  return explored(source, options);
}

// Returns the argument of a finding, line by line.
inline std::vector<std::string> argument_of(const Finding& finding) {
  std::vector<std::string> lines;
  for (const Reason& reason : finding.because)
    lines.push_back(reason.subject.empty() ? reason.text : reason.subject + " " + reason.text);
  return lines;
}

}  // namespace mazurka
