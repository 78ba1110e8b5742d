// Which execution comes next: the interface between the explorer and an algorithm.
//
// The explorer runs the program from the start, again and again. Of each run it keeps a prefix, as
// long as the algorithm says; the rest is decided step by step by pick().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/execution.h"
#include "explore/algorithm/em/em_dpor_choices.h"
#include "explore/algorithm/event_dpor_switches.h"
#include "explore/algorithm/random_options.h"
#include "explore/summary.h"
#include "program/program.h"

namespace mazurka {

using Statistics = std::vector<std::pair<std::string, std::uint64_t>>;

class CheckpointReader;
class CheckpointWriter;
class KeyFolder;

class Algorithm {
 public:
  virtual ~Algorithm() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // The happens-before relation it works with.
  [[nodiscard]] virtual Relation relation() const = 0;

  // What explores this program: itself, or something that it has and that fits better.
  [[nodiscard]] virtual Algorithm& fit_for(Program& /*program*/) { return *this; }

  // Says after how many steps the explorer gives up an execution. Called before begin().
  virtual void limit_steps(std::uint64_t /*max_steps*/) {}
  // Called once, before the first run.
  virtual void begin(Program& program, Execution& execution) = 0;

  // What goes next at the end of `execution`, one of `enabled` (not empty); none: this run was
  // begun in vain (sleep-set blocked) or shows nothing new, give it up. Called for fresh steps
  // only, not while a prefix is replayed.
  [[nodiscard]] virtual std::optional<Choice> pick(std::span<const Choice> enabled) = 0;
  // The step that was picked has been executed; it is the last event of the execution.
  virtual void executed() {}

  // Does the maximal execution that was just reached count? (naive: not if its trace was seen
  // before.)
  [[nodiscard]] virtual bool counts() { return true; }
  // The run is over: maximal, or given up by pick(). `pending` is what is left to do. The program
  // may be run again here and in backtrack(); the explorer restarts it anyway.
  virtual void finished(bool maximal, std::span<const Pending> pending) = 0;

  // Where the next run leaves the present one: how many of its events it keeps. None: all explored.
  [[nodiscard]] virtual std::optional<Position> backtrack() = 0;

  // How many branches are known to be left at the node before the event at this depth of the
  // present execution; for estimates.
  [[nodiscard]] virtual std::uint64_t branches_left(Position /*depth*/) const { return 0; }
  // Does each of them lead to at least one execution that counts?
  [[nodiscard]] virtual bool branches_are_new() const { return false; }
  // Checkpoints. Both are called where backtrack() has just said to keep `kept` events: all that is
  // needed to go on from there, beside these events; and the same in another process, after
  // begin(), with an execution of these events. False: this algorithm cannot do that. Both throw
  // UserError if a file beside the checkpoint cannot be written or read.
  [[nodiscard]] virtual bool save(Position /*kept*/, CheckpointWriter& /*to*/) const {
    return false;
  }
  virtual void load(Position /*kept*/, CheckpointReader& /*from*/) {}

  // A run given up by pick() counts as begun in vain, unless the algorithm merges on purpose.
  [[nodiscard]] virtual bool gives_up_on_purpose() const { return false; }
  // Does a run that is given up show an error (a schedule that stops where it happens)?
  [[nodiscard]] virtual bool ends_at_error() const { return false; }
  // Was something left out because looking for it would have taken too long?
  [[nodiscard]] virtual bool gave_up_a_search() const { return false; }
  // Has it relied on something about the program that is not so? Then what was explored means
  // nothing, and the exploration must start again with more_careful().
  [[nodiscard]] virtual bool is_misled() const { return false; }
  [[nodiscard]] virtual std::unique_ptr<Algorithm> more_careful() const { return nullptr; }
  // Why everything that it does explore is not everything; none: it is.
  [[nodiscard]] virtual Bound own_bound() const { return Bound::none; }
  virtual void add_statistics(Statistics& /*statistics*/) const {}
  // Adds what the user should know about the exploration, such as a disk that is full.
  virtual void add_warnings(std::vector<std::string>& /*warnings*/) const {}
};

enum class AlgorithmName : std::uint8_t { naive, dpor, source, optimal, event, em };

struct AlgorithmOptions {
  std::uint64_t order_seed = 0;            // 0: the natural order of the free choices
  bool handlers_as_locks = false;          // naive only; the thread algorithms always do
  EventDporSwitches event_mutations = {};  // event only; for mutation tests
  bool event_uses_prediction = true;       // event only: exact predictions are not probed
  std::size_t event_known_in_memory = 0;   // event only: keys of traces; 0: as many as usual
  // event only: where files of keys go; null: to temporary files.
  std::shared_ptr<KeyFolder> event_keys = nullptr;
  EmDporChoices em_choices = {};  // em only
  RandomOptions random = {};      // make_random() only
  // naive only: executions in which more tasks are interrupted are left out.
  std::optional<std::uint32_t> preemptions = {};
};

[[nodiscard]] std::unique_ptr<Algorithm> make_algorithm(AlgorithmName name,
                                                        const AlgorithmOptions& options);
[[nodiscard]] std::string_view name_of(AlgorithmName name);
[[nodiscard]] std::optional<AlgorithmName> algorithm_named(std::string_view name);
[[nodiscard]] std::vector<std::string_view> algorithm_names();  // for help texts

}  // namespace mazurka
