// The tests of [EventDpor] Appendix A.3.
//   Words    order_ = happens-before on E.w, `extended` = that on E.w', from = |E|.
//   Errata   event_paper.cpp lists them. Those of these tests are marked with "sic".
#include "explore/algorithm/event_paper/weak_initials.h"

#include <algorithm>

namespace mazurka::event_paper {

void WeakInitials::set(const Sequence& events) {
  order_.clear(events.size());
  for (const Step& step : events) order_.push(step);
}

// "If p does not start after E, then p ∈ WI(w) can be checked by simple inspection."
bool WeakInitials::holds_for(const Step& next, Position from) {
  ++counts_.inspections;
  const Registry& registry = execution_->registry();
  if (registry.accesses(next.accesses).empty()) return true;  // local, or posts a message
  if (const auto position = order_.position_of(next.id())) {  // (i)
    for (Position earlier = from; earlier < *position; ++earlier)
      if (order_.precedes(earlier, *position)) return false;
    return true;
  }
  for (Position i = from; i < order_.size(); ++i)  // (ii)
    if (conflict(registry, execution_->conflicts(), order_[i].accesses, next.accesses))
      return false;
  return true;
}

// The simple check. E leaves the handler free, because p can start after E.
bool WeakInitials::starts_first(const Step& start, Position from) const {
  const HandlerId handler = execution_->registry().handler_of(start.task);
  for (const MessagePart& message : order_.messages())
    if (message.handler == handler && message.first >= from) return message.task == start.task;
  return true;
}

bool WeakInitials::holds_for_start(const Step& start, Position from, std::span<const Sequence> runs,
                                   Sequence& rest) {
  if (starts_first(start, from)) {  // test 1
    ++counts_.simple;
    rest.clear();
    for (Position i = from; i < order_.size(); ++i)
      if (order_[i].id() != start.id()) rest.push_back(order_[i]);
    return true;
  }
  const MessagePart* const part = order_.message(start.task);
  if (part != nullptr && part->is_complete)
    return tests_2_to_4(*extended(start, nullptr), start, from, rest);
  // Definition 4 asks for one execution that contains w, so one of the known runs is enough.
  bool is_known = false;
  for (const Sequence& run : runs) {
    std::optional<EventOrder> order = extended(start, &run);
    if (!order) continue;
    is_known = true;
    if (tests_2_to_4(*order, start, from, rest)) return true;
  }
  if (!is_known) ++counts_.without_known_run;
  return false;
}

// Happens-before check, step 1: E.w', in which p is executed to completion as in `run`. None if p
// begins in w with other steps than in `run`.
std::optional<EventOrder> WeakInitials::extended(const Step& start, const Sequence* run) const {
  EventOrder result(execution_->registry(), execution_->conflicts());
  // Room for all that can be added: the rest of p, and of the messages of the present execution.
  result.clear(order_.size() + execution_->size() + (run == nullptr ? 0 : run->size()) + 1);
  std::size_t next = 0;  // event of p, its start included
  for (const Step& step : order_.events()) {
    if (run == nullptr || step.task != start.task || next++ == 0) {
      result.push(step);
      continue;
    }
    if (next - 2 >= run->size() || !do_the_same(step, (*run)[next - 2])) return std::nullopt;
    result.push((*run)[next - 2]);  // knows whether p ends there
  }
  if (run != nullptr) {
    if (next++ == 0) result.push(start);
    for (next = std::max<std::size_t>(next - 1, 1); next <= run->size(); ++next)
      result.push((*run)[next - 1]);
  }
  complete_others(result, start.task);  // sic: also where p is complete in w
  return result;
}

// Completes the messages of other handlers that p happens after, the messages that those happen
// after, and so on.
void WeakInitials::complete_others(EventOrder& extended, TaskId message) const {
  std::vector<TaskId> reached = {message};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const MessagePart target = *extended.message(reached[next]);
    const std::vector<MessagePart> parts(extended.messages().begin(), extended.messages().end());
    for (const MessagePart& part : parts) {
      if (part.is_complete || part.handler == target.handler) continue;
      if (std::ranges::find(reached, part.task) != reached.end()) continue;
      if (!extended.precedes(part.first, target.last)) continue;
      complete(extended, part);
      reached.push_back(part.task);
    }
  }
}

// A parked sequence may come from an execution in which the message did more than in the present
// one. Then nothing is added.
void WeakInitials::complete(EventOrder& extended, const MessagePart& message) const {
  const auto positions = execution_->events_of(message.task);
  for (std::size_t i = message.events; i < positions.size(); ++i)
    extended.push((*execution_)[positions[i]]);
}

