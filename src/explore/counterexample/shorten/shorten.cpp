#include "explore/counterexample/shorten/shorten.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "explore/counterexample/shorten/attempt.h"
#include "explore/counterexample/shorten/decision.h"
#include "explore/counterexample/shorten/few_switches.h"
#include "explore/counterexample/shorten/needed_events.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

bool can_be_shortened(const Counterexample& error) {
  const bool was_given_up = error.schedule.max_steps != 0;
  return !was_given_up && !error.choices.empty() &&
         (shows_before_the_end(error.finding.kind) || error.finding.kind == FindingKind::deadlock ||
          error.finding.kind == FindingKind::leak ||
          error.finding.kind == FindingKind::undelivered_message);
}

class Shortener {
 public:
  Shortener(Program& program, const std::string& error, FindingKind kind, SearchBudget& budget)
      : budget_(budget), attempt_(program, error, kind, budget) {}

  // Runs the execution and drops the events that the error does not depend on. Returns false if the
  // error cannot be reproduced.
  [[nodiscard]] bool begin(const std::vector<Choice>& choices) {
    if (!attempt_.run(choices)) return false;
    keep();
    leave_out_what_does_not_lead_to_it();
    return true;
  }

  void search() {
    use_few_switches();
    while (try_without_something()) use_few_switches();
  }

  [[nodiscard]] const std::vector<Choice>& choices() const { return best_.choices; }

 private:
  struct Candidate {
    std::vector<Choice> choices;
    // Tasks and steps in the causal past of the error, all steps, switches; compared in this order.
    std::tuple<std::size_t, std::size_t, std::size_t, std::uint32_t> costs;
  };

  void keep() { best_ = last_run(); }

  // Returns the last run with its costs. The steps in the causal past of the error count first,
  // since some errors (deadlocks) become visible only after many unrelated steps.
  [[nodiscard]] Candidate last_run() const {
    const Execution& execution = attempt_.execution();
    const std::vector<bool> needed = causal_past(execution, attempt_.finding());
    std::vector<TaskId> tasks;
    for (Position i = 0; i < execution.size(); ++i)
      if (needed[i] && std::ranges::find(tasks, execution[i].task) == tasks.end())
        tasks.push_back(execution[i].task);
    const auto steps = static_cast<std::size_t>(std::ranges::count(needed, true));
    Candidate result{attempt_.choices(), {}};
    result.costs = {tasks.size(), steps, execution.size(), count_switches(result.choices)};
    return result;
  }

  bool keep_if_better() {
    Candidate candidate = last_run();
    if (candidate.costs >= best_.costs) return false;
    best_ = std::move(candidate);
    return true;
  }

  void leave_out_what_does_not_lead_to_it() {
    const std::vector<bool> needed = needed_events(attempt_.execution(), attempt_.finding());
    std::vector<Choice> rest;
    for (Position i = 0; i < attempt_.execution().size(); ++i)
      if (needed[i]) rest.push_back(attempt_.execution()[i].as_choice());
    if (rest.size() < attempt_.execution().size() && attempt_.run(rest)) keep_if_better();
  }

  void use_few_switches() {
    if (!attempt_.run(best_.choices)) return;
    const std::vector<Choice> order = with_few_switches(attempt_.with_handlers_as_locks());
    if (count_switches(order) < count_switches(best_.choices) && attempt_.run(order))
      keep_if_better();
  }

  // --- Attempts to leave out tasks and blocks ---

  bool try_without_something() { return try_without_tasks() || try_without_blocks(); }

  bool try_without_tasks() {
    std::vector<TaskId> tasks;
    for (const Choice& choice : best_.choices)
      if (std::ranges::find(tasks, choice.task) == tasks.end()) tasks.push_back(choice.task);
    std::ranges::reverse(tasks);  // the tasks that came last are the likeliest to be unnecessary
    return std::ranges::any_of(tasks, [&](TaskId task) {
      std::vector<Choice> rest = best_.choices;
      std::erase_if(rest, [&](const Choice& choice) { return choice.task == task; });
      return try_instead(rest);
    });
  }

