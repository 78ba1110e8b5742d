// Where a planned sequence leads to, found without running the program.
//
//   Design   A sequence is redundant if a known trace contains it; which one, and how we came to
//            think of it, does not matter (docs/decisions/0001-known-traces.md). So before the
//            program is run, its end is imagined: every task goes on with what it was seen to do
//            after it had observed the same (behaviour.h), and the free choice picks, as it does
//            when the sequence is really run. If that trace is known, it contains the sequence.
//   Certain  If each step was determined by what its task had observed, and each such step was seen
//            before, the imagined trace is what a run would lead to, and no run is needed.
//            Otherwise steps are guessed: those that the task makes in the present execution. Then,
//            if the trace is not known, nothing follows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/messages/candidate.h"
#include "explore/messages/position_set.h"
#include "explore/prediction/behaviour.h"
#include "explore/prediction/task_states.h"

namespace mazurka {

class PredictedCompletion {
 public:
  // `now` is the state at the end of the execution.
  PredictedCompletion(const Execution& execution, const TaskStates& now, const Behaviour& behaviour,
                      const FreeChoice& free_choice)
      : execution_(&execution),
        now_(&now),
        behaviour_(&behaviour),
        free_choice_(&free_choice),
        base_(execution, behaviour),
        state_(execution, behaviour) {}

  struct Predicted {
    TraceKey key;
    bool is_certain = false;
  };

  // Another execution is there.
  void begin_execution() { base_length_ = nothing; }
  // Cheapest if sequences come with growing prefixes.
  [[nodiscard]] Predicted run(const Candidate& sequence, const AnalysedEvents& analysed);

 private:
  static constexpr Position nothing = 0xffffffffu;

  void go_forward(const Candidate& sequence, const AnalysedEvents& analysed);
  [[nodiscard]] bool go_back(const Candidate& sequence, const AnalysedEvents& analysed);
  void imagine(const Step& step);
  [[nodiscard]] const Step* next_of(TaskId task);
  [[nodiscard]] bool can_run(const Step& step) const;
  [[nodiscard]] bool can_go_on(const Step& await) const;
  [[nodiscard]] const Step* runnable(TaskId task);
  [[nodiscard]] const Step* pick(const Step& last, std::size_t length);
  [[nodiscard]] const Step* pick_shuffled(const Step& last, std::size_t length);

  const Execution* execution_;
  const TaskStates* now_;
  const Behaviour* behaviour_;
  const FreeChoice* free_choice_;
  TaskStates base_;  // after the first events of the execution: how many
  Position base_length_ = nothing;
  TaskStates state_;
  std::size_t length_ = 0;  // how many events the sequence keeps
  bool is_certain_ = true;
  // By task: its next step, once it was asked for in this run.
  struct Next {
    const Step* step = nullptr;
    bool is_known = false;
    bool is_certain = false;
  };
  std::vector<Next> next_;
  // Scratch.
  std::vector<Choice> enabled_;
  PositionSet kept_;
  std::vector<Position> dropped_;
};

}  // namespace mazurka
