#include "explore/messages/message_order.h"

#include <unordered_set>

#include "core/handler_state.h"
#include "core/hash.h"
#include "core/invariant.h"

namespace mazurka {
namespace {

using Index = std::uint32_t;
constexpr Index none = OrderProblem::none;

// Which events must come before which; one bit per pair.
//
// Invariant: the relation is transitive. An event that comes before itself is on a cycle.
class MustPrecede {
 public:
  explicit MustPrecede(std::size_t size) : words_((size + 63) / 64), bits_(size * words_, 0) {}

  [[nodiscard]] bool holds(Index before, Index after) const {
    return (bits_[after * words_ + before / 64] >> (before % 64)) & 1u;
  }
  // Adds before → after with all that follows from it. Returns whether anything was added.
  bool add(Index before, Index after, std::size_t size) {
    if (before == after || holds(before, after)) return false;
    for (Index later = 0; later < size; ++later) {
      if (later != after && !holds(after, later)) continue;
      for (std::size_t w = 0; w < words_; ++w)
        bits_[later * words_ + w] |= bits_[before * words_ + w];
      bits_[later * words_ + before / 64] |= std::uint64_t{1} << (before % 64);
    }
    return true;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;  // row: an event; columns: what comes before it
};

// What the events of the problem say about a message.
//
// Invariant, after collect_facts(): `post` is an event, and so is `start` unless the message has no
// events, in which case it is posted and stays in the mailbox.
struct MessageFacts {
  std::vector<Index> events;
  Index start = none;
  Index post = none;
  bool ends = false;
};

class OrderSearch {
 public:
  explicit OrderSearch(const OrderProblem& problem)
      : problem_(problem),
        size_(problem.events.size()),
        precede_(size_),
        facts_(problem.messages.size()) {
    collect_facts();
  }

  std::optional<std::vector<Index>> run() {
    if (!saturate()) return std::nullopt;
    prepare();
    if (!search()) return std::nullopt;
    return std::move(order_);
  }

 private:
  void collect_facts() {
    for (Index i = 0; i < size_; ++i) {
      const OrderProblem::Event& event = problem_.events[i];
      if (event.posts != none) facts_[event.posts].post = i;
      if (event.message == none) continue;
      MessageFacts& facts = facts_[event.message];
      facts.events.push_back(i);
      if (event.starts) facts.start = i;
      if (event.ends) facts.ends = true;
    }
    for (const MessageFacts& facts : facts_) {
      MAZURKA_INVARIANT(facts.post != none, "each message is posted by an event of the problem");
      MAZURKA_INVARIANT(facts.start != none || facts.events.empty(),
                        "a message that has events has its start among them");
    }
  }

  [[nodiscard]] Discipline discipline_of(Index message) const {
    return problem_.handlers[problem_.messages[message].handler];
  }
  // Returns whether its handler starts messages in the order of their posts.
  [[nodiscard]] bool starts_as_posted(Index message) const {
    return starts_in_post_order(discipline_of(message));
  }
  // Returns whether the handler runs the message within the problem, at least in part.
  [[nodiscard]] bool occupies(Index message) const { return !facts_[message].events.empty(); }
  // Returns whether the message does not end within the problem, or must be running at the end.
  [[nodiscard]] bool stays(Index message) const {
    return !facts_[message].ends || message == problem_.runs_at_end;
  }

  // --- Saturation ------------------------------------------------------------------------------

  // Adds an edge. Returns false if that makes a cycle.
  bool add(Index before, Index after) {
    if (!precede_.add(before, after, size_)) return true;
    has_new_edges_ = true;
    return !precede_.holds(before, before) && !precede_.holds(after, after);
  }

  // Puts all of `a` before all of `b`, which occupy the same handler. Returns false if that is
  // impossible.
  bool order_messages(Index a, Index b) {
    if (stays(a)) return false;
    for (const Index i : facts_[a].events)
      if (!add(i, facts_[b].start)) return false;
    return !starts_as_posted(a) || add(facts_[a].post, facts_[b].post);
  }

  [[nodiscard]] bool some_event_precedes(Index a, Index b) const {
    for (const Index i : facts_[a].events)
      for (const Index j : facts_[b].events)
        if (precede_.holds(i, j)) return true;
    return false;
  }

  [[nodiscard]] bool is_posted_before(Index a, Index b) const {
    return precede_.holds(facts_[a].post, facts_[b].post);
  }

