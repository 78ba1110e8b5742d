// Runs a planned sequence on to the end of the program, to see which trace it leads to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/messages/candidate.h"
#include "explore/prediction/behaviour.h"
#include "program/program.h"

namespace mazurka {

class Probe {
 public:
  Probe(Program& program, const Execution& execution, const FreeChoice& free_choice,
        Behaviour& behaviour)
      : program_(&program),
        execution_(&execution),
        free_choice_(&free_choice),
        behaviour_(&behaviour),
        observer_(program.registry(), behaviour),
        keyer_(program.registry(), execution.conflicts()) {}

  // The key of the trace that the sequence leads to, if the free choice goes on after it. What
  // tasks do is noted. Restarts the program. A run without end is cut off: exploring it will show
  // what it is.
  [[nodiscard]] TraceKey run(const Candidate& sequence, const AnalysedEvents& analysed);

  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  [[nodiscard]] bool is_too_long(std::uint64_t length) const {
    return length >= (1u << 20) ||
           length * program_->registry().task_count() > Execution::most_counts;
  }

  Program* program_;
  const Execution* execution_;
  const FreeChoice* free_choice_;
  Behaviour* behaviour_;
  Observer observer_;
  TraceKeyer keyer_;
  std::vector<Pending> pending_;
  std::uint64_t runs_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace mazurka
