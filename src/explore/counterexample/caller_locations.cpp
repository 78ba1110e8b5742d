#include "explore/counterexample/caller_locations.h"

#include <algorithm>
#include <set>

#include "check/check.h"
#include "check/livelock.h"
#include "explore/counterexample/counterexample.h"
#include "explore/counterexample/early_end.h"
#include "program/presentation.h"

namespace mazurka {

namespace {

bool was_given_up(const Counterexample& error) { return error.schedule.max_steps != 0; }

// Describes one error again, from a new run of its schedule with caller locations.
class Retelling {
 public:
  Retelling(Counterexample& error, Program& program)
      : error_(error), program_(program), execution_(program.registry(), Relation::events) {}

  // Returns whether that was possible.
  bool tell() {
    if (error_.choices.empty() || error_.finding.kind == FindingKind::nondeterminism) return false;
    if (!run()) return false;
    const Finding* const found = find();
    if (found == nullptr) return false;
    Counterexample told = error_.schedule.ends_at_error
                              ? make_short_counterexample(execution_, program_, pending_, *found)
                              : make_counterexample(execution_, program_, pending_, *found);
    take_what_stays(told);
    error_ = std::move(told);
    return true;
  }

 private:
  // Runs the schedule of the error. Returns false if the program does not follow it this time.
  bool run() {
    program_.restart();
    for (Position i = 0; i < error_.choices.size(); ++i) {
      if (error_.decision && error_.decision->step == i) note_before_decision();
      const Event* const event = program_.step(error_.choices[i]);
      if (event == nullptr) return false;
      execution_.push(*event);
    }
    program_.pending(pending_);
    return true;
  }

  void note_before_decision() {
    program_.pending(pending_);
    const auto next = std::ranges::find(pending_, error_.decision->other, &Pending::task);
    if (next != pending_.end()) instead_ = *next;
  }

  [[nodiscard]] const Finding* find() {
    Checks checks;
    if (was_given_up(error_)) {
      findings_.push_back(livelock_finding(execution_, program_.presentation(), execution_.size()));
      findings_.back().message = error_.finding.message;
    } else if (!program_.enabled().empty()) {
      look_at_early_end(checks, execution_, program_, pending_, findings_);
    } else {
      checks.look_at({execution_, program_.presentation(), program_.ending(), pending_}, findings_);
    }
    return error_.finding.kind == FindingKind::data_race ? race() : same_moment();
  }

  // Returns the data race whose two accesses have the locations of the reported one. Several pairs
  // of instructions can have the same two locations; the first pair represents them all.
  [[nodiscard]] const Finding* race() const {
    const auto places = [&](const Finding& finding) {
      std::multiset<std::string> result;
      for (const Position position : finding.events)
        result.insert(program_.registry().text_of(execution_[position].location));
      return result;
    };
    for (const Finding& finding : findings_)
      if (finding.kind == FindingKind::data_race && places(finding) == places(error_.finding))
        return &finding;
    return nullptr;
  }

  // Returns the finding of the same kind, task and position; of several, one with the same message.
  [[nodiscard]] const Finding* same_moment() const {
    const Finding* result = nullptr;
    for (const Finding& finding : findings_) {
      const Finding& wanted = error_.finding;
      if (finding.kind != wanted.kind || finding.task != wanted.task ||
          finding.position != wanted.position)
        continue;
      if (finding.message == wanted.message) return &finding;
      if (result == nullptr) result = &finding;
    }
    return result;
  }

  // Copies what the exploration or a search has found out about the execution, and describes the
  // operations in it again.
  void take_what_stays(Counterexample& told) {
    for (Position i = 0; i < told.events.size(); ++i) told.events[i].after = error_.events[i].after;
    told.races = error_.races;
    told.reversal = error_.reversal;
    told.put_off = error_.put_off;
    if (told.put_off) {
      const auto left = std::ranges::find(pending_, told.put_off->task, &Pending::task);
      if (left != pending_.end()) told.put_off->text = program_.presentation().describe(*left);
    }
    told.shortening = error_.shortening;
    told.decision = error_.decision;
    if (told.decision && instead_ && told.decision->kind == Decision::Kind::step)
      told.decision->instead = in_words(*instead_);
    told.others = std::move(error_.others);
    told.others_left_out = error_.others_left_out;
    told.other_executions = std::move(error_.other_executions);
    told.schedule.max_steps = error_.schedule.max_steps;
    told.schedule.ends_at_error = error_.schedule.ends_at_error;
  }

  // Describes the operation, unless it is internal to a library and would tell the reader nothing.
  [[nodiscard]] std::string in_words(const Pending& pending) const {
    const bool is_inside =
        program_.presentation().origin_of(pending.location).kind == StepOrigin::Kind::bookkeeping;
    return is_inside ? "by continuing first" : program_.presentation().describe(pending);
  }

  Counterexample& error_;
  Program& program_;
  Execution execution_;
  std::vector<Pending> pending_;
  std::optional<Pending> instead_;
  std::vector<Finding> findings_;
};

// Replaces the locations of the error's other places by caller locations. One run of an execution
// serves all places that it shows. Returns whether there were any.
bool locate_others(Counterexample& error, Program& program) {
  std::vector<LocationId> locations;
  for (std::uint32_t i = 0; i < error.other_executions.size(); ++i) {
    locations.clear();
    program.restart();
    for (const Choice& choice : error.other_executions[i]) {
      const Event* const event = program.step(choice);
      if (event == nullptr) break;
      locations.push_back(event->location);
    }
    for (OtherPlace& other : error.others) {
      if (other.execution != i) continue;
      for (std::size_t j = 0; j < other.events.size(); ++j)
        if (other.events[j] < locations.size())
          other.places[j] = program.registry().text_of(locations[other.events[j]]);
    }
  }
  return !error.others.empty();
}

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
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (Retelling(errors[i], program).tell()) told(i);
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (locate_others(errors[i], program)) told(i);
}

}  // namespace mazurka
