// What EM-DPOR stores about a state of the present execution: the enabled threads, the backtrack
// set, the threads that are done, and the pairs of posts that were reordered on the way.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/step.h"
#include "explore/algorithm/em/em_order.h"

namespace mazurka {

struct EmFrame {
  using PostPair = std::pair<EventId, EventId>;
  using Threads = std::vector<ThreadIndex>;

  bool is_looked_at = false;
  Threads enabled;                   // sorted
  Threads backtrack;                 // in the order in which they were added
  Threads done;                      //
  std::vector<Choice> alternatives;  // unexplored choices of the thread that was done last
  std::vector<PostPair> reordered;   // RP(s)

  void clear() {
    is_looked_at = false;
    enabled.clear();
    backtrack.clear();
    done.clear();
    alternatives.clear();
    reordered.clear();
  }
  [[nodiscard]] bool has_done(ThreadIndex thread) const {
    return std::ranges::find(done, thread) != done.end();
  }
  [[nodiscard]] bool is_enabled(ThreadIndex thread) const {
    return std::ranges::binary_search(enabled, thread);
  }
  [[nodiscard]] bool is_to_do(ThreadIndex thread) const {
    return std::ranges::find(backtrack, thread) != backtrack.end();
  }
  [[nodiscard]] bool has_more() const {
    return !alternatives.empty() ||
           std::ranges::any_of(backtrack, [&](ThreadIndex t) { return !has_done(t); });
  }
  void add_to_backtrack(ThreadIndex thread) {
    if (!is_to_do(thread)) backtrack.push_back(thread);
  }
  void add_reordered(EventId earlier, EventId later) {
    const PostPair pair{earlier, later};
    if (std::ranges::find(reordered, pair) == reordered.end()) reordered.push_back(pair);
  }
};

}  // namespace mazurka