  // A block is a maximal sequence of consecutive steps of one task.
  bool try_without_blocks() {
    const std::vector<Choice>& all = best_.choices;
    for (std::size_t end = all.size(); end > 0;) {
      std::size_t begin = end - 1;
      while (begin > 0 && all[begin - 1].task == all[end - 1].task) --begin;
      std::vector<Choice> rest = all;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                 rest.begin() + static_cast<std::ptrdiff_t>(end));
      if (try_instead(rest)) return true;
      end = begin;
    }
    return false;
  }

  bool try_instead(const std::vector<Choice>& choices) {
    if (budget_.is_used_up() || !attempt_.run(choices)) return false;
    if (!keep_if_better()) return false;
    leave_out_what_does_not_lead_to_it();
    return true;
  }

  SearchBudget& budget_;
  Attempt attempt_;
  Candidate best_;
};

// Returns the position in `to` of an event of `from`: the event of the same task with the same
// index. Returns nowhere if `to` has no such event, or if it does something else there.
Position position_in(const Counterexample& to, const Counterexample& from, Position old) {
  const ShownEvent& wanted = from.events[old];
  const auto is_own = [&](const ShownEvent& event) { return event.task == wanted.task; };
  auto nth = std::count_if(from.events.begin(), from.events.begin() + old, is_own);
  for (const ShownEvent& event : to.events)
    if (is_own(event) && nth-- == 0)
      return event.text == wanted.text ? event.position : Execution::nowhere;
  return Execution::nowhere;
}

// Copies the race whose reversal exposed the error, if the shorter execution still has it.
void keep_reversal(const Counterexample& from, Counterexample& to) {
  if (from.reversal) {
    const std::pair race(position_in(to, from, from.reversal->first),
                         position_in(to, from, from.reversal->second));
    if (std::ranges::find(to.races, race) != to.races.end()) to.reversal = race;
  }
  if (from.put_off) {
    const Position by = position_in(to, from, from.put_off->by);
    if (by != Execution::nowhere) to.put_off = PutOff{by, from.put_off->task, from.put_off->text};
  }
}

// Returns the finding with its full explanation. Checks explain each data race only once, and those
// of the attempts may have done so in an earlier run. So this runs fresh checks.
Finding told(const Attempt& attempt, Program& program, const std::string& wanted) {
  Checks checks;
  std::vector<Finding> findings;
  if (shows_before_the_end(attempt.finding().kind))
    look_at_early_end(checks, attempt.execution(), program, attempt.pending(), findings);
  else
    checks.look_at(
        {attempt.execution(), program.presentation(), program.ending(), attempt.pending()},
        findings);
  for (Finding& finding : findings)
    if (error_and_place(finding, program.registry()) == wanted) return std::move(finding);
  return attempt.finding();
}

}  // namespace

void shorten(Counterexample& error, Program& program, const ShortenOptions& options) {
  if (!can_be_shortened(error)) return;
  const std::string wanted = error_and_place(error.finding, program.registry());
  SearchBudget budget(options.events, options.seconds, options.interrupted);
  Shortener shortener(program, wanted, error.finding.kind, budget);
  if (!shortener.begin(error.choices)) return;
  shortener.search();
  const bool is_complete = !budget.is_used_up();
  SearchBudget enough(~std::uint64_t{0}, 1e6, nullptr);
  Attempt last(program, wanted, error.finding.kind, enough);
  if (!last.run(shortener.choices())) return;
  Counterexample shorter = make_short_counterexample(last.execution(), program, last.pending(),
                                                     told(last, program, wanted));
  keep_reversal(error, shorter);
  shorter.shortening =
      Shortening{static_cast<Position>(error.events.size()), count_switches(error.choices),
                 count_switches(shorter.choices), is_complete};
  shorter.others = std::move(error.others);
  shorter.others_left_out = error.others_left_out;
  shorter.other_executions = std::move(error.other_executions);
  error = std::move(shorter);
  SearchBudget second(options.events, options.seconds, options.interrupted);
  error.decision = find_decision(program, error.choices, wanted, second);
}

}  // namespace mazurka
