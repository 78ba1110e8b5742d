// An exploration that several processes share (child/workers.h), from the first execution to the
// last: what `check` and `robust` have in common.
//
// If a worker learns something about the program, or if a prediction fails, the exploration starts
// again with what is known then.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/child/supervise.h"
#include "cli/child/workers.h"
#include "cli/exploring_command.h"
#include "cli/progress.h"
#include "explore/checkpoint.h"
#include "explore/frontier/frontier.h"

namespace mazurka::cli {

class SharedExploration {
 public:
  // What all workers start with.
  struct Start {
    std::vector<std::string> facts;
    bool predicts = true;
    double seconds_so_far = 0;
  };
  // Explores in a worker. `start` is what all of them start with. REQUIRES: share() is called for
  // the options of the exploration.
  using Explore = std::function<Summary(const ChildSide&, Program&, Frontier&, const Start& start)>;

  // REQUIRES: everything that is passed by reference outlives this object.
  SharedExploration(const ExploringCommand& command, const ExploringRun& run, std::ostream& out,
                    std::ostream& err)
      : command_(command), run_(run), out_(out), err_(err) {}

  // Saves a checkpoint; the function says what command it belongs to, and where it goes. Returns
  // whether that worked. Call before run().
  using Save = std::function<bool(Checkpoint)>;
  void save_with(Save save) { save_ = std::move(save); }
  // Continues from a checkpoint. `find_again` reports the errors of an execution. Call it before
  // run(). REQUIRES: the checkpoint outlives this object.
  using FindErrors = std::function<void(Program&, const std::vector<Choice>&, const ChildSide&)>;
  void resume(const Checkpoint& checkpoint, FindErrors find_again) {
    resumed_ = &checkpoint;
    find_again_ = std::move(find_again);
  }
  // Shows the counts of the exploration in another way. Call before run() or explore_once().
  using Show = std::function<void(ProgressLine&, const Summary&, std::size_t waiting)>;
  void show_with(Show show) { show_ = std::move(show); }
  // Explores to the end. Returns what came of the last exploration: its end is not `learned`, and
  // it is `failed` only if the program depends on something outside of it. If a worker died because
  // of the program, `state` is a copy of its memory.
  [[nodiscard]] WorkersResult run(WorkersOptions options, const Explore& explore,
                                  SharedState& state);

  // --- The steps of run(), for explorations that other machines share ---

  // Learns about the program in a child of its own, once for all workers.
  void scout(SharedState& state);
  void start_with(std::vector<std::string> facts, bool predicts) {
    start_.facts = std::move(facts);
    start_.predicts = predicts;
  }
  // Explores once, until everything is explored or there is a reason to stop or to start again.
  [[nodiscard]] WorkersResult explore_once(const WorkersOptions& options, const Explore& explore,
                                           SharedState& state);

  // Returns what the workers of the last exploration started with.
  [[nodiscard]] const Start& start() const { return start_; }
  // Returns whether the last attempt to save a checkpoint worked.
  [[nodiscard]] bool has_checkpoint() const { return has_checkpoint_; }

  // --- In a child ---

  // Prepares the program. What it learns is recorded.
  void use_start(const ChildSide& side) const;
  // Makes these the options of a worker: the parent knows the bounds, and shows progress.
  static void share(ExploreOptions& options, Frontier& frontier, const ChildSide& side);

 private:
  [[nodiscard]] ChildLimits limits() const;
  [[nodiscard]] int work(const ChildSide& side, const SharedByWorkers& shared,
                         const Explore& explore) const;
  [[nodiscard]] std::optional<ChildResult> resume_in(Workers& workers, SharedState& state);
  void save(Workers& workers, double seconds);
  [[nodiscard]] bool is_to_blame(const ChildResult& child, SharedState& of_child,
                                 SharedState& scratch) const;

  const ExploringCommand& command_;
  const ExploringRun& run_;
  std::ostream& out_;
  std::ostream& err_;
  Start start_;
  Save save_;
  bool has_checkpoint_ = false;
  const Checkpoint* resumed_ = nullptr;
  FindErrors find_again_;
  Show show_;
};

// Returns the result of an exploration that failed because an execution could not be repeated.
[[nodiscard]] ChildResult failed_result(const WorkersResult& result);

}  // namespace mazurka::cli
