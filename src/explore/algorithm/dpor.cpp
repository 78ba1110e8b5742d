// DPOR.
//   Paper    C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking
//            software, POPL 2005, with sleep sets; "classic" in [SourceSets17]. See
//            backtrack_search.h for how the parts map.
//   The test A reversal is covered only by the task of e' itself, or by a task with an event
//            between e and e' that happens before e'. (Source-DPOR takes any initial.)
//   Differs  The paper looks at the next step of every task in every state. This implementation
//            looks at the steps that are executed, and at those that are pending at the end of the
//            run. The candidates are initials of v, so each reversal is also covered in the sense
//            of Source-DPOR, whose proof applies.
#include "explore/algorithm/backtrack_search.h"
#include "explore/algorithm/thread_algorithms.h"

namespace mazurka {
namespace {

class Dpor : public BacktrackSearch {
 public:
  using BacktrackSearch::BacktrackSearch;

 private:
  void candidates(const Reversal& reversal, std::vector<TaskId>& result) const override {
    initials(reversal, /*only_causes=*/true, result);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_dpor(const AlgorithmFacts& facts, std::uint64_t order_seed) {
  return std::make_unique<Dpor>(facts, order_seed);
}

}  // namespace mazurka
