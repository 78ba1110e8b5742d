// Wakeup trees and the insertion of wakeup sequences. [EventDpor] Definition 7, Algorithms 3 and 4.
//
// There is one tree for the whole exploration: the wakeup tree wut(E) is the part below the node
// of E, and wut(E.p) is a part of wut(E), not a copy of it. Otherwise what is inserted below the
// branch that is being explored would be lost (event_paper.cpp, errata).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/execution.h"
#include "explore/algorithm/event_paper/event_order.h"
#include "explore/algorithm/event_paper/reverse_race.h"
#include "explore/algorithm/event_paper/weak_initials.h"

namespace mazurka::event_paper {

struct WakeupNode {
  Step step = {};                                     // p, for a node u.p
  std::vector<std::unique_ptr<WakeupNode>> children;  // in the order ≺
  std::vector<Sequence> parked;                       // parkedWuS of this node
};

// The nodes of the execution in hand: path[d] is the node of its prefix of length d.
using WakeupPath = std::vector<WakeupNode*>;

class WakeupInsertion {
 public:
  struct Counts {
    std::uint64_t inserted = 0;   // sequences that became a new branch
    std::uint64_t parked = 0;     // sequences that were parked at a node that is not yet explored
    std::uint64_t redundant = 0;  // sequences that done makes redundant at a deeper node
    std::uint64_t resumed = 0;    // sequences whose insertion was resumed at the end of a run
    std::uint64_t not_runnable = 0;  // branches that leave a handler busy for another message
    std::uint64_t nodes = 0;         // present size of the tree
    std::uint64_t peak_nodes = 0;
  };

  // What to do with a new branch that cannot be run, because a message would start while its
  // handler is busy.
  enum class Unions : std::uint8_t {
    are_added,    // the run completes the message that keeps the handler busy
    are_refused,  // insert() returns false
  };

  // Returns whether some p in done(E') is a weak initial of the sequence that was given to
  // `weak_initials` last, from E' on, where E' is the prefix of this length.
  using IsRedundant = std::function<bool(Position length)>;

  WakeupInsertion(const Execution& execution, WeakInitials& weak_initials, Unions unions,
                  IsRedundant is_redundant)
      : execution_(&execution),
        weak_initials_(&weak_initials),
        unions_(unions),
        is_redundant_(std::move(is_redundant)) {}

  // Sets the path of the maximal execution in hand, and the length of the prefix where its wakeup
  // sequence ended: the leaf that was extended to this execution. None: insertions do not stop
  // there.
  void set_path(const WakeupPath& path, std::optional<Position> leaf) {
    path_ = &path;
    leaf_ = leaf;
  }

  // Insert(v, E', ⟨⟩), Algorithm 3. Returns false if the sequence would become a new branch, but
  // cannot be run; then it was not inserted.
  bool insert(const WakeupSequence& sequence);

  // Algorithm 1, l.5–7: resumes the insertion of all sequences that are parked along the path.
  void insert_parked();

  void count_new_node() {
    if (++counts_.nodes > counts_.peak_nodes) counts_.peak_nodes = counts_.nodes;
  }
  void count_removed_node() { --counts_.nodes; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  enum class Move : std::uint8_t { descend, next_child, stop, park };

  bool insert_below(WakeupNode& node, Sequence prefix, Sequence v, std::size_t first_child,
                    bool is_on_path);
  void insert_parked(Sequence v, Position length);
  [[nodiscard]] Move consider(const WakeupNode& child, const Sequence& prefix, Sequence& v);
  bool add_branch(WakeupNode& node, const Sequence& prefix, const Sequence& v);
  [[nodiscard]] bool can_be_run(const Sequence& prefix, const Sequence& v) const;
  [[nodiscard]] Sequence run_of(TaskId message) const;
  [[nodiscard]] Sequence prefix_of(Position length) const;

  const Execution* execution_;
  WeakInitials* weak_initials_;
  Unions unions_;
  IsRedundant is_redundant_;
  const WakeupPath* path_ = nullptr;
  std::optional<Position> leaf_;
  Counts counts_;
};

}  // namespace mazurka::event_paper
