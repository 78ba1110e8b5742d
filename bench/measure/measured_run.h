// One exploration in a process of its own: peak memory and CPU time are those of this run alone.
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
  std::string trace_folder = {};                    // of a recorded trace, instead of a model
  EmDporChoices em_choices = {};                    // of algorithm em
  bool every_operation = false;                     // of the trace is an event
  TaskOrder task_order = TaskOrder::running_first;  // of algorithms source and dpor
  bool idle_tasks_cover = false;                    // of algorithm source
};

struct Measured {
  std::uint64_t executions = 0;     // maximal ones, blocked and deadlocked ones included
  std::uint64_t begun_in_vain = 0;  // sleep-set blocked
  std::uint64_t events = 0;         // replayed ones included, those of probes not
  std::uint64_t transitions = 0;    // a replayed prefix counts once
  double seconds = 0;               // of CPU time, without reading the model
  std::uint64_t peak_kib = 0;       //
  std::uint64_t nodes = 0;          // of the largest backtrack set, or in wakeup trees at once
  bool is_cut = false;              // the limit came first: the counts are what was reached

  [[nodiscard]] std::uint64_t all_executions() const { return executions + begun_in_vain; }
};

[[nodiscard]] std::unique_ptr<Program> load(const Run& run);

// Gives up after `limit_seconds`. Throws std::runtime_error if the run fails.
[[nodiscard]] Measured measure(const Run& run, double limit_seconds);

}  // namespace mazurka::bench
