#include "check/deadlock.h"

#include <algorithm>
#include <set>

#include "check/deadlock_cause.h"
#include "check/phrases.h"
#include "check/wait_graph.h"

namespace mazurka {

namespace {

// How many tasks a report lists. A deadlock of a hundred tasks usually has one cause.
constexpr std::size_t most_lines = 12;

std::string message_of(const Execution& execution) {
  if (execution.size() == 0) return "deadlock before the first step";
  return "deadlock after " + std::to_string(execution.size()) +
         (execution.size() == 1 ? " step" : " steps");
}

// Formats the lines "main holds A (bank.mzk:18), waits for B (bank.mzk:19) since step 7".
class WaitTeller {
 public:
  WaitTeller(const FinishedExecution& finished, const WaitGraph& graph, const Phrases& phrases)
      : finished_(finished), graph_(graph), phrases_(phrases) {
    for (const Wait& wait : graph.waits())
      if (wait.kind == WaitKind::mailbox) busy_.insert(wait.waits_for);
  }

  [[nodiscard]] Reason waiting(const Wait& wait) const {
    std::vector<std::string> facts = holdings(wait.task());
    if (busy_.contains(wait.task())) facts.push_back("keeps " + handler_of(wait.task()) + " busy");
    facts.push_back(what_it_waits_for(wait));
    std::string text;
    for (const std::string& fact : facts) text += (text.empty() ? "" : ", ") + fact;
    return {text, wait.since, phrases_.name(wait.task())};
  }

  [[nodiscard]] Reason ended(TaskId task) const {
    const Position last = finished_.execution.events_of(task).back();
    std::string text = "ended at " + step(last);
    for (const std::string& fact : holdings(task)) text += " and still " + fact;
    return {text, last, phrases_.name(task)};
  }

 private:
  [[nodiscard]] const std::string& handler_of(TaskId task) const {
    const Registry& registry = finished_.execution.registry();
    return registry.handler(registry.handler_of(task)).name;
  }

  // Returns "holds A (bank.mzk:18) and C (bank.mzk:20)" as a list of one element, or an empty list.
  [[nodiscard]] std::vector<std::string> holdings(TaskId task) const {
    std::vector<std::string> locks;
    for (const HeldLock& held : graph_.held())
      if (held.owner == task)
        locks.push_back(phrases_.name(held.lock) +
                        phrases_.at(finished_.execution[held.since].location));
    if (locks.empty()) return {};
    return {"holds " + enumeration(locks)};
  }

  [[nodiscard]] std::string what_it_waits_for(const Wait& wait) const {
    const Pending& pending = wait.pending;
    const std::string where = phrases_.at(pending.location);
    const std::string since =
        wait.since == Execution::nowhere ? " from the start" : " since " + step(wait.since);
    switch (wait.kind) {
      case WaitKind::lock: {
        const std::string& lock = phrases_.name(pending.object);
        if (pending.operation == OperationKind::relock)
          return "was woken and waits for " + lock + where + since;
        return "waits for " + lock + where + since;
      }
      case WaitKind::join:
        return "waits for the end of " + phrases_.name(wait.waits_for) + where + since;
      case WaitKind::mailbox:
        return "is never delivered: in the mailbox of " + handler_of(pending.task) + since;
      case WaitKind::signal:
        return "sleeps on " + phrases_.name(pending.condition_variable) + where + since;
      case WaitKind::await:
      case WaitKind::event:
      case WaitKind::barrier:
      case WaitKind::message:
        return "waits at '" + finished_.describer.describe(pending) + "'" + where + since;
      case WaitKind::cancelled:
        return "was cancelled before it started" + where;
      case WaitKind::stopped:
        return "was stopped" + where;
      case WaitKind::nothing:
        break;
    }
    return "could continue";
  }

  const FinishedExecution& finished_;
  const WaitGraph& graph_;
  const Phrases& phrases_;
  std::set<TaskId> busy_;  // messages that keep a handler busy while others wait
};

// Returns the tasks that make up the deadlock: those of its cycles or, if there is no cycle, those
// that wait for no task that could still continue. A chain that leads to a task of an earlier chain
// adds nothing: which chain comes first depends on the numbers of tasks, and the identity of the
// error must not.
std::vector<TaskId> core_of(const std::vector<WaitGraph::Chain>& chains, const WaitGraph& graph) {
  std::vector<TaskId> result;
  for (const WaitGraph::Chain& chain : chains)
    if (chain.is_cycle) result.insert(result.end(), chain.tasks.begin(), chain.tasks.end());
  if (!result.empty()) return result;
  for (const WaitGraph::Chain& chain : chains) {
    const TaskId last = chain.tasks.back();
    if (!graph.wait_of(last)->waits_for.exists() || chain.ends_at.exists()) result.push_back(last);
  }
  return result;
}

// Writes the lines of all chains. Messages in mailboxes come last, unless they are part of a cycle,
// because what keeps their handlers busy is more informative.
void tell_chains(const std::vector<WaitGraph::Chain>& chains, const WaitGraph& graph,
                 const WaitTeller& teller, std::vector<Reason>& because) {
  std::vector<const Wait*> in_mailboxes;
  std::size_t left_out = 0;
  const auto tell = [&](const Wait& wait) {
    if (because.size() < most_lines) {
      because.push_back(teller.waiting(wait));
    } else {
      ++left_out;
    }
  };
  for (const WaitGraph::Chain& chain : chains) {
    for (const TaskId task : chain.tasks) {
      const Wait& wait = *graph.wait_of(task);
      if (wait.kind == WaitKind::mailbox && !chain.is_cycle) {
        in_mailboxes.push_back(&wait);
      } else {
        tell(wait);
      }
    }
    if (chain.ends_at.exists()) because.push_back(teller.ended(chain.ends_at));
  }
  for (const Wait* wait : in_mailboxes) tell(*wait);
  if (left_out == 1) because.push_back({"and 1 more task waits"});
  if (left_out > 1) because.push_back({"and " + std::to_string(left_out) + " more tasks wait"});
}

void add_places_and_events(const FinishedExecution& finished, const WaitGraph& graph,
                           const std::vector<TaskId>& core, Finding& finding) {
  for (const TaskId task : core) {
    const Wait& wait = *graph.wait_of(task);
    if (!finding.location.exists()) finding.location = wait.pending.location;
    if (wait.pending.location.exists()) finding.places.push_back(wait.pending.location);
    if (wait.taken != Execution::nowhere) finding.events.push_back(wait.taken);
    const auto own = finished.execution.events_of(task);
    if (!own.empty()) finding.events.push_back(own.back());
  }
  const auto sort_and_unique = [](auto& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  };
  sort_and_unique(finding.places);
  sort_and_unique(finding.events);
}

}  // namespace

void find_deadlock(const FinishedExecution& finished, std::vector<Finding>& findings) {
  if (finished.ending.kind != EndingKind::deadlock) return;
  const Phrases phrases(finished);
  const WaitGraph graph(finished);
  const std::vector<WaitGraph::Chain> chains = graph.chains();

  Finding finding{.kind = FindingKind::deadlock,
                  .message = message_of(finished.execution),
                  .position = finished.execution.size()};
  tell_chains(chains, graph, WaitTeller(finished, graph, phrases), finding.because);
  tell_causes(finished, graph, chains, phrases, finding.because);
  add_places_and_events(finished, graph, core_of(chains, graph), finding);
  findings.push_back(std::move(finding));
}

}  // namespace mazurka
