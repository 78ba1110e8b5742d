// What tasks do next, as far as it was seen in this exploration.
//
// A task's next step is determined by its causal past, which the hash of its last event stands for
// (trace_key.h). Most steps are the same whatever the past: those are kept once per task and index.
// The others are remembered by the past, in a table that forgets.
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.h"
#include "core/step.h"
#include "core/trace_key.h"

namespace mazurka {

class NextSteps {
 public:
  // `last` is the hash of the event of its task before this one, `hash` its own.
  void learn(const Event& event, const TraceKey& last, const TraceKey& hash);

  // What the task does as its index-th step, after an event of its own with this hash; null if
  // nothing is known. `present` is what it does in the present execution, or null.
  [[nodiscard]] const Step* after(EventId id, const TraceKey& last, const Step* present) const;
  // Does the task end with this step, which then has this hash?
  [[nodiscard]] bool ends(const Step& step, const TraceKey& hash) const;

 private:
  struct Seen {
    Step step;
    bool exists = false;
    bool varies = false;        // it depends on the past, which step it is, or whether there is one
    bool may_end_task = false;  // that the task ends here depends on the past
  };
  struct Remembered {
    TraceKey last;
    Step step;  // what comes after it; the task ends: a step of no task
  };
  static constexpr std::size_t size = 1u << 16;  // a power of two; 3 MB, once something varies

  [[nodiscard]] static bool is_same(const Step& a, const Step& b) {
    return a.operation == b.operation && a.accesses == b.accesses && a.other == b.other;
  }
  // Who woke it does not depend on its own past; so nothing is gained by remembering.
  [[nodiscard]] static bool depends_on_others(const Step& step) {
    return step.operation == OperationKind::relock || step.operation == OperationKind::signal;
  }
  [[nodiscard]] Seen& seen(EventId id);
  [[nodiscard]] const Seen* find(EventId id) const;
  void remember(const TraceKey& last, const Step& step);
  [[nodiscard]] const Step* recall(const TraceKey& last) const;

  std::vector<std::vector<Seen>> seen_;  // by task and index
  std::vector<Remembered> remembered_;   // by last.low; empty until something varies
};

}  // namespace mazurka
