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
#include "explore/reversal/behaviour.h"
#include "explore/reversal/planned_sequence.h"

namespace mazurka {

class ImaginedCompletion {
 public:
  ImaginedCompletion(const Execution& execution, const Behaviour& behaviour,
                     const FreeChoice& free_choice)
      : execution_(&execution),
        behaviour_(&behaviour),
        free_choice_(&free_choice),
        base_(execution, behaviour),
        state_(execution, behaviour) {}

  struct Imagined {
    TraceKey key;
    bool is_certain = false;
  };

  // Another execution is there.
  void begin_execution() { base_length_ = nothing; }
  // Cheapest if sequences come with growing prefixes.
  [[nodiscard]] Imagined run(const PlannedSequence& sequence, const AnalysedEvents& analysed);

 private:
  // After some steps: what has been done, who exists, who runs, who holds what.
  struct State {
    struct OfTask {
      std::uint32_t next = 0;  // index of its next event
      bool exists = false;     // it was created
      bool ended = false;
    };
    State(const Execution& execution, const Behaviour& behaviour)
        : keyer(execution.registry(), execution.conflicts()),
          observations(execution.registry(), behaviour) {}

    void clear(const Registry& registry);
    void repeat(const Registry& registry, const Step& step, bool ends_task) {
      tasks[step.task.value].next = step.index + 1;
      if (step.operation > OperationKind::update || ends_task)
        repeat_others(registry, step, ends_task);
    }
    // What is not an access, or the end of its task.
    void repeat_others(const Registry& registry, const Step& step, bool ends_task);
    void set_locks(const Registry& registry, const Step& step, bool is_taken);

    TraceKeyer keyer;
    Observations observations;
    std::vector<OfTask> tasks;
    std::vector<TaskId> live;                    // exist and have not ended; sorted
    std::vector<TaskId> running;                 // by handler
    std::vector<std::vector<TaskId>> mailboxes;  // by handler, those of fifo handlers
    std::vector<std::uint8_t> taken;             // by object: a lock that somebody holds
  };
  static constexpr Position nothing = 0xffffffffu;

  void prepare_base(Position length, const AnalysedEvents& analysed);
  void keep(State& state, Position position, const AnalysedEvents& analysed) const;
  void imagine(const Step& step);
  [[nodiscard]] const Step* next_of(TaskId task);
  [[nodiscard]] bool can_run(const Step& step) const;
  [[nodiscard]] bool can_start(const Step& step) const;
  [[nodiscard]] bool can_go_on(const Step& await) const;
  [[nodiscard]] const Step* runnable(TaskId task);
  [[nodiscard]] const Step* pick(const Step& last, std::size_t length);
  [[nodiscard]] const Step* pick_shuffled(const Step& last, std::size_t length);

  const Execution* execution_;
  const Behaviour* behaviour_;
  const FreeChoice* free_choice_;
  State base_;  // after the first events of the execution: how many
  Position base_length_ = nothing;
  State state_;
  bool is_certain_ = true;
  // By task: its next step, once it was asked for in this run.
  struct Next {
    const Step* step = nullptr;
    bool is_known = false;
    bool is_certain = false;
  };
  std::vector<Next> next_;
  std::vector<Choice> enabled_;  // scratch
};

}  // namespace mazurka
