#include "explore/counterexample/caller_locations.h"

#include <algorithm>
#include <set>
#include <span>

#include "check/check.h"
#include "check/livelock.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

bool was_given_up(const Counterexample& error) { return error.schedule.max_steps != 0; }

// Returns whether one run shows both errors.
bool have_one_execution(const Counterexample& a, const Counterexample& b) {
  return a.choices == b.choices && a.events == b.events &&
         a.schedule.ends_at_error == b.schedule.ends_at_error && !was_given_up(a) &&
         !was_given_up(b);
}

// Describes errors again, from a new run of their common schedule with caller locations.
class Retelling {
 public:
  Retelling(std::span<Counterexample> errors, Program& program)
      : errors_(errors),
        first_(errors.front()),
        program_(program),
        execution_(program.registry(), Relation::events),
        instead_(errors.size()) {}

  // Returns the indices of the errors for which that was possible.
  [[nodiscard]] std::vector<std::size_t> tell() {
    if (first_.choices.empty() || first_.finding.kind == FindingKind::nondeterminism) return {};
    if (!run()) return {};
    look();
    std::vector<std::size_t> indices;
    std::vector<Finding> found;
    for (std::size_t i = 0; i < errors_.size(); ++i) {
      const Finding* const finding = find(errors_[i]);
      if (finding == nullptr) continue;
      indices.push_back(i);
      found.push_back(*finding);
    }
    std::vector<Counterexample> told =
        first_.schedule.ends_at_error
            ? make_short_counterexamples(execution_, program_, pending_, std::move(found))
            : make_counterexamples(execution_, program_, pending_, std::move(found));
    if (told.empty()) return indices;
    const SharedVector<ShownEvent> events = with_predecessors(told.front().events);
    for (std::size_t i = 0; i < told.size(); ++i) {
      told[i].events = events;
      take_what_stays(told[i], indices[i]);
      errors_[indices[i]] = std::move(told[i]);
    }
    return indices;
  }

 private:
  // Runs the schedule. Returns false if the program does not follow it this time.
  bool run() {
    program_.restart();
    for (Position i = 0; i < first_.choices.size(); ++i) {
      for (std::size_t error = 0; error < errors_.size(); ++error)
        if (errors_[error].decision && errors_[error].decision->step == i)
          note_before_decision(error);
      const Event* const event = program_.step(first_.choices[i]);
      if (event == nullptr) return false;
      execution_.push(*event);
    }
    program_.pending(pending_);
    return true;
  }

  void note_before_decision(std::size_t error) {
    program_.pending(pending_);
    const TaskId other = errors_[error].decision->other;
    const auto next = std::ranges::find(pending_, other, &Pending::task);
    if (next != pending_.end()) instead_[error] = *next;
  }

  void look() {
    Checks checks;
    if (was_given_up(first_)) {
      findings_.push_back(livelock_finding(execution_, program_.presentation(), execution_.size()));
      findings_.back().message = first_.finding.message;
    } else if (!program_.enabled().empty()) {
      look_at_early_end(checks, execution_, program_, pending_, findings_);
    } else {
      checks.look_at({execution_, program_.presentation(), program_.ending(), pending_}, findings_);
    }
  }

  [[nodiscard]] const Finding* find(const Counterexample& error) const {
    return error.finding.kind == FindingKind::data_race ? race(error.finding)
                                                        : same_moment(error.finding);
  }

  // Returns the data race whose two accesses have the locations of the reported one. Several pairs
  // of instructions can have the same two locations; the first pair represents them all.
  [[nodiscard]] const Finding* race(const Finding& wanted) const {
    const auto places = [&](const Finding& finding) {
      std::multiset<std::string> result;
      for (const Position position : finding.events)
        result.insert(program_.registry().text_of(execution_[position].location));
      return result;
    };
    for (const Finding& finding : findings_)
      if (finding.kind == FindingKind::data_race && places(finding) == places(wanted))
        return &finding;
    return nullptr;
  }

  // Returns the finding of the same kind, task and position; of several, one with the same message.
  [[nodiscard]] const Finding* same_moment(const Finding& wanted) const {
    const Finding* result = nullptr;
    for (const Finding& finding : findings_) {
      if (finding.kind != wanted.kind || finding.task != wanted.task ||
          finding.position != wanted.position)
        continue;
      if (finding.message == wanted.message) return &finding;
      if (result == nullptr) result = &finding;
    }
    return result;
  }

