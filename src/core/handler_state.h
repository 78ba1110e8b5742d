// What handlers run and what waits in their mailboxes, under each discipline.
//
// This is the only place that knows which message a handler may start (discipline.h answers the
// questions that need no state). Front ends use it to run programs. The explorer uses it to check
// whether events can run in another order than the program ran them in.
//
// Cost: each operation takes constant time and allocates nothing once memory has grown to what an
// execution needs. Operations are undone by taking them back, so a search need not copy states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/discipline.h"
#include "core/hash.h"
#include "core/ids.h"
#include "core/invariant.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

// One handler. Messages are numbers that the caller chooses: ids of tasks, slots, indices.
//
// Invariant: at most one message runs, unless messages may overlap.
// Invariant: under a discipline that starts messages in the order of their posts, posted_ holds
// every message posted since clear(), in order, and the first started_ of them have started. Under
// a multiset discipline, posted_ is empty: what waits there follows from the state of the tasks,
// and any message that waits may start.
class HandlerState {
 public:
  using Message = std::uint32_t;
  static constexpr Message none = 0xffffffffu;

  HandlerState() = default;
  explicit HandlerState(Discipline discipline) : discipline_(discipline) {}

  // Nothing runs, and the mailbox is empty. Keeps the memory, and whether messages may overlap.
  void clear() {
    running_ = none;
    posted_.clear();
    aside_.clear();
    started_ = 0;
  }

  [[nodiscard]] Discipline discipline() const { return discipline_; }
  // The message that has started and has not ended, or none. If messages may overlap: one of those
  // that have started, or none.
  [[nodiscard]] Message running() const { return running_; }
  // REQUIRES: the message was posted and has not started.
  [[nodiscard]] bool can_start(Message message) const {
    if (running_ != none) return overlaps_;
    return !keeps_posts() || is_next(message);
  }

  void post(Message message) {
    if (keeps_posts()) posted_.push_back(message);
  }
  // REQUIRES: can_start(message).
  void start(Message message) {
    MAZURKA_DEBUG_INVARIANT(can_start(message), "a handler starts what its discipline allows");
    running_ = message;
    if (!keeps_posts()) return;
    if (posted_[started_] != message) [[unlikely]]
      overtake(message);
    ++started_;
  }
  // REQUIRES: the message runs.
  void end(Message message) {
    MAZURKA_DEBUG_INVARIANT(running_ == message || overlaps_, "only what runs can end");
    (void)message;
    running_ = none;
  }

  // Undo the three operations above. REQUIRES: each operation that came later was taken back. If
  // the discipline has no order to restore (forgets_order()), operations of other messages that
  // came later may stay, as long as no two messages run at once when all is taken back.
  void take_back_post(Message message) {
    if (!keeps_posts()) return;
    MAZURKA_DEBUG_INVARIANT(started_ < posted_.size() && posted_.back() == message,
                            "the last post is taken back first");
    (void)message;
    posted_.pop_back();
  }
  void take_back_start(Message message) {
    // Something else runs if the message had ended and what came after it stays.
    if (running_ == message) running_ = none;
    if (!keeps_posts()) return;
    MAZURKA_DEBUG_INVARIANT(started_ > 0 && posted_[started_ - 1] == message,
                            "the last start is taken back first");
    --started_;
  }
  void take_back_end(Message message) {
    // If a later message stays and runs, the start of this one will be taken back, too.
    if (running_ == none) running_ = message;
  }
  // Can an operation be taken back although later ones, of other messages, stay?
  [[nodiscard]] bool forgets_order() const { return !keeps_posts(); }

  // The messages that wait, in the order in which they will start, if that order is decided.
  // Otherwise empty.
  [[nodiscard]] std::span<const Message> waiting_in_order() const {
    return std::span(posted_).subspan(started_);
  }
  // A hash of waiting_in_order(), in which name(message) stands for a message; 0 if it is empty.
  // Two handlers of the same discipline that run the same message, have the same messages waiting
  // and have equal fingerprints can do the same from now on.
  template <class Name>
  [[nodiscard]] std::uint64_t fingerprint(Name name) const {
    std::uint64_t hash = 0;
    for (const Message message : waiting_in_order()) hash = mix(hash, name(message));
    return hash;
  }

  // Sets a message that waits aside, or takes it back. A message that is aside keeps its place, but
  // messages that were posted after it can start before it.
  void set_aside(Message message, bool aside) {
    std::erase(aside_, message);
    if (aside && keeps_posts()) aside_.push_back(message);
  }

  // Lets messages start while others run, or not any more. Returns false, and changes nothing, if
  // the discipline decides which message starts: then the question makes no sense.
  bool let_messages_overlap(bool overlap) {
    if (keeps_posts()) return false;
    overlaps_ = overlap;
    return true;
  }

 private:
  [[nodiscard]] bool keeps_posts() const { return starts_in_post_order(discipline_); }
  // Returns whether all messages that were posted before this one have started or are aside.
  [[nodiscard]] bool is_next(Message message) const {
    for (std::size_t i = started_; i < posted_.size(); ++i) {
      if (posted_[i] == message) return true;
      if (aside_.empty() || std::ranges::find(aside_, posted_[i]) == aside_.end()) return false;
    }
    return false;
  }
  // Moves a message that waits before all others that wait.
  void overtake(Message message) {
    const auto first = posted_.begin() + started_;
    const auto place = std::find(first, posted_.end(), message);
    std::rotate(first, place, place + 1);
  }

  std::vector<Message> posted_;
  std::vector<Message> aside_;
  std::uint32_t started_ = 0;
  Message running_ = none;
  Discipline discipline_ = Discipline::multiset;
  bool overlaps_ = false;
};

// All handlers of a program. Messages are the ids of their tasks.
class HandlerStates {
 public:
  explicit HandlerStates(const Registry& registry) : registry_(&registry) {}

  // Before the first event. Call it once before any other function, and whenever the registry has
  // learned of another handler.
  void clear();

  // Is there a handler whose operations can be taken back only in reverse order?
  [[nodiscard]] bool keep_order() const { return keep_order_; }
  [[nodiscard]] TaskId running_on(HandlerId handler) const {
    return TaskId{handlers_[handler.value].running()};
  }
  // REQUIRES: `message` was posted and has not started.
  [[nodiscard]] bool can_start(TaskId message) const {
    return handler_of(message).can_start(message.value);
  }

  void post(TaskId message) { handler_of(message).post(message.value); }
  void start(TaskId message) { handler_of(message).start(message.value); }
  // Any task may end; of threads, nothing is noted.
  void end(TaskId task) {
    if (registry_->handler_of(task).exists()) handler_of(task).end(task.value);
  }

  // What the step does to handlers: it may post, start or end a message, or do none of this.
  // REQUIRES: if it is a start, can_start(step.task).
  void execute(const Step& step) {
    if (step.operation == OperationKind::start) start(step.task);
    if (step.operation == OperationKind::post) post(step.other);
    if (step.ends_task) end(step.task);
  }
  // Undoes execute(step). See HandlerState for the order in which steps can be taken back.
  void take_back(const Step& step);

  // A hash of what waits in an order that is decided; 0 if nothing does.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  [[nodiscard]] HandlerState& handler_of(TaskId message) {
    return handlers_[registry_->handler_of(message).value];
  }
  [[nodiscard]] const HandlerState& handler_of(TaskId message) const {
    return handlers_[registry_->handler_of(message).value];
  }

  const Registry* registry_;
  std::vector<HandlerState> handlers_;
  bool keep_order_ = false;
};

}  // namespace mazurka
