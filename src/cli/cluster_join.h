// The part of a command in an exploration by several machines: joins it, starts epochs, ends it,
// and collects the result (cli/cluster_store.h).
#pragma once

#include <string>
#include <vector>

#include "cli/child/workers.h"
#include "cli/cluster_store.h"
#include "cli/command_line.h"
#include "cli/exploring_command.h"
#include "cluster/exploration.h"

namespace mazurka::cli {

// Throws UserError if the command has options that only one machine can follow.
void require_fit_cluster(const CheckCommand& command);

class ClusterJoin {
 public:
  // Joins the exploration at command.cluster. `mazurka check` starts it if there is none, `mazurka
  // worker` waits for it. Throws UserError. REQUIRES: the command outlives this object.
  ClusterJoin(const CheckCommand& command, const ExploringRun& run);

  [[nodiscard]] cluster::Exploration& exploration() { return *exploration_; }
  // Starts or continues to explore, with what was learned.
  void begin(const std::vector<std::string>& facts);
  // What the present epoch starts with.
  [[nodiscard]] std::vector<std::string> facts() const;
  [[nodiscard]] ClusterStore::Options store_options() const;
  // The counts of all machines for the progress line; the rest is that of this one.
  [[nodiscard]] Summary summary_of(const ClusterStore& store, const Summary& here) const;

  // Starts an epoch with what was learned. Returns whether anything is new.
  bool learn(const std::vector<std::string>& known, const std::vector<std::string>& learned);
  void prediction_failed();
  // The workers of this machine were stopped: by an error, which ends the exploration everywhere,
  // or by a limit or a signal, which ends it if this process leads.
  void stopped(ClusterStore& store, const WorkersResult& result);
  // Stops the exploration if this process leads.
  void stop(ClusterStore& store, const std::string& reason);

  // What all machines have found and counted. The traces are deleted if all were explored.
  [[nodiscard]] WorkersResult result();
  // Says in the summary why the exploration is incomplete, if it is. REQUIRES: there is one.
  void describe_end(ChildResult& result) const;

 private:
  const CheckCommand& command_;
  std::optional<cluster::Exploration> exploration_;
  cluster::Totals totals_;
  bool stopped_here_ = false;
  StopReason limit_ = StopReason::none;
};

}  // namespace mazurka::cli
