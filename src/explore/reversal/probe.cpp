#include "explore/reversal/probe.h"

#include <algorithm>
#include <map>

#include "core/hash.h"
#include "core/invariant.h"

namespace mazurka {

bool decides_for_handler(const Step& step, const Registry& registry) {
  if (step.operation == OperationKind::start)
    return registry.handler(registry.handler_of(step.task)).discipline == Discipline::multiset;
  if (step.operation == OperationKind::post)
    return registry.handler(registry.handler_of(step.other)).discipline == Discipline::fifo;
  return false;
}

bool Prober::decides(const Step& step) const {
  return decides_for_handler(step, program_->registry());
}

Prober::Answer Prober::search(std::span<const Choice> prefix, const Step& first,
                              std::span<const Step> wanted, bool exactly,
                              std::vector<Step>& witness) {
  ++counts_.probes;
  exactly_ = exactly;
  prefix_ = prefix;
  first_ = first;
  favourite_ = first.operation == OperationKind::post ? first.other : first.task;
  wanted_.assign(wanted);
  for (WantedEvents::Index i = 0; i < wanted.size(); ++i)
    if (wanted[i].id() == first.id()) wanted_.mark_done(i);
  path_.clear();
  path_wanted_.clear();
  visited_.clear();
  visits_ = 0;
  stopped_ = proved_no_ = went_back_ = influenced_ = false;
  wanted_.mark_behind(first, favourite_);
  go_to(0);
  if (!exactly_) collect_others();
  if (visit()) {
    witness.assign(path_.begin(), path_.end());
    return Answer::yes;
  }
  return proved_no_ || visits_ < most_visits ? Answer::no : Answer::unknown;
}

// Runs the program up to the first `length` events of the path.
void Prober::go_to(std::size_t length) {
  ++counts_.runs;
  program_->restart();
  before_.clear();
  for (const Choice choice : prefix_) before_.push_back(*program_->step(choice));
  const Event* event = program_->step(first_.as_choice());
  MAZURKA_INVARIANT(event != nullptr, "a step that was explored can be run again");
  before_.push_back(*event);
  while (path_.size() > length) {
    if (path_wanted_.back() != Move::outside) wanted_.mark_not_done(path_wanted_.back());
    path_.pop_back();
    path_wanted_.pop_back();
  }
  for (const Event& earlier : path_) (void)program_->step(earlier.as_choice());
  counts_.events += before_.size() + path_.size();
}

// False if the step cannot be run, or turns out to disturb: then the program must be set back.
bool Prober::take(const Move& move) {
  const Event* event = program_->step(move.choice);
  if (event == nullptr) return false;
  ++counts_.events;
  path_.push_back(*event);
  path_wanted_.push_back(move.wanted);
  if (move.choice.task == favourite_) note_influence(*event);
  if (move.wanted == Move::outside) return !wanted_.conflicts_with_rest(event->accesses);
  wanted_.mark_done(move.wanted);
  return event->index == wanted_[move.wanted].index;
}

void Prober::run_wanted() {
  for (bool progress = true; progress && wanted_.left() > 0;) {
    progress = false;
    for (WantedEvents::Index i = 0; i < wanted_.size(); ++i) {
      if (!wanted_.is_ready(i) || decides(wanted_[i])) continue;
      const Event* event = program_->step(wanted_[i].as_choice());
      if (event == nullptr) continue;
      MAZURKA_INVARIANT(event->index == wanted_[i].index, "wanted events come in their order");
      ++counts_.events;
      if (event->task == favourite_) note_influence(*event);
      path_.push_back(*event);
      path_wanted_.push_back(i);
      wanted_.mark_done(i);
      progress = true;
    }
  }
}

bool Prober::is_relevant(TaskId task) const {
  if (nobody_helps) return task == favourite_;
  return relevant == nullptr || task.value >= relevant->size() || (*relevant)[task.value];
}

void Prober::collect_moves(std::vector<Move>& moves) {
  moves.clear();
  pending_.clear();
  program_->pending(pending_);
  for (const Choice choice : program_->enabled()) {
    Move move{choice, wanted_.next_of(choice.task)};
    bool allowed = true;
    if (move.wanted != Move::outside) {
      allowed = wanted_[move.wanted].choice == choice.value && wanted_.is_ready(move.wanted);
    } else if (exactly_ || !is_relevant(choice.task)) {
      allowed = false;
    } else {
      const auto waiting = std::ranges::find(pending_, choice.task, &Pending::task);
      // What an await reads is known only when it runs.
      allowed = waiting->operation == OperationKind::await ||
                !wanted_.conflicts_with_rest(waiting->accesses);
    }
    if (allowed) moves.push_back(move);
  }
  std::ranges::stable_sort(moves, {}, [&](const Move& move) { return priority(move); });
}

// The message that has to end first, then wanted events, then the others.
int Prober::priority(const Move& move) const {
  if (move.choice.task == favourite_) return 0;
  return move.wanted != Move::outside ? 1 : 2;
}

// What can still happen depends on where the program is, and on what is still wanted.
TraceKey Prober::state() {
  TraceKey key{program_->state_fingerprint(), program_->mailbox_fingerprint()};
  for (WantedEvents::Index i = 0; i < wanted_.size(); ++i)
    if (wanted_.is_done(i)) key.low += spread(i + 1);
  return key;
}

// Who else can do anything while the message runs, and what may that touch?
void Prober::collect_others() {
  others_.clear();
  others_unknown_ = false;
  const Registry& registry = program_->registry();
  const HandlerId busy = registry.handler_of(favourite_);
  pending_.clear();
  program_->pending(pending_);
  for (const Pending& waiting : pending_) {
    if (waiting.task == favourite_ || waiting.stopped) continue;
    // Its handler is busy with it; in a fifo mailbox, though, the others are in front.
    const bool is_post = first_.operation == OperationKind::post;
    if (!is_post && registry.handler_of(waiting.task) == busy) continue;
    const auto touched = program_->may_touch(waiting.task);
    if (!touched) {
      others_unknown_ = true;
      return;
    }
    others_.push_back(*touched);
  }
}

void Prober::note_influence(const Event& event) {
  if (event.operation == OperationKind::choose || event.operation == OperationKind::join)
    influenced_ = true;
  if (influenced_ || event.operation == OperationKind::write) return;
  for (const Access& access : program_->registry().accesses(event.accesses))
    for (const auto& touched : others_) {
      const auto entry = std::ranges::lower_bound(touched, access.object, {}, &Access::object);
      for (auto i = entry; i != touched.end() && i->object == access.object; ++i)
        if (i->kind != AccessKind::read) influenced_ = true;
    }
}

// The message that has to end first comes to what can only happen after what waits for its end.
bool Prober::is_in_its_own_way() {
  const WantedEvents::Index next = wanted_.next_of(favourite_);
  if (next != WantedEvents::none) return wanted_.is_behind(next);  // no influence changes that
  if (exactly_ || others_unknown_ || influenced_ || went_back_) return false;
  pending_.clear();
  program_->pending(pending_);
  const auto message = std::ranges::find(pending_, favourite_, &Pending::task);
  return message != pending_.end() && !message->stopped && !message->asleep &&
         message->operation != OperationKind::start && message->operation != OperationKind::await &&
         wanted_.conflicts_behind(message->accesses);
}

bool Prober::visit() {
  run_wanted();
  if (wanted_.left() == 0) return true;
  if (is_in_its_own_way()) {
    stopped_ = proved_no_ = true;
    return false;
  }
  if (++visits_ >= most_visits) stopped_ = true;
  if (stopped_) return false;
  std::vector<Move> moves;
  collect_moves(moves);
  if (moves.empty()) {
    // The first run came to its end: was there anything to decide?
    if (!went_back_ && all_orders_are_alike()) stopped_ = proved_no_ = true;
    return false;
  }
  if (moves.size() > 1 && !visited_.insert(state()).second) return false;
  const std::size_t length = path_.size();
  bool moved = false;
  for (const Move& move : moves) {
    if (moved) {
      went_back_ = true;
      go_to(length);
    }
    moved = true;
    if (take(move) && visit()) return true;
    if (stopped_) return false;
  }
  return false;
}

// No two events outside `wanted` conflict, and no handler had a choice: every other order leads to
// the same place.
bool Prober::all_orders_are_alike() {
  const Registry& registry = program_->registry();
  std::map<HandlerId, int> messages;  // that each handler could have started here
  std::vector<Step> outside;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Event& event = path_[i];
    if (event.operation == OperationKind::choose || event.operation == OperationKind::signal)
      return false;
    if (event.operation == OperationKind::start) ++messages[registry.handler_of(event.task)];
    if (event.operation == OperationKind::post && decides(event))
      ++messages[registry.handler_of(event.other)];
    if (path_wanted_[i] == Move::outside) outside.push_back(event);
  }
  for (const Pending& waiting : pending_) {
    if (!is_relevant(waiting.task) && wanted_.next_of(waiting.task) == WantedEvents::none) continue;
    if (waiting.operation == OperationKind::start) {
      const HandlerId handler = registry.handler_of(waiting.task);
      if (messages.contains(handler)) ++messages[handler];
      continue;
    }
    Step step;
    step.task = waiting.task;
    step.accesses = waiting.accesses;
    step.operation = waiting.operation;
    outside.push_back(step);
  }
  for (const auto& [handler, count] : messages)
    if (count > 1) return false;
  for (std::size_t i = 0; i < outside.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (outside[i].task != outside[j].task &&
          conflict(registry, *table_, outside[i].accesses, outside[j].accesses))
        return false;
  return true;
}

}  // namespace mazurka