bool WeakInitials::tests_2_to_4(const EventOrder& extended, const Step& start, Position from,
                                Sequence& rest) {
  EventOrder order = extended;
  order_after_prefix(order, from);
  const MessagePart p = *order.message(start.task);
  const std::vector<MessagePart> before_p = started_before(order, p, from);
  if (order.is_cyclic() || std::ranges::any_of(before_p, [&](const MessagePart& message) {
        return order.precedes(message.last, p.first);
      })) {
    ++counts_.happens_before;
    return false;
  }
  for (const MessagePart& message : before_p) order.order(p, message);  // test 3
  order.saturate();
  if (order.is_cyclic()) {
    ++counts_.witness_no;
    return false;
  }
  if (order.order_as_in_sequence() && is_execution(order)) {
    ++counts_.witness_yes;
  } else if (decide(extended, start, from, order)) {  // test 4
    ++counts_.decision_yes;
  } else {
    ++counts_.decision_no;
    return false;
  }
  rest.clear();
  for (const Position position : order.sorted(from))
    if (order[position].id() != start.id()) rest.push_back(order[position]);
  return true;
}

// Test 2, step 2: (i) what runs in E keeps its place; (ii) saturation.
void WeakInitials::order_after_prefix(EventOrder& order, Position from) {
  const std::vector<MessagePart> messages(order.messages().begin(), order.messages().end());
  for (const MessagePart& a : messages)
    if (a.first < from)
      for (const MessagePart& b : messages)
        if (a.handler == b.handler && a.first < b.first) order.order(a, b);
  order.saturate();
}

// Returns the messages that precede p on its handler. sic: those that start in w, not those of E.
std::vector<MessagePart> WeakInitials::started_before(const EventOrder& order, const MessagePart& p,
                                                      Position from) {
  std::vector<MessagePart> found;
  for (const MessagePart& message : order.messages())
    if (message.handler == p.handler && message.first >= from && message.first < p.first)
      found.push_back(message);
  return found;
}

// Test 3 wants "an actual execution": an incomplete message is the last one of its handler.
bool WeakInitials::is_execution(const EventOrder& order) {
  for (const MessagePart& a : order.messages())
    if (!a.is_complete)
      for (const MessagePart& b : order.messages())
        if (a.handler == b.handler && order.precedes(a.last, b.first)) return false;
  return true;
}

// Test 4: searches all orders of messages. An incomplete message is the last one of its handler, or
// is completed as in the present execution; all combinations are tried.
bool WeakInitials::decide(const EventOrder& extended, const Step& start, Position from,
                          EventOrder& found) const {
  std::vector<MessagePart> incomplete;
  for (const MessagePart& message : extended.messages())
    if (!message.is_complete) incomplete.push_back(message);
  for (std::uint64_t completed = 0; completed < std::uint64_t{1} << incomplete.size();
       ++completed) {
    found = extended;
    for (std::size_t i = 0; i < incomplete.size(); ++i)
      if ((completed >> i & 1) != 0) complete(found, incomplete[i]);
    order_after_prefix(found, from);
    const MessagePart p = *found.message(start.task);
    for (const MessagePart& message : started_before(found, p, from)) found.order(p, message);
    const std::vector<MessagePart> messages(found.messages().begin(), found.messages().end());
    for (const MessagePart& a : messages)
      for (const MessagePart& b : messages)
        if (!b.is_complete && a.handler == b.handler && a.task != b.task) found.order(a, b);
    if (found.search_order()) return true;
  }
  return false;
}

void WeakInitials::add_statistics(Statistics& statistics) const {
  statistics.emplace_back("redundancy tests: p does not start a message", counts_.inspections);
  statistics.emplace_back("redundancy test 1, simple: yes", counts_.simple);
  statistics.emplace_back("redundancy test 2, happens-before: no", counts_.happens_before);
  statistics.emplace_back("redundancy test 3, witness: yes", counts_.witness_yes);
  statistics.emplace_back("redundancy test 3, witness: no", counts_.witness_no);
  statistics.emplace_back("redundancy test 4, decision procedure: yes", counts_.decision_yes);
  statistics.emplace_back("redundancy test 4, decision procedure: no", counts_.decision_no);
  statistics.emplace_back("redundancy tests without a known run: no", counts_.without_known_run);
}

}  // namespace mazurka::event_paper
