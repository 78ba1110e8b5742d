#include "explore/algorithm/replay.h"

#include <algorithm>

#include "core/user_error.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

constexpr std::size_t most_shown = 8;

class Replay : public Algorithm {
 public:
  Replay(Schedule schedule, std::string file)
      : Algorithm({.name = "replay",
                   .relation = Relation::events,
                   .given_up = schedule.ends_at_error ? AlgorithmFacts::GivenUp::at_error
                                                      : AlgorithmFacts::GivenUp::redundant}),
        schedule_(std::move(schedule)),
        file_(std::move(file)) {}

  void begin(Program& program, Execution& execution) override {
    program_ = &program;
    execution_ = &execution;
  }

  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position now = execution_->size();
    if (now >= schedule_.steps.size() && schedule_.ends_at_error) return std::nullopt;
    if (now >= schedule_.steps.size())
      fail("the schedule ends after " + std::to_string(now) +
           " steps, but the execution continues: " + in_words(enabled));
    const ScheduleStep& step = schedule_.steps[now];
    const auto choice =
        std::ranges::find_if(enabled, [&](const Choice& c) { return is_meant(c, step); });
    if (choice == enabled.end())
      fail("step " + std::to_string(now + 1) + ", " + in_words(step) +
           ", is not possible; possible is " + in_words(enabled));
    return *choice;
  }

  void finished(bool maximal, std::span<const Pending> /*pending*/) override {
    const std::size_t length = schedule_.steps.size();
    if (maximal && execution_->size() < length)
      fail("the execution ends after " + std::to_string(execution_->size()) +
           " steps, but the schedule has " + std::to_string(length));
  }

  [[nodiscard]] std::optional<Position> backtrack() override { return std::nullopt; }

 private:
  // Returns whether the choice is the recorded step. The value of a choice is the value of a
  // `choose` or the task that a `signal` wakes, depending on the operation.
  [[nodiscard]] bool is_meant(const Choice& choice, const ScheduleStep& step) {
    const Registry& registry = execution_->registry();
    if (registry.path_of(choice.task) != step.task) return false;
    if (operation_of(choice.task) != OperationKind::signal)
      return step.woken.empty() && choice.value == step.value;
    return woken_by(choice) == step.woken;
  }

  [[nodiscard]] std::string woken_by(const Choice& choice) const {
    if (choice.value == wakes_nobody) return "-";
    return execution_->registry().path_of(woken_task(choice.value));
  }

  [[nodiscard]] OperationKind operation_of(TaskId task) {
    const Pending* pending = pending_of(task);
    return pending == nullptr ? OperationKind::choose : pending->operation;
  }

  [[nodiscard]] const Pending* pending_of(TaskId task) {
    pending_.clear();
    program_->pending(pending_);
    const auto found = std::ranges::find(pending_, task, &Pending::task);
    return found == pending_.end() ? nullptr : &*found;
  }

  [[nodiscard]] static std::string in_words(const ScheduleStep& step) {
    std::string text = "task " + step.task;
    if (step.value != 0) text += " choosing " + std::to_string(step.value);
    if (step.woken == "-") text += " signalling nobody";
    if (!step.woken.empty() && step.woken != "-") text += " waking task " + step.woken;
    if (!step.comment.empty()) text += " (" + step.comment + ")";
    return text;
  }

  [[nodiscard]] std::string in_words(const Choice& choice) {
    const Pending* pending = pending_of(choice.task);
    std::string text = "task " + execution_->registry().path_of(choice.task) + " (" +
                       program_->presentation().describe(choice.task);
    if (pending != nullptr) text += ": " + program_->presentation().describe(*pending);
    text += ")";
    if (pending != nullptr && pending->operation == OperationKind::signal)
      text += " waking " + woken_by(choice);
    if (pending != nullptr && pending->operation == OperationKind::choose)
      text += " choosing " + std::to_string(choice.value);
    return text;
  }

  [[nodiscard]] std::string in_words(std::span<const Choice> enabled) {
    std::string text;
    for (const Choice& choice : enabled.first(std::min(enabled.size(), most_shown)))
      text += (text.empty() ? "" : ", ") + in_words(choice);
    return enabled.size() > most_shown ? text + ", …" : text;
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string from_outside = program_->presentation().last_outside_call();
    throw UserError(file_, what,
                    from_outside.empty()
                        ? "was the schedule edited? 'mazurka check' records a new one"
                        : "does the program find the same outside as when it was checked (standard "
                          "input, files, times)? Its last call that asks was " +
                              from_outside);
  }

  Schedule schedule_;
  std::string file_;
  Program* program_ = nullptr;
  Execution* execution_ = nullptr;
  std::vector<Pending> pending_;
};

class ChoiceReplay : public Algorithm {
 public:
  explicit ChoiceReplay(std::vector<Choice> choices)
      : Algorithm({.name = "replay", .relation = Relation::events}), choices_(std::move(choices)) {}

  void begin(Program& /*program*/, Execution& execution) override { execution_ = &execution; }
  [[nodiscard]] std::optional<Choice> pick(std::span<const Choice> enabled) override {
    const Position now = execution_->size();
    if (now >= choices_.size() || std::ranges::find(enabled, choices_[now]) == enabled.end())
      throw UserError("",
                      "an execution cannot be run again: the program depends on something outside "
                      "of it");
    return choices_[now];
  }
  void finished(bool /*maximal*/, std::span<const Pending> /*pending*/) override {}
  [[nodiscard]] std::optional<Position> backtrack() override { return std::nullopt; }

 private:
  std::vector<Choice> choices_;
  const Execution* execution_ = nullptr;
};

}  // namespace

std::unique_ptr<Algorithm> make_replay(Schedule schedule, std::string file) {
  return std::make_unique<Replay>(std::move(schedule), std::move(file));
}

std::unique_ptr<Algorithm> make_replay_of(std::vector<Choice> choices) {
  return std::make_unique<ChoiceReplay>(std::move(choices));
}

}  // namespace mazurka
