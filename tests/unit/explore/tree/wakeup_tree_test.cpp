#include "explore/tree/wakeup_tree.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "unit/explore/hand_made_steps.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

using Sequence = HandMadeSteps::Sequence;
using Leaves = std::vector<Sequence>;

void drain(WakeupForest& forest, WakeupForest::Branches at, Sequence& path, Leaves& result) {
  if (at.empty() && !path.empty()) result.push_back(path);
  while (!at.empty()) {
    const WakeupForest::Taken taken = forest.take_first(at);
    path.push_back(taken.step);
    drain(forest, taken.below, path, result);
    path.pop_back();
  }
}

// Returns all leaves of a tree in their order, each as the sequence that leads to it. The forest is
// copied because the only way to inspect a tree is to take it apart.
Leaves leaves_of(WakeupForest forest, WakeupForest::Branches root) {
  Leaves result;
  Sequence path;
  drain(forest, root, path, result);
  return result;
}

bool is_same(const Sequence& a, const Sequence& b) {
  return std::ranges::equal(a, b, {}, &Step::id, &Step::id);
}

bool has_sequence(const Leaves& leaves, const Sequence& sequence) {
  return std::ranges::any_of(leaves, [&](const Sequence& leaf) { return is_same(leaf, sequence); });
}

bool has_consistent(const HandMadeSteps& steps, const Leaves& leaves, const Sequence& sequence) {
  return std::ranges::any_of(
      leaves, [&](const Sequence& leaf) { return steps.are_consistent(leaf, sequence); });
}

// The second condition of a wakeup tree ([SourceSets17] Definition 6.1): where two leaves diverge,
// the step of the earlier one is not a weak initial of the rest of the later one.
bool is_wakeup_tree(const HandMadeSteps& steps, const Leaves& leaves) {
  for (std::size_t later = 0; later < leaves.size(); ++later)
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      std::size_t shared = 0;
      while (leaves[earlier][shared].id() == leaves[later][shared].id()) ++shared;
      Sequence with_step(leaves[later].begin(),
                         leaves[later].begin() + static_cast<std::ptrdiff_t>(shared));
      with_step.push_back(leaves[earlier][shared]);
      if (steps.are_consistent(with_step, leaves[later])) return false;
    }
  return true;
}

// Lemma 6.2 of the paper: after an insertion, all leaves are still there, the tree is a wakeup
// tree, and some leaf is consistent with the inserted sequence.
TEST(WakeupTree, StandsForEachInsertedSequenceByALeaf) {
  std::uint32_t added = 0;
  std::uint32_t covered = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    HandMadeSteps steps(seed);
    WakeupForest forest(steps.registry(), steps.table());
    WakeupForest::Branches root;
    for (int round = 0; round < 8; ++round) {
      const Sequence sequence = steps.random_sequence(5);
      if (sequence.empty()) continue;
      const Leaves before = leaves_of(forest, root);
      Sequence used_up = sequence;
      const bool is_new = forest.insert(root, used_up);
      const Leaves after = leaves_of(forest, root);
      EXPECT_EQ(after.size(), before.size() + (is_new ? 1 : 0));
      for (const Sequence& leaf : before) EXPECT_TRUE(has_sequence(after, leaf));
      EXPECT_TRUE(has_consistent(steps, after, sequence));
      EXPECT_TRUE(is_wakeup_tree(steps, after));
      ++(is_new ? added : covered);
    }
  }
  EXPECT_GT(added, 200u);
  EXPECT_GT(covered, 200u);
}

TEST(WakeupTree, GivesItsBranchesInTheOrderOfInsertion) {
  HandMadeSteps steps(1);
  Step writes[3] = {steps.step(0, 0), steps.step(1, 0), steps.step(2, 0)};
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  for (Step& step : writes) step.accesses = registry.access_list(Access{x, AccessKind::write});
  WakeupForest forest(registry, steps.table());
  WakeupForest::Branches root;
  for (const std::uint32_t task : {2u, 0u, 1u}) {
    Sequence sequence = {writes[task]};
    EXPECT_TRUE(forest.insert(root, sequence));
  }
  EXPECT_EQ(forest.count(root), 3u);
  for (const std::uint32_t task : {2u, 0u, 1u})
    EXPECT_EQ(forest.take_first(root).step.task, TaskId{task});
  EXPECT_TRUE(root.empty());
}

TEST(WakeupTree, ReusesTheNodesOfWhatWasTaken) {
  HandMadeSteps steps(2);
  WakeupForest forest(steps.registry(), steps.table());
  for (int round = 0; round < 50; ++round) {
    WakeupForest::Branches root;
    Sequence sequence = {steps.step(0, 0), steps.step(0, 1), steps.step(1, 0)};
    EXPECT_TRUE(forest.insert(root, sequence));
    while (!root.empty()) root = forest.take_first(root).below;
  }
  EXPECT_EQ(forest.peak_nodes(), 3u);
}

// Sequences that differ only in their last steps are compared with the tree once. That must not
// change the tree. A random tree stands before them, so that their paths leave it everywhere.
TEST(WakeupTree, IsTheSameIfSequencesDescendTogether) {
  std::size_t used = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    HandMadeSteps steps(seed);
    WakeupForest together(steps.registry(), steps.table());
    WakeupForest::Branches root_together;
    for (int round = 0; round < 3; ++round) {
      Sequence sequence = steps.random_sequence(6);
      if (!sequence.empty()) together.insert(root_together, sequence);
    }
    WakeupForest alone = together;
    WakeupForest::Branches root_alone = root_together;

    const Sequence shared = steps.random_sequence(6);
    Sequence sequence = shared;
    sequence.emplace_back();
    WakeupForest::Descent descent;
    for (int round = 0; round < 6; ++round) {
      sequence.back() = steps.next(steps.random().below(steps.task_count()), shared);
      Sequence copy = shared;
      copy.push_back(sequence.back());
      EXPECT_EQ(together.insert(root_together, sequence, descent), alone.insert(root_alone, copy));
    }
    used += descent.used;
    const Leaves leaves_together = leaves_of(together, root_together);
    const Leaves leaves_alone = leaves_of(alone, root_alone);
    EXPECT_TRUE(std::ranges::equal(leaves_together, leaves_alone, is_same));
  }
  EXPECT_GT(used, 500u);
}

// Each insertion after the second one begins just before the last step.
TEST(WakeupTree, ComparesWhatSequencesShareOnce) {
  constexpr std::uint32_t length = 16;
  HandMadeSteps steps(1);
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  const ObjectId y = add_object(registry, "y");
  WakeupForest forest(registry, steps.table());
  WakeupForest::Branches root;
  Sequence sequence;
  for (std::uint32_t i = 0; i < length; ++i) sequence.push_back(steps.step(0, i));
  for (Step& step : sequence) step.accesses = registry.access_list(Access{x, AccessKind::write});
  sequence.emplace_back();
  WakeupForest::Descent descent;
  for (const std::uint32_t task : {1u, 2u}) {
    sequence.back() = steps.step(task, 0);
    sequence.back().accesses = registry.access_list(Access{y, AccessKind::write});
    EXPECT_TRUE(forest.insert(root, sequence, descent));
  }
  EXPECT_EQ(descent.used, length);
  EXPECT_FALSE(forest.insert(root, sequence, descent));
  EXPECT_EQ(descent.used, length);
}

}  // namespace
}  // namespace mazurka
