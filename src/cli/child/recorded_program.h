// A program that leaves its current schedule in the memory that an exploring child shares with its
// parent. A step is recorded before it happens, so that the last recorded step is the one that
// killed the process.
#pragma once

#include <algorithm>
#include <span>

#include "cli/child/shared_state.h"
#include "program/forwarding_program.h"

namespace mazurka::cli {

class RecordedProgram final : public ForwardingProgram {
 public:
  // REQUIRES: both outlive this object.
  RecordedProgram(Program& program, SharedState& state)
      : ForwardingProgram(program), program_(program), state_(state) {}

  void restart() override {
    state_.step_count = 0;
    ++state_.runs;
    program_.restart();
  }
  const Event* step(Choice choice) override {
    record(choice);
    return program_.step(choice);
  }
  // The events of a replay are recorded at once; their tasks were recorded when they first ran. If
  // one of them kills the process, the recorded schedule is longer than what happened, and running
  // it again shows where it ends.
  std::optional<Difference> replay(std::span<const Event> expected) override {
    const std::size_t count = std::min(expected.size(), SharedState::most_steps);
    for (std::size_t i = 0; i < count; ++i) state_.steps[i] = expected[i].as_choice();
    state_.step_count = static_cast<std::uint32_t>(count);
    return program_.replay(expected);
  }

 private:
  void record(Choice choice) {
    if (choice.task.value >= state_.task_count) record_tasks();
    if (state_.step_count < SharedState::most_steps) state_.steps[state_.step_count++] = choice;
  }
  void record_tasks() {
    const Registry& registry = program_.registry();
    while (state_.task_count < registry.task_count() &&
           state_.task_count < SharedState::most_tasks) {
      state_.tasks[state_.task_count] = registry.name_of(TaskId{state_.task_count});
      ++state_.task_count;
    }
  }

  Program& program_;
  SharedState& state_;
};

}  // namespace mazurka::cli
