#include "explore/messages/message_order.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "core/hash.h"

namespace mazurka {
namespace {

using Index = std::uint32_t;
constexpr Index none = OrderProblem::none;

// Which events must come before which, transitively; one bit per pair.
class MustPrecede {
 public:
  explicit MustPrecede(std::size_t size) : words_((size + 63) / 64), bits_(size * words_, 0) {}

  [[nodiscard]] bool holds(Index before, Index after) const {
    return (bits_[after * words_ + before / 64] >> (before % 64)) & 1u;
  }
  // Adds before → after with all that follows from it. Returns whether that is news.
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

struct MessageFacts {
  std::vector<Index> events;
  Index start = none;  // none: does not start here
  Index post = none;
  bool ends = false;
  [[nodiscard]] bool takes_part() const { return !events.empty(); }
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
  }

  [[nodiscard]] bool is_fifo(Index message) const {
    return problem_.handlers[problem_.messages[message].handler] == Discipline::fifo;
  }
  // Does the handler run it here, at least in part?
  [[nodiscard]] bool occupies(Index message) const { return facts_[message].takes_part(); }
  // It does not end here, or must still be running when all is done.
  [[nodiscard]] bool stays(Index message) const {
    return !facts_[message].ends || message == problem_.runs_at_end;
  }

  // --- Saturation ------------------------------------------------------------------------------

  bool add(Index before, Index after) {
    if (!precede_.add(before, after, size_)) return true;
    news_ = true;
    return !precede_.holds(before, before) && !precede_.holds(after, after);
  }

  // All of a before all of b. False if that is impossible.
  bool order_messages(Index a, Index b) {
    if (stays(a)) return false;
    for (const Index i : facts_[a].events)
      if (!add(i, facts_[b].start)) return false;
    return !is_fifo(a) || add(facts_[a].post, facts_[b].post);
  }

  [[nodiscard]] bool some_event_precedes(Index a, Index b) const {
    for (const Index i : facts_[a].events)
      for (const Index j : facts_[b].events)
        if (precede_.holds(i, j)) return true;
    return false;
  }

  // Must a be posted to its fifo handler before b?
  [[nodiscard]] bool posted_before(Index a, Index b) const {
    return precede_.holds(facts_[a].post, facts_[b].post);
  }

  bool saturate_pair(Index a, Index b) {
    if (!occupies(b)) return true;
    if (is_fifo(a) && posted_before(a, b)) {
      if (!occupies(a)) return false;  // b can only start after a has, which it does not here
      return order_messages(a, b);
    }
    // A message that is posted but not started must be posted after all that are.
    if (!occupies(a)) return !is_fifo(a) || add(facts_[b].post, facts_[a].post);
    return !(stays(b) || some_event_precedes(a, b)) || order_messages(a, b);
  }

  bool saturate() {
    for (Index i = 0; i < size_; ++i)
      for (const Index before : problem_.events[i].after)
        if (!add(before, i)) return false;
    const auto count = static_cast<Index>(facts_.size());
    do {
      news_ = false;
      for (Index a = 0; a < count; ++a)
        for (Index b = 0; b < count; ++b)
          if (a != b && problem_.messages[a].handler == problem_.messages[b].handler &&
              !saturate_pair(a, b))
            return false;
    } while (news_);
    return true;
  }

  // --- Search ----------------------------------------------------------------------------------

  void prepare() {
    done_.assign(size_, false);
    running_.assign(problem_.handlers.size(), none);
    queue_.assign(problem_.handlers.size(), {});
  }

  [[nodiscard]] bool is_decision(const OrderProblem::Event& event) const {
    return event.starts || (event.posts != none && is_fifo(event.posts));
  }

  [[nodiscard]] bool can_run(Index i) const {
    if (done_[i]) return false;
    for (Index before = 0; before < size_; ++before)
      if (!done_[before] && precede_.holds(before, i)) return false;
    const OrderProblem::Event& event = problem_.events[i];
    if (!event.starts) return true;
    const Index handler = problem_.messages[event.message].handler;
    if (running_[handler] != none) return false;
    return !is_fifo(event.message) ||
           (!queue_[handler].empty() && queue_[handler].front() == event.message);
  }

  void run_event(Index i) {
    const OrderProblem::Event& event = problem_.events[i];
    done_[i] = true;
    order_.push_back(i);
    if (event.posts != none && is_fifo(event.posts))
      queue_[problem_.messages[event.posts].handler].push_back(event.posts);
    if (event.message == none) return;
    const Index handler = problem_.messages[event.message].handler;
    if (event.starts) {
      running_[handler] = event.message;
      if (is_fifo(event.message)) queue_[handler].pop_front();
    }
    if (event.ends) running_[handler] = none;
  }

  // Everything that is no decision, as long as there is something.
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

  [[nodiscard]] std::uint64_t state() const {
    std::uint64_t hash = 0;
    for (Index i = 0; i < size_; ++i)
      if (done_[i]) hash += spread(i + 1);
    for (const auto& queue : queue_) {
      hash = mix(hash, queue.size());
      for (const Index message : queue) hash = mix(hash, message);
    }
    return hash;
  }

  bool search() {
    run_what_cannot_hurt();
    if (order_.size() == size_) return true;
    if (!failed_.insert(state()).second) return false;
    const auto done = done_;
    const auto running = running_;
    const auto queue = queue_;
    const std::size_t length = order_.size();
    for (Index i = 0; i < size_; ++i) {
      if (!is_decision(problem_.events[i]) || !can_run(i)) continue;
      run_event(i);
      if (search()) return true;
      done_ = done;
      running_ = running;
      queue_ = queue;
      order_.resize(length);
    }
    return false;
  }

  const OrderProblem& problem_;
  std::size_t size_;
  MustPrecede precede_;
  std::vector<MessageFacts> facts_;
  bool news_ = false;
  std::vector<bool> done_;
  std::vector<Index> running_;            // by handler
  std::vector<std::deque<Index>> queue_;  // by handler, fifo only
  std::vector<Index> order_;
  std::unordered_set<std::uint64_t> failed_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> find_order(const OrderProblem& problem) {
  return OrderSearch(problem).run();
}

}  // namespace mazurka
