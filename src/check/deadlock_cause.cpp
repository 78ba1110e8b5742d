#include "check/deadlock_cause.h"

#include <algorithm>
#include <optional>
#include <set>

namespace mazurka {

namespace {

constexpr std::ptrdiff_t most_causes = 3;
constexpr std::size_t most_facts = 4;

class CauseTeller {
 public:
  CauseTeller(const FinishedExecution& finished, const WaitGraph& graph, const Phrases& phrases)
      : execution_(finished.execution),
        registry_(execution_.registry()),
        graph_(graph),
        phrases_(phrases) {}

  // Explains a cycle, which closes when the last of its locks (or handlers) is acquired.
  [[nodiscard]] std::optional<Reason> of_cycle(const std::vector<TaskId>& tasks) const {
    const Wait* last = nullptr;  // whose lock was acquired last
    for (const TaskId task : tasks) {
      const Wait* wait = graph_.wait_of(task);
      if (wait->taken == Execution::nowhere) continue;
      if (last == nullptr || wait->taken > last->taken) last = wait;
    }
    if (last == nullptr) return {};
    if (tasks.size() == 1) return itself(*last);
    const Wait& taker = *graph_.wait_of(last->waits_for);
    if (taker.kind == WaitKind::join || taker.kind == WaitKind::event) return joining(taker, *last);
    return {{"because " + took(*last) + ", while " + held(taker), last->taken}};
  }

  [[nodiscard]] Reason missed_signal(const Wait& wait) const {
    const ObjectId variable = wait.pending.condition_variable;
    const std::string& sleeper = phrases_.name(wait.task());
    Position before = Execution::nowhere;
    for (Position i = 0; i < execution_.size(); ++i) {
      const Event& event = execution_[i];
      if (!wakes(event.operation) || event.object != variable) continue;
      if (i < wait.since) before = i;
      if (i > wait.since)
        return {"because the signal of " + phrases_.name(event.task) + " at " + step(i) + " woke " +
                    phrases_.name(woken_task(event.choice)) + ", not " + sleeper,
                i};
    }
    if (before == Execution::nowhere)
      return {"because no task has signalled " + phrases_.name(variable)};
    return {"because " + phrases_.name(execution_[before].task) + " signalled " +
                phrases_.name(variable) + " at " + step(before) + ", before " + sleeper +
                " went to sleep at " + step(wait.since),
            before};
  }

  // Explains that no message in the mailbox is one that the receive can take.
  [[nodiscard]] Reason missing_message(const Wait& wait) const {
    std::vector<Position> waiting;
    for (Position i = 0; i < execution_.size(); ++i) {
      const Event& event = execution_[i];
      if (event.object != wait.pending.object) continue;
      if (event.operation == OperationKind::send) waiting.push_back(i);
      if (receives(event.operation))
        std::erase(waiting, execution_.position_of(received_event(event)));
    }
    const std::string& name = phrases_.name(wait.task());
    if (waiting.empty()) return {"because the mailbox of " + name + " is empty"};
    std::vector<std::string> sends;
    for (const Position i : waiting)
      if (sends.size() < most_facts)
        sends.push_back(phrases_.name(execution_[i].task) + " sent at " + step(i));
    return {"because the mailbox of " + name +
                " has no message that it can receive here, only what " + enumeration(sends),
            waiting.back()};
  }

  // Lists the values that the awaits read, and where they come from.
  [[nodiscard]] std::optional<Reason> values(const std::vector<const Wait*>& awaits) const {
    std::set<ObjectId> variables;
    for (const Wait* wait : awaits)
      for (const Access& access : registry_.accesses(wait->pending.accesses))
        if (access.kind == AccessKind::read) variables.insert(access.object);
    if (variables.empty()) return {};
    std::vector<std::string> facts;
    Position latest = Execution::nowhere;
    for (const ObjectId variable : variables) {
      if (facts.size() == most_facts) break;
      const Position write = last_write(variable);
      facts.push_back(value_of(variable, write));
      if (write != Execution::nowhere && (latest == Execution::nowhere || write > latest))
        latest = write;
    }
    return {{"because " + enumeration(facts), latest}};
  }