  // Returns the events with the predecessors that the exploration has found.
  [[nodiscard]] SharedVector<ShownEvent> with_predecessors(SharedVector<ShownEvent> events) const {
    std::vector<ShownEvent>& all = events.change();
    for (std::size_t i = 0; i < all.size(); ++i) all[i].after = first_.events[i].after;
    return events;
  }

  // Copies what the exploration or a search has found out about the execution, and describes the
  // operations in it again.
  void take_what_stays(Counterexample& told, std::size_t index) const {
    Counterexample& error = errors_[index];
    told.races = error.races;
    told.reversal = error.reversal;
    told.put_off = error.put_off;
    if (told.put_off) {
      const auto left = std::ranges::find(pending_, told.put_off->task, &Pending::task);
      if (left != pending_.end()) told.put_off->text = program_.presentation().describe(*left);
    }
    told.shortening = error.shortening;
    told.decision = error.decision;
    if (told.decision && instead_[index] && told.decision->kind == Decision::Kind::step)
      told.decision->instead = in_words(*instead_[index]);
    told.others = std::move(error.others);
    told.others_left_out = error.others_left_out;
    told.other_executions = std::move(error.other_executions);
    told.schedule.max_steps = error.schedule.max_steps;
    told.schedule.ends_at_error = error.schedule.ends_at_error;
  }

  // Describes the operation, unless it is internal to a library and would tell the reader nothing.
  [[nodiscard]] std::string in_words(const Pending& pending) const {
    const bool is_inside =
        program_.presentation().origin_of(pending.location).kind == StepOrigin::Kind::bookkeeping;
    return is_inside ? "by continuing first" : program_.presentation().describe(pending);
  }

  std::span<Counterexample> errors_;  // of one execution
  const Counterexample& first_;
  Program& program_;
  Execution execution_;
  std::vector<Pending> pending_;
  std::vector<std::optional<Pending>> instead_;  // by error
  std::vector<Finding> findings_;
};

// Finds the caller locations of further places of errors. One run of an execution serves all places
// that it shows: the last one is kept, because errors of one execution follow each other.
class OtherLocations {
 public:
  explicit OtherLocations(Program& program) : program_(program) {}

  // Returns whether the error has other places.
  bool locate(Counterexample& error) {
    for (std::uint32_t i = 0; i < error.other_executions.size(); ++i) {
      run(error.other_executions[i]);
      for (OtherPlace& other : error.others) {
        if (other.execution != i) continue;
        for (std::size_t j = 0; j < other.events.size(); ++j)
          if (other.events[j] < locations_.size())
            other.places[j] = program_.registry().text_of(locations_[other.events[j]]);
      }
    }
    return !error.others.empty();
  }

 private:
  void run(const std::vector<Choice>& choices) {
    if (choices == choices_) return;
    choices_ = choices;
    locations_.clear();
    program_.restart();
    for (const Choice& choice : choices) {
      const Event* const event = program_.step(choice);
      if (event == nullptr) break;
      locations_.push_back(event->location);
    }
  }

  Program& program_;
  std::vector<Choice> choices_;        // of the last run
  std::vector<LocationId> locations_;  // of its events
};

}  // namespace

void drop_repetitions(std::vector<Counterexample>& errors) {
  std::set<std::string> seen;
  std::erase_if(errors, [&](const Counterexample& error) {
    return error.finding.kind == FindingKind::data_race &&
           !seen.insert(error.finding.identity()).second;
  });
}

void show_caller_locations(std::vector<Counterexample>& errors, Program& program,
                           const std::function<void(std::size_t)>& told) {
  const ShownCallerLocations shown(program);
  if (!shown.is_other()) return;
  for (std::size_t begin = 0; begin < errors.size();) {
    std::size_t end = begin + 1;
    while (end < errors.size() && have_one_execution(errors[begin], errors[end])) ++end;
    const std::span<Counterexample> of_one_execution(errors.data() + begin, end - begin);
    for (const std::size_t i : Retelling(of_one_execution, program).tell()) told(begin + i);
    begin = end;
  }
  OtherLocations others(program);
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (others.locate(errors[i])) told(i);
}

}  // namespace mazurka
