// A probe runs a candidate to the end of the program to see which trace it leads to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/messages/candidate.h"
#include "explore/prediction/observations.h"
#include "program/program.h"

namespace mazurka {

class Probe {
 public:
  Probe(Program& program, const Execution& execution, const FreeChoice& free_choice,
        Behaviour& behaviour, std::uint64_t max_steps)
      : program_(&program),
        execution_(&execution),
        free_choice_(&free_choice),
        behaviour_(&behaviour),
        max_steps_(max_steps),
        observer_(program.registry(), behaviour),
        keyer_(program.registry(), execution.conflicts()) {}

  // Returns the key of the trace that the candidate leads to if the free choice continues it.
  // Restarts the program, and records in `behaviour` what tasks do.
  //
  // A run that exceeds the length limit is cut off, and the result is the key of a prefix. No
  // trace has this key, so the candidate is explored, and the explorer stops at the same length.
  [[nodiscard]] TraceKey run(const Candidate& candidate, const AnalysedEvents& analysed);

  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  [[nodiscard]] bool is_too_long(std::uint64_t length) const {
    return length >= max_steps_ ||
           length * program_->registry().task_count() > Execution::most_counts;
  }

  Program* program_;
  const Execution* execution_;
  const FreeChoice* free_choice_;
  Behaviour* behaviour_;
  std::uint64_t max_steps_;
  Observer observer_;
  TraceKeyer keyer_;
  std::vector<Pending> pending_;
  Event in_relation_;  // scratch: an event with other accesses than the program says
  std::uint64_t runs_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace mazurka
