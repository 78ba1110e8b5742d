// Counterexamples made by hand.
#pragma once

#include <string>
#include <vector>

#include "explore/summary.h"

namespace mazurka {

class HandMadeError {
 public:
  explicit HandMadeError(std::vector<std::string> tasks) {
    for (std::uint32_t i = 0; i < tasks.size(); ++i)
      error.tasks.push_back({.task = {i}, .name = tasks[i]});
    error.finding.kind = FindingKind::deadlock;
  }

  // Adds a step of a task, which happens after the steps in `after`.
  void step(std::uint32_t task, const std::string& text, std::vector<Position> after = {}) {
    const auto position = static_cast<Position>(error.events.size());
    error.events.change().push_back({.position = position,
                                     .task = {task},
                                     .text = text,
                                     .place = "dir/m.mzk:" + std::to_string(position + 1) + ":3",
                                     .after = std::move(after)});
    error.schedule.steps.change().push_back({.task = std::to_string(task)});
    error.finding.position = position + 1;
  }

  // Adds a step inside a library function that line 7 called.
  void library_step(std::uint32_t task, const std::string& text, StepOrigin origin) {
    step(task, text);
    error.events.change().back().place = "dir/m.cpp:7";
    error.events.change().back().origin = std::move(origin);
  }

  void fails(std::uint32_t task) {
    error.finding.kind = FindingKind::assertion;
    error.finding.message = "assertion failed: x == 1";
    error.finding.task = {task};
    error.place = "dir/m.mzk:99:3";
    error.task_name = error.tasks[task].name;
  }

  Counterexample error;
};

}  // namespace mazurka
