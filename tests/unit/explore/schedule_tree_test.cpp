#include "explore/tree/schedule_tree.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "unit/random.h"

namespace mazurka {
namespace {

using Beginning = std::vector<Choice>;
using Beginnings = std::vector<Beginning>;

Choice choice(std::uint32_t task, std::uint32_t value = 0) { return {TaskId{task}, value}; }

Beginning beginning(std::initializer_list<std::uint32_t> tasks) {
  Beginning result;
  for (const std::uint32_t task : tasks) result.push_back(choice(task));
  return result;
}

// Removes all sequences, first branches first.
void drain_tree(ScheduleTree& tree, ScheduleTree::Branches& at, Beginning& path,
                Beginnings& result) {
  if (at.ends) result.push_back(path);
  at.ends = false;
  while (!at.empty()) {
    ScheduleTree::Taken taken = tree.take_first(at);
    path.push_back(taken.choice);
    drain_tree(tree, taken.below, path, result);
    path.pop_back();
  }
}

Beginnings drained(ScheduleTree& tree, ScheduleTree::Branches& root) {
  Beginnings result;
  Beginning path;
  drain_tree(tree, root, path, result);
  return result;
}

TEST(ScheduleTree, IsEmptyUntilSomethingIsInserted) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  EXPECT_TRUE(root.empty());
  tree.insert(root, beginning({1}));
  EXPECT_FALSE(root.empty());
}

// A sequence without steps means that a free choice from here is still to be explored.
TEST(ScheduleTree, ABeginningWithoutStepsEndsWhereItIs) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, {});
  EXPECT_TRUE(root.ends);
  EXPECT_FALSE(root.empty());
  EXPECT_EQ(tree.peak_nodes(), 0u);
}

TEST(ScheduleTree, GivesBackWhatWasInsertedInOrder) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  const Beginnings inserted = {beginning({2, 1}), beginning({1, 1, 1}), beginning({3})};
  for (const Beginning& each : inserted) tree.insert(root, each);
  EXPECT_EQ(drained(tree, root), inserted);
  EXPECT_TRUE(root.empty());
}

TEST(ScheduleTree, KeepsABeginningThatContinuesInAnother) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1, 2, 3}));
  tree.insert(root, beginning({1}));
  EXPECT_EQ(drained(tree, root), (Beginnings{beginning({1}), beginning({1, 2, 3})}));
}

TEST(ScheduleTree, RemovesOneSequenceAndKeepsTheOthers) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  for (const Beginning& each : {beginning({1, 2}), beginning({1, 2, 3}), beginning({1, 4})})
    tree.insert(root, each);
  tree.remove(root, beginning({1, 2}));
  tree.remove(root, beginning({1}));        // was never inserted
  tree.remove(root, beginning({1, 4, 5}));  // neither was this
  tree.remove(root, beginning({1, 2}));     // is not there any more
  EXPECT_EQ(drained(tree, root), (Beginnings{beginning({1, 2, 3}), beginning({1, 4})}));
}

// No node may be left behind: a node without branches is the end of a sequence.
TEST(ScheduleTree, HasNoNodesWhenEverythingWasRemoved) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  Beginnings inserted;
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Beginning sequence;
    for (std::uint64_t left = random.below(6); left > 0; --left)
      sequence.push_back(choice(static_cast<std::uint32_t>(random.below(3))));
    tree.insert(root, sequence);
    inserted.push_back(sequence);
  }
  for (const Beginning& each : inserted) tree.remove(root, each);
  EXPECT_TRUE(root.empty());
  EXPECT_EQ(tree.nodes(), 0u);
}

TEST(ScheduleTree, StoresOnceWhatIsShared) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1, 2, 3}));
  tree.insert(root, beginning({1, 2, 4}));
  tree.insert(root, beginning({1, 2, 4}));
  EXPECT_EQ(tree.peak_nodes(), 4u);
  EXPECT_EQ(drained(tree, root), (Beginnings{beginning({1, 2, 3}), beginning({1, 2, 4})}));
}

// The values of a `choose` are separate branches.
TEST(ScheduleTree, TellsAlternativesOfOneTaskApart) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, Beginning{choice(1, 0)});
  tree.insert(root, Beginning{choice(1, 1)});
  EXPECT_TRUE(tree.take(root, choice(1, 2)).empty());
  EXPECT_TRUE(tree.take(root, choice(1, 1)).ends);
  EXPECT_EQ(drained(tree, root), (Beginnings{Beginning{choice(1, 0)}}));
}

// If any branch is taken, the others stay, and new ones are added after them.
TEST(ScheduleTree, TakesABranchFromAnyPlace) {
  for (const std::uint32_t taken : {1u, 2u, 3u}) {
    SCOPED_TRACE(taken);
    ScheduleTree tree;
    ScheduleTree::Branches root;
    Beginnings expected;
    for (const std::uint32_t task : {1u, 2u, 3u}) {
      tree.insert(root, beginning({task, 7}));
      if (task != taken) expected.push_back(beginning({task, 7}));
    }
    ScheduleTree::Branches below = tree.take(root, choice(taken));
    EXPECT_EQ(drained(tree, below), Beginnings{beginning({7})});
    tree.insert(root, beginning({4}));
    expected.push_back(beginning({4}));
    EXPECT_EQ(drained(tree, root), expected);
  }
}

