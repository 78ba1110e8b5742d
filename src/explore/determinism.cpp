#include "explore/determinism.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "program/presentation.h"

namespace mazurka {

bool Determinism::replay(Position length) {
  state_.execution.truncate(length);
  state_.program.restart();
  if (const auto difference = state_.program.replay(state_.execution.events())) [[unlikely]] {
    report_difference(*difference);
    return false;
  }
  state_.summary.events += length;
  return true;
}

bool Determinism::differs_when_run_again() {
  constexpr int attempts = 16;
  for (int i = 0; i < attempts; ++i)
    if (!replay(state_.execution.size())) return true;
  return false;
}

void Determinism::remember() {
  if (++executions_ < next_) return;
  next_ *= 2;
  const std::span<const Event> events = state_.execution.events();
  if (events_in_sample_ + events.size() > most_events) return;
  events_in_sample_ += events.size();
  sample_.push_back({{events.begin(), events.end()}, end_of_execution()});
}

bool Determinism::repeats_sample() {
  for (const auto& [events, end] : sample_) {
    const std::atomic<bool>* const interrupted = state_.options.interrupted;
    if (interrupted != nullptr && interrupted->load(std::memory_order_relaxed)) return true;
    state_.execution.truncate(0);
    for (const Event& event : events) state_.execution.push(event);
    if (!repeats_to_its_end(end)) return false;
  }
  return true;
}

std::string Determinism::end_of_execution() const {
  const Ending ending = state_.program.ending();
  return ending.failures.empty() ? "" : ending.failures.front().message;
}

bool Determinism::repeats_to_its_end(const std::string& before) {
  Program& program = state_.program;
  program.restart();
  if (const auto difference = program.replay(state_.execution.events())) {
    report_difference(*difference);
    return false;
  }
  if (const auto enabled = program.enabled(); !enabled.empty()) {
    report_other_end(before, waiting_step(enabled.front().task).text);
    return false;
  }
  const std::string now = end_of_execution();
  if (now == before) return true;
  report_other_end(before, now);
  return false;
}

void Determinism::report_other_end(const std::string& before, const std::string& now) {
  const auto in_words = [](const std::string& end) {
    return RecordedStep{.text = end.empty() ? "the execution ended without an error" : end};
  };
  const auto end = static_cast<Position>(state_.execution.size());
  errors_.report_and_stop(nondeterminism_finding(
      end, in_words(before), in_words(now), state_.program.presentation().last_outside_call()));
}

void Determinism::report_unseen_access(TaskId task) {
  errors_.report_and_stop(unseen_access_finding(state_.execution.size(), waiting_step(task)));
}

void Determinism::report_difference(const Program::Difference& difference) {
  const auto [position, now] = difference;
  const Presentation& words = state_.program.presentation();
  const Registry& registry = state_.program.registry();
  const RecordedStep before = recorded_step(state_.execution[position], words, registry);
  RecordedStep instead = waiting_step(before.task);
  if (now != nullptr) instead = recorded_step(*now, words, registry);
  state_.execution.truncate(position);
  errors_.report_and_stop(
      nondeterminism_finding(position, before, instead, words.last_outside_call()));
}

// Returns the next step of the task, or the fact that it has ended.
RecordedStep Determinism::waiting_step(TaskId task) {
  state_.ask_for_pending();
  const Presentation& words = state_.program.presentation();
  RecordedStep step{task, words.describe(task) + ": has ended", "", {}};
  const auto left = std::ranges::find(state_.pending, task, &Pending::task);
  if (left == state_.pending.end()) return step;
  step.text = words.describe(task) + ": " + words.describe(*left);
  step.location = left->location;
  if (left->location.exists()) step.place = state_.program.registry().text_of(left->location);
  return step;
}

}  // namespace mazurka
