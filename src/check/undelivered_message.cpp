#include "check/undelivered_message.h"

#include <algorithm>

#include "check/phrases.h"
#include "check/wait_graph.h"

namespace mazurka {

namespace {

bool is_in_mailbox(const Pending& pending) {
  return pending.operation == OperationKind::start && !pending.stopped && pending.index == 0;
}

// Follows which task waits for which. Returns whether this leads into a cycle, or to the lock of a
// task that has ended.
bool waits_for_ever(const WaitGraph& graph, const Wait& start) {
  const Wait* wait = &start;
  for (std::size_t i = 0; i <= graph.waits().size(); ++i) {
    if (!wait->waits_for.exists()) return false;
    wait = graph.wait_of(wait->waits_for);
    if (wait == nullptr) return true;
  }
  return true;
}

std::string handler_of(const Execution& execution, TaskId message) {
  const Registry& registry = execution.registry();
  return registry.handler(registry.handler_of(message)).name;
}

Finding finding_of(const FinishedExecution& finished, const Phrases& phrases, const Wait& wait) {
  const Execution& execution = finished.execution;
  const TaskId message = wait.task();
  const Position post = execution.creation_of(message);
  const std::string handler = handler_of(execution, message);
  Finding finding{.kind = FindingKind::undelivered_message,
                  .message = "undelivered message: " + phrases.name(message) +
                             " is still in the mailbox of " + handler,
                  .location = wait.pending.location,
                  .position = execution.size()};
  if (post != Execution::nowhere) {
    const Event& event = execution[post];
    finding.location = event.location;
    finding.events.push_back(post);
    finding.because.push_back({"posted it at " + step(post) + phrases.at(event.location), post,
                               phrases.name(event.task)});
  }
  if (wait.waits_for.exists())
    finding.because.push_back({"because " + handler + " is busy with " +
                                   phrases.name(wait.waits_for) + ", which never ends",
                               wait.taken});
  else
    finding.because.push_back({"because the program ended before " + handler + " started it"});
  return finding;
}

}  // namespace

void find_undelivered_messages(const FinishedExecution& finished, std::vector<Finding>& findings) {
  const EndingKind ending = finished.ending.kind;
  if (ending != EndingKind::complete && ending != EndingKind::error) return;
  if (finished.ending.process_has_ended) return;
  if (std::ranges::none_of(finished.pending, is_in_mailbox)) return;
  const Phrases phrases(finished);
  const WaitGraph graph(finished);
  for (const Wait& wait : graph.waits())
    if (is_in_mailbox(wait.pending) &&
        (ending == EndingKind::complete || waits_for_ever(graph, wait)))
      findings.push_back(finding_of(finished, phrases, wait));
}

}  // namespace mazurka
