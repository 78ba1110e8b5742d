// Insertion into wakeup trees.
//   Paper    [EventDpor] Algorithm 3 (Insert) and Algorithm 4 (InsertParkedWuS), Appendix A.2.
//   Words    prefix = E'.u, child = u.p, path_ = the nodes of the prefixes of E.
//   Errata   event_paper.cpp lists them. Those of these algorithms are marked with "sic".
#include "explore/algorithm/event_paper/wakeup_tree.h"

#include <algorithm>

namespace mazurka::event_paper {
namespace {

bool contains_event(const Sequence& sequence, EventId event) {
  return std::ranges::any_of(sequence, [&](const Step& step) { return step.id() == event; });
}

// v \ p: the sequence without its first event of p.
Sequence without_event(const Sequence& sequence, EventId event) {
  Sequence rest;
  for (const Step& step : sequence)
    if (step.id() != event) rest.push_back(step);
  return rest;
}

Sequence joined(Sequence a, const Sequence& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

bool WakeupInsertion::insert(const WakeupSequence& sequence) {
  return insert_below(*(*path_)[sequence.prefix], prefix_of(sequence.prefix), sequence.sequence, 0,
                      true);
}

// Algorithm 3. The recursion is a loop: sic, after the recursive call of l.6, 9 and 11 the
// insertion is over, although no "return" is printed.
bool WakeupInsertion::insert_below(WakeupNode& root, Sequence prefix, Sequence v,
                                   std::size_t first_child, bool is_on_path) {
  WakeupNode* node = &root;
  while (true) {
    if (v.empty()) return true;  // l.2
    if (node->children.empty()) return true;
    if (is_on_path && node != &root) {          // sic: deeper nodes of E have a past, too
      if (prefix.size() == leaf_) return true;  // l.2
      weak_initials_->set(joined(prefix, v));
      if (is_redundant_(static_cast<Position>(prefix.size()))) {
        ++counts_.redundant;
        return true;
      }
    }
    WakeupNode* below = nullptr;
    for (std::size_t i = first_child; i < node->children.size() && below == nullptr; ++i) {  // l.3
      WakeupNode& child = *node->children[i];
      const bool child_is_on_path =
          is_on_path && prefix.size() < execution_->size() && (*path_)[prefix.size() + 1] == &child;
      switch (consider(child, prefix, v)) {
        case Move::next_child:
          continue;
        case Move::stop:
          return true;
        case Move::park:
          if (child_is_on_path) {
            insert_parked(std::move(v), static_cast<Position>(prefix.size()) + 1);
          } else {
            child.parked.push_back(std::move(v));  // l.13
            ++counts_.parked;
          }
          return true;  // l.14
        case Move::descend:
          below = &child;
          is_on_path = child_is_on_path;
          break;
      }
    }
    if (below == nullptr) return add_branch(*node, prefix, v);  // l.15
    prefix.push_back(below->step);
    node = below;
    first_child = 0;
  }
}

// l.4–14: what to do with v at the child u.p. If the insertion descends, v becomes v \ p.
WakeupInsertion::Move WakeupInsertion::consider(const WakeupNode& child, const Sequence& prefix,
                                                Sequence& v) {
  const Step& p = child.step;
  const auto from = static_cast<Position>(prefix.size());
  weak_initials_->set(joined(prefix, v));
  if (p.operation != OperationKind::start) {                           // l.4
    if (!weak_initials_->holds_for(p, from)) return Move::next_child;  // l.5
    if (!contains_event(v, p.id())) return Move::stop;                 // l.6
    v = without_event(v, p.id());
    return Move::descend;
  }
  const MessagePart* const part = weak_initials_->order().message(p.task);
  const bool is_first = weak_initials_->starts_first(p, from);
  if (!is_first && (part == nullptr || !part->is_complete)) return Move::park;  // l.12
  Sequence rest;
  if (!weak_initials_->holds_for_start(p, from, {}, rest)) return Move::next_child;  // l.11
  if (part == nullptr) return Move::stop;                                            // l.9
  // sic: v \ p cannot be run if other messages of the handler come before p in v. What is inserted
  // is the rest of the execution that the test has found.
  v = std::move(rest);
  return Move::descend;  // l.9, l.11
}

void WakeupInsertion::insert_parked() {
  for (Position length = 1; length < path_->size(); ++length) {  // Algorithm 1, l.5
    std::vector<Sequence> parked;
    parked.swap((*path_)[length]->parked);  // sic: a parked sequence is inserted once
    for (Sequence& v : parked) {            // l.6
      ++counts_.resumed;
      insert_parked(std::move(v), length);  // l.7
    }
  }
}

// Algorithm 4: InsertParkedWuS(v, E'), where E' is the prefix of this length.
void WakeupInsertion::insert_parked(Sequence v, Position length) {
  const Position parked_at = length;
  while (true) {
    const Position before = length - 1;                  // l.2: E' = E''.p
    if (v.empty()) return;                               // l.3
    if (length != parked_at && before == leaf_) return;  // l.4
    const Sequence prefix = prefix_of(before);
    const Step& p = (*execution_)[before];
    weak_initials_->set(joined(prefix, v));
    if (length != parked_at && is_redundant_(before)) {
      ++counts_.redundant;
      return;
    }
    Sequence rest;
    bool holds = false;
    if (p.operation == OperationKind::start) {
      const std::vector<Sequence> runs = {run_of(p.task)};
      holds = weak_initials_->holds_for_start(p, before, runs, rest);
    } else if ((holds = weak_initials_->holds_for(p, before))) {
      rest = without_event(v, p.id());
    }
    if (!holds) {  // l.9; sic: continues with the children after p, which v was parked at
      (void)insert_below(*(*path_)[before], prefix, std::move(v), 1, true);
      return;
    }
    v = std::move(rest);  // l.7
    if (++length > execution_->size()) return;
  }
}

bool WakeupInsertion::add_branch(WakeupNode& node, const Sequence& prefix, const Sequence& v) {
  if (!can_be_run(prefix, v)) {
    if (unions_ == Unions::are_refused) return false;
    ++counts_.not_runnable;
  }
  ++counts_.inserted;
  WakeupNode* at = &node;
  for (const Step& step : v) {
    at = at->children.emplace_back(std::make_unique<WakeupNode>()).get();
    at->step = step;
    count_new_node();
  }
  return true;
}

// Returns whether each handler runs its messages one after the other.
bool WakeupInsertion::can_be_run(const Sequence& prefix, const Sequence& v) const {
  const Registry& registry = execution_->registry();
  std::vector<TaskId> running(registry.handler_count());
  for (const Sequence* part : {&prefix, &v})
    for (const Step& step : *part) {
      const HandlerId handler = registry.handler_of(step.task);
      if (!handler.exists()) continue;
      TaskId& now = running[handler.value];
      if (now.exists() && now != step.task) return false;
      now = step.ends_task ? TaskId::none() : step.task;
    }
  return true;
}

// Returns what a message does in the execution, without its start.
Sequence WakeupInsertion::run_of(TaskId message) const {
  Sequence run;
  for (const Position position : execution_->events_of(message).subspan(1))
    run.push_back((*execution_)[position]);
  return run;
}

Sequence WakeupInsertion::prefix_of(Position length) const {
  const auto events = execution_->events().first(length);
  return {events.begin(), events.end()};
}

}  // namespace mazurka::event_paper
