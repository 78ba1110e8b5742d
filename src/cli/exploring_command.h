// The skeleton that `check` and `robust` share:
//
//   1. refuse output files that cannot be written, before anything takes time
//   2. load the program
//   3. explore it, within the bounds of the command, and show progress
//   4. write the schedules of what was found, then the reports
//   5. return the exit status
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "cli/child/supervise.h"
#include "cli/command_line.h"
#include "cli/exit_status.h"
#include "cli/front_end.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "explore/explorer.h"

namespace mazurka::cli {

class ExploringRun {
 public:
  // Steps 1 and 2. `program` is that of the command, perhaps with other ways to run. Throws
  // UserError. REQUIRES: the command outlives this object.
  ExploringRun(const ExploringCommand& command, const ProgramToLoad& program, const Loader& load);

  [[nodiscard]] Program& program() const { return *loaded_.program; }
  [[nodiscard]] const std::string& hash() const { return loaded_.hash; }
  // See LoadedProgram.
  // Traces and their keys depend on the relation, too.
  [[nodiscard]] ProgramIdentity identity(std::optional<bool> with_input) const {
    ProgramIdentity result = loaded_.identity(with_input);
    result.add("--relation", std::string(name_of(command_.program.conflicts)));
    return result;
  }
  // Adds the parts of the program that were linked without instrumentation. They come first.
  void add_unseen_parts(std::vector<NotCovered>& list) const;

  // For step 3: bounds, interrupts and progress; all else as it is without options. REQUIRES:
  // `line` outlives the exploration.
  [[nodiscard]] ExploreOptions explore_options(ProgressLine& line, const ChildSide& side) const;
  // The bounds that the parent of the exploring process watches.
  [[nodiscard]] ChildLimits child_limits() const;
  // Adds the execution in which an exploring process died to the errors. If it does not die when
  // the execution is run again, the program is not to blame, and the exploration is incomplete.
  void add_death(Summary& summary, const ChildResult& result, SharedState& state, std::ostream& out,
                 std::ostream& err) const;
  // Makes the runtime of a native program set this flag when it ends the process because it cannot
  // continue.
  void let_give_up_in(std::atomic<bool>& flag) const;
  // In a child: sends warnings about the program to the parent when they are printed, and stops
  // looking up locations when the exploration has to end.
  void connect(const ChildSide& side) const;
  // In the parent: makes further children print only other warnings than these.
  void know_warnings(const std::vector<std::string>& warnings) const;

  // Steps 4 and 5. `print` prints the report, once it knows the names of the schedules, and returns
  // whether that worked. Returns `status`, or wrong_input if a file could not be written that the
  // user asked for: an error counts for more than a schedule that was not named.
  template <class AnyReport, class Print>
  [[nodiscard]] int finish(AnyReport& report, const Print& print, int status,
                           std::ostream& err) const {
    const bool has_schedules =
        write_schedules(report, {command_.program, loaded_.hash}, schedule_, err);
    const bool has_outputs = print(report);
    const bool lacks_wanted_schedule = !has_schedules && !command_.schedule.empty();
    return has_outputs && !lacks_wanted_schedule ? status : static_cast<int>(wrong_input);
  }

 private:
  const ExploringCommand& command_;
  std::string schedule_;  // file of the schedule of the first error
  LoadedProgram loaded_;
};

}  // namespace mazurka::cli
