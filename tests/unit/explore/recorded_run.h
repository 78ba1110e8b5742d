// One execution of a small model, with everything that the algorithms know about it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/execution.h"
#include "core/trace_key.h"
#include "explore/free_choice.h"
#include "explore/prediction/observations.h"
#include "program/model/model.h"

namespace mazurka {

struct RecordedRun {
  // Runs the model once; seed 0 is the natural order.
  explicit RecordedRun(std::string_view source, std::uint64_t seed = 0)
      : program(model::load(source, "test.mzk")), execution(program->registry(), Relation::events) {
    const FreeChoice free_choice(seed);
    program->restart();
    while (!program->enabled().empty())
      execution.push(*program->step(free_choice.pick(program->enabled(), execution)));
    program->pending(pending);
    TraceKeyer keyer(program->registry());
    Behaviour behaviour(program->registry());
    Observer observer(program->registry(), behaviour);
    for (const Event& event : execution.events()) {
      hashes.push_back(keyer.push(event));
      histories.push_back(observer.push(event, hashes.back(), false));
    }
    key = keyer.key();
  }

  [[nodiscard]] AnalysedEvents analysed() const { return {hashes, histories}; }

  std::unique_ptr<Program> program;
  Execution execution;
  std::vector<Pending> pending;  // at the end of the execution
  std::vector<TraceKey> hashes;  // of the events
  std::vector<History> histories;
  TraceKey key;
};

// Runs these events of `run` from the start and returns false if that is
// impossible. Restarts the program.
[[nodiscard]] inline bool can_run(RecordedRun& run, std::span<const Position> order) {
  run.program->restart();
  for (const Position position : order) {
    const Event* event = run.program->step(run.execution[position].as_choice());
    if (event == nullptr || event->operation != run.execution[position].operation) return false;
  }
  return true;
}

// Calls `visit` with the hashes of the events of every maximal execution, found by brute
// force. Restarts the program.
inline void for_each_execution(Program& program,
                               const std::function<void(const std::vector<TraceKey>&)>& visit) {
  std::vector<Choice> path;
  const std::function<void()> extend = [&] {
    program.restart();
    TraceKeyer keyer(program.registry());
    std::vector<TraceKey> hashes;
    for (const Choice& choice : path) hashes.push_back(keyer.push(*program.step(choice)));
    const std::vector<Choice> enabled(program.enabled().begin(), program.enabled().end());
    if (enabled.empty()) visit(hashes);
    for (const Choice& choice : enabled) {
      path.push_back(choice);
      extend();
      path.pop_back();
    }
  };
  extend();
}

}  // namespace mazurka
