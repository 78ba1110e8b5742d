// Compares `naive --preemptions N` with a search that merges nothing: it must find exactly the
// traces of executions with at most N preemptions.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/trace_key.h"
#include "explore/algorithms.h"
#include "explore/explorer.h"
#include "program/model/model.h"
#include "property/random_program.h"
#include "property/shape.h"

namespace mazurka::property {
namespace {

using Keys = std::set<TraceKey>;

// Runs all interleavings, one after the other.
class EveryInterleaving {
 public:
  explicit EveryInterleaving(const std::string& source)
      : program_(model::load(source, "random.mzk")) {}

  // Runs all interleavings; returns false if there are too many. Groups traces by preemptions.
  bool run() {
    visit(0);
    return left_ > 0;
  }
  [[nodiscard]] Keys within(std::uint32_t bound) const {
    Keys result;
    for (std::uint32_t i = 0; i <= bound && i < by_preemptions_.size(); ++i)
      result.insert(by_preemptions_[i].begin(), by_preemptions_[i].end());
    return result;
  }
  [[nodiscard]] std::uint32_t most() const {
    return static_cast<std::uint32_t>(by_preemptions_.size());
  }

 private:
  void visit(std::uint32_t preemptions) {
    if (left_ == 0) return;
    Execution execution(program_->registry(), Relation::events, {});
    program_->restart();
    for (const Choice choice : schedule_) execution.push(*program_->step(choice));
    const auto enabled = program_->enabled();
    const std::vector<Choice> choices(enabled.begin(), enabled.end());
    if (choices.empty()) {
      --left_;
      if (preemptions >= by_preemptions_.size()) by_preemptions_.resize(preemptions + 1);
      by_preemptions_[preemptions].insert(key_of(execution));
      return;
    }
    const TaskId last = schedule_.empty() ? TaskId::none() : schedule_.back().task;
    const bool could_continue = std::ranges::find(choices, last, &Choice::task) != choices.end();
    for (const Choice choice : choices) {
      schedule_.push_back(choice);
      visit(preemptions + (could_continue && choice.task != last ? 1 : 0));
      schedule_.pop_back();
    }
  }

  std::unique_ptr<Program> program_;
  std::uint64_t left_ = 2000;
  std::vector<Choice> schedule_;
  std::vector<Keys> by_preemptions_;
};

struct FoundWithin {
  Keys keys;
  Bound bound = Bound::none;
};

FoundWithin naive_with(const std::string& source, std::optional<std::uint32_t> preemptions) {
  const auto program = model::load(source, "random.mzk");
  const auto algorithm =
      make_algorithm(AlgorithmName::naive, {.naive = {.preemptions = preemptions}});
  FoundWithin found;
  ExploreOptions options;
  options.keep_going = true;
  options.on_execution = [&](const Execution& execution, const Ending&) {
    found.keys.insert(key_of(execution));
  };
  found.bound = explore(*program, *algorithm, options).bound;
  return found;
}

TEST(Preemptions, BoundExactlyWhatIsExplored) {
  int compared = 0;
  int partial = 0;
  for (const NamedShape& named : shapes()) {
    Shape shape = named.shape;
    shape.messages.high = std::min(shape.messages.high, 3);
    shape.max_events = std::min(shape.max_events, 12);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const std::string source = to_source(random_program(seed, shape));
      EveryInterleaving every(source);
      if (!every.run()) continue;
      ++compared;
      const Keys all = naive_with(source, std::nullopt).keys;
      for (std::uint32_t bound = 0; bound <= every.most(); ++bound) {
        const FoundWithin found = naive_with(source, bound);
        EXPECT_EQ(found.keys, every.within(bound)) << bound << "\n" << source;
        partial += found.keys != all;
        if (found.keys != all) {
          EXPECT_EQ(found.bound, Bound::preemptions) << source;
        }
      }
      EXPECT_EQ(naive_with(source, every.most()).bound, Bound::none);
      EXPECT_EQ(every.within(every.most()), all);
    }
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(partial, 20);
}

}  // namespace
}  // namespace mazurka::property