  // Adds what follows for two messages of one handler if `a` must come first. Returns false if
  // there is no solution.
  bool saturate_pair(Index a, Index b) {
    if (!occupies(b)) return true;
    if (starts_as_posted(a) && is_posted_before(a, b)) {
      if (!occupies(a)) return false;  // b can only start after a has, which it does not here
      return order_messages(a, b);
    }
    // A message that is posted but not started must be posted after all that are.
    if (!occupies(a)) return !starts_as_posted(a) || add(facts_[b].post, facts_[a].post);
    return !(stays(b) || some_event_precedes(a, b)) || order_messages(a, b);
  }

  bool saturate() {
    for (Index i = 0; i < size_; ++i)
      for (const Index before : problem_.events[i].after)
        if (!add(before, i)) return false;
    const auto count = static_cast<Index>(facts_.size());
    do {
      has_new_edges_ = false;
      for (Index a = 0; a < count; ++a)
        for (Index b = 0; b < count; ++b)
          if (a != b && problem_.messages[a].handler == problem_.messages[b].handler &&
              !saturate_pair(a, b))
            return false;
    } while (has_new_edges_);
    return true;
  }

  // --- Search ----------------------------------------------------------------------------------

  void prepare() {
    done_.assign(size_, false);
    for (const Discipline discipline : problem_.handlers) handlers_.emplace_back(discipline);
  }

  [[nodiscard]] HandlerState& handler_of(Index message) {
    return handlers_[problem_.messages[message].handler];
  }
  [[nodiscard]] const HandlerState& handler_of(Index message) const {
    return handlers_[problem_.messages[message].handler];
  }

  [[nodiscard]] bool is_decision(const OrderProblem::Event& event) const {
    return event.starts || (event.posts != none && post_is_choice(discipline_of(event.posts)));
  }

  [[nodiscard]] bool can_run(Index i) const {
    if (done_[i]) return false;
    for (Index before = 0; before < size_; ++before)
      if (!done_[before] && precede_.holds(before, i)) return false;
    const OrderProblem::Event& event = problem_.events[i];
    return !event.starts || handler_of(event.message).can_start(event.message);
  }

  void run_event(Index i) {
    const OrderProblem::Event& event = problem_.events[i];
    done_[i] = true;
    order_.push_back(i);
    if (event.posts != none) handler_of(event.posts).post(event.posts);
    if (event.starts) handler_of(event.message).start(event.message);
    if (event.ends) handler_of(event.message).end(event.message);
  }

  void take_back_to(std::size_t length) {
    for (; order_.size() > length; order_.pop_back()) {
      const OrderProblem::Event& event = problem_.events[order_.back()];
      done_[order_.back()] = false;
      if (event.ends) handler_of(event.message).take_back_end(event.message);
      if (event.starts) handler_of(event.message).take_back_start(event.message);
      if (event.posts != none) handler_of(event.posts).take_back_post(event.posts);
    }
  }

  // Runs all events that are not decisions, as long as there is one that can run.
  void run_what_cannot_hurt() {
    for (bool progress = true; progress;) {
      progress = false;
      for (Index i = 0; i < size_; ++i)
        if (!is_decision(problem_.events[i]) && can_run(i)) {
          run_event(i);
          progress = true;
        }
    }
  }

  // What can follow depends on the events that have run and on the order in the mailboxes.
  [[nodiscard]] std::uint64_t state() const {
    std::uint64_t hash = 0;
    for (Index i = 0; i < size_; ++i)
      if (done_[i]) hash += spread(i + 1);
    for (const HandlerState& handler : handlers_)
      hash = mix(hash, handler.fingerprint([](Index message) { return message; }));
    return hash;
  }

  // Extends order_ to a solution. If there is none, returns false and may leave events behind the
  // present ones, for the caller to take back.
  bool search() {
    run_what_cannot_hurt();
    if (order_.size() == size_) return true;
    if (!failed_.insert(state()).second) return false;
    const std::size_t length = order_.size();
    for (Index i = 0; i < size_; ++i) {
      if (!is_decision(problem_.events[i]) || !can_run(i)) continue;
      run_event(i);
      if (search()) return true;
      take_back_to(length);
    }
    return false;
  }

  const OrderProblem& problem_;
  std::size_t size_;
  MustPrecede precede_;
  std::vector<MessageFacts> facts_;
  bool has_new_edges_ = false;
  // The search. Invariant: order_ can be run; done_ and handlers_ are the state after it.
  std::vector<Index> order_;
  std::vector<bool> done_;                    // by event
  std::vector<HandlerState> handlers_;        // messages are indices into problem_.messages
  std::unordered_set<std::uint64_t> failed_;  // state()s that cannot be completed
};

}  // namespace

std::optional<std::vector<std::uint32_t>> find_order(const OrderProblem& problem) {
  return OrderSearch(problem).run();
}

}  // namespace mazurka
