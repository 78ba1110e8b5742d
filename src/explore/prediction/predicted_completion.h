// The predicted rest of an execution: which trace a candidate leads to, without running the
// program.
//
//   Idea     Every task makes the step that it was seen to make after the same observations
//            (behaviour.h), and the free choice picks among the tasks that can run, as it does when
//            the candidate is really run.
//   Exact    The prediction is exact if each step is determined by what its task has observed, and
//            was seen after the same observations: a run then leads to the predicted trace. Any
//            other step is a guess: the one that the task makes in the present execution. A trace
//            that was predicted by guesses need not exist. But if it is a known trace, then it
//            exists and contains the candidate (redundancy.h), so even a guess can show that a
//            candidate is redundant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/messages/candidate.h"
#include "explore/messages/position_set.h"
#include "explore/prediction/observations.h"
#include "explore/prediction/task_states.h"

namespace mazurka {

class PredictedCompletion {
 public:
  // `at_end` is the state at the end of the execution.
  PredictedCompletion(const Execution& execution, const TaskStates& at_end,
                      const Behaviour& behaviour, const FreeChoice& free_choice)
      : execution_(&execution),
        at_end_(&at_end),
        behaviour_(&behaviour),
        free_choice_(&free_choice),
        base_(execution, behaviour),
        state_(execution, behaviour) {}

  struct Predicted {
    TraceKey key;  // of the trace
    bool is_exact = false;
  };

  // Call once for each execution, before the first predict().
  void begin_execution() { base_length_ = nothing; }
  // Returns the trace that the candidate is predicted to lead to. Costs about as much as hashing
  // the events after the prefix, and least if candidates come with growing prefixes. `analysed`
  // describes the events of the present execution.
  [[nodiscard]] Predicted predict(const Candidate& candidate, const AnalysedEvents& analysed);

 private:
  static constexpr Position nothing = 0xffffffffu;

  void go_forward(const Candidate& candidate, const AnalysedEvents& analysed);
  [[nodiscard]] bool go_back(const Candidate& candidate, const AnalysedEvents& analysed);
  void add_predicted(Step& step);
  [[nodiscard]] const Step* next_of(TaskId task);
  [[nodiscard]] bool can_run(const Step& step) const;
  [[nodiscard]] bool can_resume(const Step& await) const;
  [[nodiscard]] const Step* runnable(TaskId task);
  [[nodiscard]] const Step* pick(const Step& last, std::size_t length);
  [[nodiscard]] const Step* pick_shuffled(const Step& last, std::size_t length);

  const Execution* execution_;
  const TaskStates* at_end_;
  const Behaviour* behaviour_;
  const FreeChoice* free_choice_;
  TaskStates base_;  // after the first base_length_ events of the execution
  Position base_length_ = nothing;
  TaskStates state_;
  std::size_t length_ = 0;  // how many events the candidate keeps
  bool is_exact_ = true;
  // By task: its next step, computed at most once between two steps of the task.
  struct Next {
    const Step* step = nullptr;
    bool is_known = false;
    bool is_exact = false;
  };
  std::vector<Next> next_;
  // Scratch.
  std::vector<Choice> enabled_;
  std::vector<Position> dropped_;
};

}  // namespace mazurka