TEST(ScheduleTree, TakesNothingWhereTheBranchIsMissing) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1}));
  EXPECT_TRUE(tree.take(root, choice(2)).empty());
  EXPECT_EQ(drained(tree, root), Beginnings{beginning({1})});
}

ScheduleTree::Goal goal(std::uint64_t trace) { return {.trace = {trace, trace}}; }

TEST(ScheduleTree, KeepsTheGoalWithWhichASequenceWasInsertedFirst) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1}), goal(10));
  tree.insert(root, beginning({1}), goal(11));
  ScheduleTree::Branches below = tree.take(root, choice(1));
  ASSERT_TRUE(below.ends);
  EXPECT_EQ(tree.take_end(below), goal(10));
  EXPECT_TRUE(below.empty());
}

TEST(ScheduleTree, HasSequencesWithoutAGoal) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, {});
  EXPECT_EQ(tree.take_end(root), std::nullopt);
  EXPECT_FALSE(root.ends);
}

using Told = std::vector<std::pair<Beginning, std::uint64_t>>;

Told told(ScheduleTree& tree, ScheduleTree::Branches& root, Beginning path = {}) {
  Told result;
  const Beginning before = path;
  tree.tell(root, path, [&](std::span<const Choice> choices, const TraceKey& trace) {
    result.emplace_back(Beginning(choices.begin(), choices.end()), trace.low);
  });
  EXPECT_EQ(path, before);
  return result;
}

TEST(ScheduleTree, TellsEachSequenceWithAGoalOnce) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1, 2, 3}), goal(1));
  tree.insert(root, beginning({1}), goal(2));
  tree.insert(root, beginning({1, 4}));  // its goal is not known
  tree.insert(root, beginning({5}), ScheduleTree::Goal{.trace = {3, 3}, .is_told = true});
  EXPECT_EQ(told(tree, root, beginning({9})),
            (Told{{beginning({9, 1}), 2}, {beginning({9, 1, 2, 3}), 1}}));
  EXPECT_EQ(told(tree, root), Told{});
  tree.insert(root, beginning({1, 2}), goal(4));
  tree.insert(root, {}, goal(5));
  EXPECT_EQ(told(tree, root), (Told{{{}, 5}, {beginning({1, 2}), 4}}));
}

// The branches that a run takes with it are told when they become branches of the execution.
TEST(ScheduleTree, TellsSequencesOfASubtreeThatWasTaken) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  tree.insert(root, beginning({1, 2, 3}), goal(1));
  tree.insert(root, beginning({1, 2, 4}), goal(2));
  ScheduleTree::Branches below = tree.take(root, choice(1));
  EXPECT_EQ(told(tree, root), Told{});
  EXPECT_EQ(told(tree, below), (Told{{beginning({2, 3}), 1}, {beginning({2, 4}), 2}}));
}

// A random mix of insertions and tellings: each sequence is told exactly once.
TEST(ScheduleTree, TellsEverythingThatIsInserted) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  Random random(7);
  std::set<Beginning> inserted;
  std::set<Beginning> heard;
  const auto hear = [&] {
    for (const auto& [sequence, trace] : told(tree, root))
      EXPECT_TRUE(heard.insert(sequence).second);
  };
  for (int i = 0; i < 500; ++i) {
    Beginning sequence;
    for (std::uint64_t left = random.below(6); left > 0; --left)
      sequence.push_back(choice(static_cast<std::uint32_t>(random.below(3))));
    tree.insert(root, sequence, goal(static_cast<std::uint64_t>(i)));
    inserted.insert(sequence);
    if (random.one_in(10)) hear();
  }
  hear();
  EXPECT_EQ(heard, inserted);
}

TEST(ScheduleTree, ReusesItsNodes) {
  ScheduleTree tree;
  ScheduleTree::Branches root;
  for (int i = 0; i < 100; ++i) {
    tree.insert(root, beginning({1, 2, 3}));
    tree.insert(root, beginning({1, 3}));
    EXPECT_EQ(drained(tree, root).size(), 2u);
  }
  EXPECT_EQ(tree.peak_nodes(), 4u);
}

// Many trees share one pool, one for each depth of an execution, and must not affect each other.
TEST(ScheduleTree, HoldsManyRootsLikeSetsOfSequences) {
  ScheduleTree tree;
  std::vector<ScheduleTree::Branches> roots(3);
  std::vector<std::set<Beginning>> expected(3);
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t at = random.below(roots.size());
    if (random.one_in(5)) {
      const Choice first = choice(random.below(3));
      std::set<Beginning> below;
      std::erase_if(expected[at], [&](const Beginning& each) {
        if (each.empty() || each.front() != first) return false;
        below.insert(Beginning(each.begin() + 1, each.end()));
        return true;
      });
      ScheduleTree::Branches taken = tree.take(roots[at], first);
      const auto rest = drained(tree, taken);
      EXPECT_EQ(std::set(rest.begin(), rest.end()), below);
      EXPECT_EQ(rest.size(), below.size());
    } else {
      Beginning inserted;
      for (std::uint32_t i = random.below(5); i > 0; --i)
        inserted.push_back(choice(random.below(3), random.below(2)));
      tree.insert(roots[at], inserted);
      expected[at].insert(inserted);
    }
  }
  for (std::size_t at = 0; at < roots.size(); ++at) {
    const auto rest = drained(tree, roots[at]);
    EXPECT_EQ(std::set(rest.begin(), rest.end()), expected[at]);
    EXPECT_EQ(rest.size(), expected[at].size());
  }
}

}  // namespace
}  // namespace mazurka
