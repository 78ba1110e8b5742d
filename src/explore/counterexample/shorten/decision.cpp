#include "explore/counterexample/shorten/decision.h"

#include <algorithm>
#include <vector>

#include "check/check.h"
#include "core/barrier_room.h"
#include "core/conflict.h"
#include "core/execution.h"
#include "explore/counterexample/shorten/attempt.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

// A continuation that is longer than the execution by this many steps may not terminate.
constexpr Position longest_detour = 2'000;

enum class Answer : std::uint8_t { unavoidable, avoidable, unknown };

// Runs all continuations of a prefix of the execution, one per trace, with sleep sets. Handlers are
// treated as locks, because sleep sets need independent steps to commute: under Relation::events,
// independent steps of two messages on one handler cannot always be swapped.
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

  // Returns whether all continuations of the first `length` steps show the error. REQUIRES: those
  // that continue with choices[length] are known to; they are not run again.
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
  // These describe the first step of the continuation that avoids the error.
  [[nodiscard]] TaskId other() const { return other_; }
  [[nodiscard]] const std::string& instead() const { return instead_; }

 private:
  struct Node {
    std::vector<Choice> enabled;
    std::vector<Step> asleep;  // the sleep set that the node was entered with
    std::vector<Step> done;    // steps that were explored from this node
    Choice taken;
    Step step;  // the step that `taken` made
  };

  // Moves the choices that conflict with the step to the front: running one of them instead is the
  // likeliest way to avoid the error, and explains it best. REQUIRES: `pending_` holds the
  // operations that were pending before the step.
  void put_first_what_conflicts_with(const Step& known) {
    std::vector<Choice>& enabled = stack_.back().enabled;
    std::stable_partition(enabled.begin(), enabled.end(), [&](const Choice& choice) {
      const auto next = std::ranges::find(pending_, choice.task, &Pending::task);
      return next != pending_.end() &&
             conflict(execution_.registry(), ConflictTable(), next->accesses, known.accesses);
    });
  }

  // Runs the first `length` steps, and then the branches that the nodes on the stack have taken.
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

  // Runs the next unexplored continuation. Returns `unavoidable`, with an empty stack, if there is
  // none left.
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
    // The run is sleep-set blocked: its continuations were explored elsewhere. next_branch() pops
    // this node.
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

  // (Whether two arrivals in one round of a barrier commute depends on its room. They are taken for
  // dependent ones here.)
  [[nodiscard]] bool depend(const Step& a, const Step& b) const {
    const Registry& registry = execution_.registry();
    return arrive_in_same_round(a, b, registry) || depends(registry, ConflictTable(), a, b) ||
           depends(registry, ConflictTable(), b, a);
  }

  // Returns whether the present continuation shows the error. A run that an `assume` blocks is not
  // an execution, so it does not avoid the error.
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

  // Records the step that the choice makes. REQUIRES: the program is at the state before it.
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
  Execution locks_;  // stays empty: gives the accesses of steps with handlers as locks
  Step last_;
  std::vector<Node> stack_;
  std::vector<Pending> pending_;
  Checks checks_;
  std::vector<Finding> findings_;
  std::uint64_t count_ = 1;  // continuations that were run, including the given execution
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
