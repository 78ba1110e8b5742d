// One exploration in a separate process, so that peak memory and CPU time are those of this run
// alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explore/algorithms.h"
#include "program/model/model.h"

namespace mazurka::bench {

struct Run {
  std::string model;  // below bench/models, without .mzk: "event_dpor/writers"
  std::vector<model::Define> defines;
  AlgorithmName algorithm = AlgorithmName::event;
  std::string trace_folder = {};  // folder of a recorded trace, used instead of a model
  EmDporChoices em_choices = {};  // for the algorithm em
  bool every_operation = false;   // every operation of the trace is an event
  TaskOrder task_order = TaskOrder::running_first;  // for the algorithms source and dpor
  bool idle_tasks_cover = false;                    // for the algorithm source
  bool sleep_sets = true;                           // for the algorithm dpor
};

struct Measured {
  std::uint64_t executions = 0;   // maximal ones, including blocked and deadlocked ones
  std::uint64_t redundant = 0;    // sleep-set blocked executions
  std::uint64_t events = 0;       // including replayed ones, excluding those of probes
  std::uint64_t transitions = 0;  // a replayed prefix counts once
  // With every_operation: transitions, where all events of one recorded operation count as one. An
  // operation that waits for several others has an event for each.
  std::uint64_t operations = 0;
  double seconds = 0;          // CPU time, without reading the model
  std::uint64_t peak_kib = 0;  //
  std::uint64_t nodes = 0;     // of the largest backtrack set, or in wakeup trees at once
  bool is_cut = false;         // the time limit was reached: the counts are partial

  [[nodiscard]] std::uint64_t all_executions() const { return executions + redundant; }
};

[[nodiscard]] std::unique_ptr<Program> load(const Run& run);

// Stops after `limit_seconds`. Throws std::runtime_error if the run fails.
[[nodiscard]] Measured measure(const Run& run, double limit_seconds);

}  // namespace mazurka::bench
