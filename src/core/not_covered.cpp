#include "core/not_covered.h"

#include <algorithm>
#include <array>

namespace mazurka {

namespace {

struct KindFacts {
  std::string_view name;
  bool makes_incomplete;  // without --strict
};

// In the order of the enumeration. Without options, the verdict is incomplete if code of the user
// was not seen, if the program did not do what it asked for, or if orders that it has were not
// explored. Notes are about code of others, and about behaviour that no execution of the explored
// kind can have.
constexpr std::array<KindFacts, not_covered_kind_count> facts = {{
    {"uninstrumented_object", true},
    {"uninstrumented_library", false},
    {"inline_assembly", false},
    {"refused_call", true},
    {"uncontrolled_call", false},
    {"shared_file", true},
    {"weak_memory_order", false},
    {"loop_cut", true},
    {"call_cut", true},
    {"fairness", false},
    {"library_state", true},
    {"trusted_library", false},
    {"possible_data_race", true},
    {"suppressed", false},
}};

}  // namespace

std::string_view name_of(NotCoveredKind kind) {
  return facts.at(static_cast<std::size_t>(kind)).name;
}

std::optional<NotCoveredKind> not_covered_kind(std::string_view name) {
  const auto found = std::ranges::find(facts, name, &KindFacts::name);
  if (found == facts.end()) return std::nullopt;
  return static_cast<NotCoveredKind>(found - facts.begin());
}

void add_not_covered(std::vector<NotCovered>& list, NotCovered entry) {
  if (std::ranges::find(list, entry) == list.end()) list.push_back(std::move(entry));
}

bool CoveragePolicy::accepts(NotCoveredKind kind) const {
  return std::ranges::find(accepted, kind) != accepted.end();
}

bool CoveragePolicy::makes_incomplete(NotCoveredKind kind) const {
  if (accepts(kind)) return false;
  return strict || facts.at(static_cast<std::size_t>(kind)).makes_incomplete;
}

bool CoveragePolicy::makes_incomplete(std::span<const NotCovered> list) const {
  return std::ranges::any_of(list,
                             [&](const NotCovered& entry) { return makes_incomplete(entry.kind); });
}

bool CoveragePolicy::is_error(NotCoveredKind kind) const {
  return strict && kind == NotCoveredKind::possible_data_race && !accepts(kind);
}

}  // namespace mazurka
