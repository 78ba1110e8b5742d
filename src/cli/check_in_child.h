// What an exploring process of `mazurka check` does: it explores the program, then simplifies and
// locates the errors that it has found. What it finds goes to its parent at once
// (child/supervise.h).
#pragma once

#include <optional>

#include "check/suppressions.h"
#include "cli/child/supervise.h"
#include "cli/command_line.h"
#include "cli/exploring_command.h"
#include "cli/progress.h"
#include "explore/checkpoint.h"
#include "explore/explorer.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka::cli {

// Returns the file of suppressions that the command uses; empty if there is none.
[[nodiscard]] std::string suppressions_file(const CheckCommand& command);

class CheckInChild {
 public:
  // Throws UserError if the suppressions or the checkpoint to resume cannot be read. REQUIRES: the
  // command and the run outlive this object.
  CheckInChild(const CheckCommand& command, const ExploringRun& run);

  // Explores alone, and explains the errors.
  void explore_and_explain(const ChildSide& side) const;
  [[nodiscard]] bool resumes() const { return resumed_.has_value(); }
  // Returns the checkpoint. REQUIRES: resumes().
  [[nodiscard]] const Checkpoint& resumed() const { return *resumed_; }

  // The parts of it, for processes that share an exploration (check_by_workers.h).
  [[nodiscard]] ExploreOptions options_with(ProgressLine& line, Program& program,
                                            const ChildSide& side) const;
  // Returns whether random executions are run as well (explore/sample.h).
  [[nodiscard]] bool samples() const;
  void explain(Summary& summary, Program& program, ProgressLine& line, const ChildSide& side) const;

 private:
  [[nodiscard]] Summary explore(Program& program, ProgressLine& line, const ChildSide& side) const;
  void let_save(ExploreOptions& options, const std::shared_ptr<KeyFolder>& keys,
                const ChildSide& side) const;

  const CheckCommand& command_;
  const ExploringRun& run_;
  Suppressions suppressions_;
  std::optional<Checkpoint> resumed_;
};

}  // namespace mazurka::cli
