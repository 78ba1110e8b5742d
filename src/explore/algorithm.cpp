#include "explore/algorithm.h"

#include <array>

#include "explore/algorithm/dpor.h"
#include "explore/algorithm/em/em_dpor.h"
#include "explore/algorithm/event_dpor.h"
#include "explore/algorithm/naive.h"
#include "explore/algorithm/optimal_dpor.h"
#include "explore/algorithm/source_dpor.h"

namespace mazurka {
namespace {

struct Entry {
  AlgorithmName name;
  std::string_view text;
  std::unique_ptr<Algorithm> (*make)(const AlgorithmOptions&);
};

constexpr std::array<Entry, 6> algorithms = {{
    {AlgorithmName::event, "event", make_event_dpor},
    {AlgorithmName::optimal, "optimal", make_optimal_dpor},
    {AlgorithmName::source, "source", make_source_dpor},
    {AlgorithmName::dpor, "dpor", make_dpor},
    {AlgorithmName::em, "em", make_em_dpor},
    {AlgorithmName::naive, "naive", make_naive},
}};

}  // namespace

std::unique_ptr<Algorithm> make_algorithm(AlgorithmName name, const AlgorithmOptions& options) {
  for (const Entry& entry : algorithms)
    if (entry.name == name) return entry.make(options);
  return nullptr;
}

std::string_view name_of(AlgorithmName name) {
  for (const Entry& entry : algorithms)
    if (entry.name == name) return entry.text;
  return {};
}

std::optional<AlgorithmName> algorithm_named(std::string_view name) {
  for (const Entry& entry : algorithms)
    if (entry.text == name) return entry.name;
  return std::nullopt;
}

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : algorithms) names.push_back(entry.text);
  return names;
}

}  // namespace mazurka
