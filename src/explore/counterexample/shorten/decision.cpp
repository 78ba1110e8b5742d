#include "explore/counterexample/shorten/decision.h"

#include <algorithm>
#include <vector>

#include "check/check.h"
#include "core/conflict.h"
#include "core/execution.h"
#include "explore/counterexample/shorten/attempt.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

// A continuation that is so much longer may have no end.
constexpr Position longest_detour = 2'000;

enum class Answer : std::uint8_t { unavoidable, avoidable, unknown };

// Runs all continuations of a beginning, with sleep sets: one of each trace. Handlers count as
// locks, since then steps that are independent do commute.
class Continuations {
 public:
  Continuations(Program& program, std::span<const Choice> choices, const std::string& error,
                SearchBudget& budget)
      : program_(program),
        choices_(choices),
        error_(error),
        budget_(budget),
        execution_(program.registry(), Relation::events),
        locks_(program.registry(), Relation::handlers_as_locks) {}

  // Do all continuations of the first `length` steps show the error? Those that begin as `choices`
  // does are known to.
  [[nodiscard]] Answer after(Position length) {
    stack_.clear();
    if (!go_to(length)) return Answer::unknown;
    open({});
    pending_.clear();
    program_.pending(pending_);
    if (!step(choices_[length])) return Answer::unknown;
    stack_.back().done.push_back(last_);
    put_first_what_conflicts_with(last_);
    while (true) {
      const Answer answer = next_branch(length);
      if (answer != Answer::unavoidable || stack_.empty()) return answer;
    }
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Of the continuation that avoids the error: what it begins with.
  [[nodiscard]] TaskId other() const { return other_; }
  [[nodiscard]] const std::string& instead() const { return instead_; }

 private:
  struct Node {
    std::vector<Choice> enabled;
    std::vector<Step> asleep;  // explored elsewhere, as long as nothing depends on them
    std::vector<Step> done;    // explored from here
    Choice taken;
    Step step;  // what that was
  };

  // What conflicts with a step is the likeliest to have avoided what followed, and tells the most.
  // REQUIRES: `pending_` is what was pending before the step.
  void put_first_what_conflicts_with(const Step& known) {
    std::vector<Choice>& enabled = stack_.back().enabled;
    std::stable_partition(enabled.begin(), enabled.end(), [&](const Choice& choice) {
      const auto next = std::ranges::find(pending_, choice.task, &Pending::task);
      return next != pending_.end() &&
             conflict(execution_.registry(), ConflictTable(), next->accesses, known.accesses);
    });
  }

  // Runs the beginning and the branches that the nodes on the stack have taken.
  bool go_to(Position length) {
    execution_.clear();
    program_.restart();
    for (Position i = 0; i < length; ++i)
      if (!step(choices_[i])) return false;
    for (std::size_t i = 0; i + 1 < stack_.size(); ++i)
      if (!step(stack_[i].taken)) return false;
    return true;
  }

  bool step(Choice choice) {
    if (!budget_.has_events()) return false;
    budget_.spend_event();
    const Event* event = program_.step(choice);
    if (event == nullptr) return false;
    last_ = *event;
    last_.accesses = locks_.accesses_of(last_);
    execution_.push(*event);
    return true;
  }

  void open(std::vector<Step> asleep) {
    const auto enabled = program_.enabled();
    stack_.push_back({{enabled.begin(), enabled.end()}, std::move(asleep), {}, {}, {}});
  }

  [[nodiscard]] static bool has(const std::vector<Step>& steps, Choice choice) {
    return std::ranges::find(steps, choice, &Step::as_choice) != steps.end();
  }

  [[nodiscard]] static std::optional<Choice> next_choice(const Node& node) {
    for (const Choice& choice : node.enabled)
      if (!has(node.asleep, choice) && !has(node.done, choice)) return choice;
    return std::nullopt;
  }

  // Unavoidable with an empty stack: there is none left.
  [[nodiscard]] Answer next_branch(Position length) {
    while (!stack_.empty() && !next_choice(stack_.back())) {
      stack_.pop_back();
      if (!stack_.empty()) stack_.back().done.push_back(stack_.back().step);
    }
    if (stack_.empty()) return Answer::unavoidable;
    if (budget_.is_used_up() || !go_to(length)) return Answer::unknown;
    return run_branch();
  }

  [[nodiscard]] Answer run_branch() {
    while (const auto choice = next_choice(stack_.back())) {
      Node& node = stack_.back();
      node.taken = *choice;
      if (stack_.size() == 1) note_beginning(*choice);
      if (!step(*choice)) return Answer::unknown;
      node.step = last_;
      if (execution_.size() > choices_.size() + longest_detour) return Answer::unknown;
      const bool is_maximal = program_.enabled().empty();
      open(still_asleep(node));
      if (is_maximal) return judge();
    }
    // All that could go on here is asleep: explored elsewhere. next_branch() leaves this node.
    return Answer::unavoidable;
  }

  [[nodiscard]] std::vector<Step> still_asleep(const Node& node) const {
    std::vector<Step> result;
    const auto add_independent = [&](const std::vector<Step>& steps) {
      for (const Step& each : steps)
        if (!depend(each, node.step)) result.push_back(each);
    };
    add_independent(node.asleep);
    add_independent(node.done);
    return result;
  }

  [[nodiscard]] bool depend(const Step& a, const Step& b) const {
    const Registry& registry = execution_.registry();
    return depends(registry, ConflictTable(), a, b) || depends(registry, ConflictTable(), b, a);
  }

  // What an `assume` stops is no execution, and so avoids nothing.
  [[nodiscard]] Answer judge() {
    const Ending ending = program_.ending();
    if (ending.kind == EndingKind::blocked) return Answer::unavoidable;
    ++count_;
    pending_.clear();
    program_.pending(pending_);
    findings_.clear();
    checks_.look_at({execution_, program_.presentation(), ending, pending_}, findings_);
    const bool shows_error = std::ranges::any_of(findings_, [&](const Finding& finding) {
      return error_and_place(finding, execution_.registry()) == error_;
    });
    return shows_error ? Answer::unavoidable : Answer::avoidable;
  }

  // REQUIRES: the program stands before the choice.
  void note_beginning(Choice choice) {
    pending_.clear();
    program_.pending(pending_);
    const auto next = std::ranges::find(pending_, choice.task, &Pending::task);
    other_ = choice.task;
    instead_ = next == pending_.end() ? "" : program_.presentation().describe(*next);
  }

  Program& program_;
  std::span<const Choice> choices_;
  const std::string& error_;
  SearchBudget& budget_;
  Execution execution_;
  Execution locks_;  // stays empty: it knows what steps touch if handlers are locks
  Step last_;
  std::vector<Node> stack_;
  std::vector<Pending> pending_;
  Checks checks_;
  std::vector<Finding> findings_;
  std::uint64_t count_ = 1;  // continuations that show the error; the given one does
  TaskId other_;
  std::string instead_;
};

}  // namespace

std::optional<Decision> find_decision(Program& program, std::span<const Choice> choices,
                                      const std::string& error, SearchBudget& budget) {
  Continuations continuations(program, choices, error, budget);
  for (auto length = static_cast<Position>(choices.size()); length-- > 0;) {
    const std::uint64_t before = continuations.count();
    const Answer answer = continuations.after(length);
    if (answer == Answer::unavoidable) continue;
    const bool is_known = answer == Answer::avoidable;
    if (!is_known && length + 1 == choices.size()) return std::nullopt;
    return Decision{.kind = is_known ? Decision::Kind::step : Decision::Kind::at_latest,
                    .step = length,
                    .other = is_known ? continuations.other() : TaskId::none(),
                    .instead = is_known ? continuations.instead() : "",
                    .continuations = before};
  }
  return Decision{.kind = Decision::Kind::always, .continuations = continuations.count()};
}

}  // namespace mazurka