 private:
  [[nodiscard]] Reason itself(const Wait& wait) const {
    return {"because " + phrases_.name(wait.task()) + " took " +
                phrases_.name(wait.pending.object) + " itself at " + step(wait.taken) +
                ": a lock cannot be taken twice",
            wait.taken};
  }

  // Returns why `wait` has to wait: "on_pay took B at step 5".
  [[nodiscard]] std::string took(const Wait& wait) const {
    const std::string& taker = phrases_.name(wait.waits_for);
    if (wait.kind == WaitKind::mailbox)
      return taker + " started on " + handler_of(wait) + " at " + step(wait.taken);
    return taker + " took " + phrases_.name(wait.pending.object) + " at " + step(wait.taken);
  }

  [[nodiscard]] std::string held(const Wait& wait) const {
    const std::string& holder = phrases_.name(wait.waits_for);
    if (wait.kind == WaitKind::mailbox) return holder + " kept " + handler_of(wait) + " busy";
    return holder + " held " + phrases_.name(wait.pending.object);
  }

  // Explains that `taker` waits for a task to end or to continue, and holds what `needs` waits for.
  [[nodiscard]] Reason joining(const Wait& taker, const Wait& needs) const {
    const std::string holds = needs.kind == WaitKind::mailbox
                                  ? "keeps " + handler_of(needs) + " busy, where "
                                  : "holds " + phrases_.name(needs.pending.object) + ", which ";
    const std::string wants = needs.kind == WaitKind::mailbox ? " is to run" : " needs";
    const std::string what = taker.kind == WaitKind::join ? "the end of " : "";
    return {"because " + phrases_.name(taker.task()) + " waits for " + what +
                phrases_.name(taker.waits_for) + " while it " + holds +
                phrases_.name(needs.task()) + wants,
            taker.since};
  }

  [[nodiscard]] Position last_write(ObjectId variable) const {
    const Execution::AccessRecord* access = execution_.last_access(variable);
    if (access != nullptr) access = execution_.last_write(access);
    return access == nullptr ? Execution::nowhere : access->position;
  }

  [[nodiscard]] std::string value_of(ObjectId variable, Position write) const {
    const std::string& name = phrases_.name(variable);
    if (write == Execution::nowhere) return "no task has written " + name;
    const Event& event = execution_[write];
    return name + " is " + std::to_string(event.written_value) + " since " + step(write) + " (" +
           phrases_.name(event.task) + ")";
  }

  [[nodiscard]] const std::string& handler_of(const Wait& wait) const {
    return registry_.handler(registry_.handler_of(wait.task())).name;
  }

  const Execution& execution_;
  const Registry& registry_;
  const WaitGraph& graph_;
  const Phrases& phrases_;
};

}  // namespace

void tell_causes(const FinishedExecution& finished, const WaitGraph& graph,
                 const std::vector<WaitGraph::Chain>& chains, const Phrases& phrases,
                 std::vector<Reason>& because) {
  const CauseTeller teller(finished, graph, phrases);
  std::vector<Reason> causes;
  std::vector<const Wait*> awaits;
  for (const WaitGraph::Chain& chain : chains) {
    if (chain.tasks.empty()) continue;
    const Wait& last = *graph.wait_of(chain.tasks.back());
    if (chain.is_cycle) {
      if (const auto cause = teller.of_cycle(chain.tasks)) causes.push_back(*cause);
    } else if (last.kind == WaitKind::signal) {
      causes.push_back(teller.missed_signal(last));
    } else if (last.kind == WaitKind::message) {
      causes.push_back(teller.missing_message(last));
    } else if (last.kind == WaitKind::await) {
      awaits.push_back(&last);
    }
  }
  if (const auto cause = teller.values(awaits)) causes.push_back(*cause);
  for (const Reason& cause : causes) {
    const bool is_told = std::ranges::find(because, cause.text, &Reason::text) != because.end();
    if (!is_told && &cause - causes.data() < most_causes) because.push_back(cause);
  }
}

}  // namespace mazurka
