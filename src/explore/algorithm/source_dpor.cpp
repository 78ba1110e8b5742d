// Source-DPOR.
//   Paper    [SourceSets17] Alg. 1, 3 and 5; see backtrack_search.h for how the parts map.
//   The test l.8: a reversal is covered if *some* initial of v is in the backtrack set.
#include "explore/algorithm/backtrack_search.h"
#include "explore/algorithm/thread_algorithms.h"

namespace mazurka {
namespace {

class SourceDpor : public BacktrackSearch {
 public:
  using BacktrackSearch::BacktrackSearch;

 private:
  void candidates(const Reversal& reversal, std::vector<TaskId>& result) const override {
    initials(reversal, /*only_causes=*/false, result);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_source_dpor(const AlgorithmFacts& facts, std::uint64_t order_seed) {
  return std::make_unique<SourceDpor>(facts, order_seed);
}

}  // namespace mazurka
