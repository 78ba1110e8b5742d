#include "program/recorded/post_processing.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace mazurka::recorded {

namespace {

constexpr std::size_t never = ~std::size_t{0};

// Where a message is posted, called and has returned.
struct Message {
  std::size_t posts = 0;  // how often it is posted; a recording has one post
  std::size_t posted = never;
  std::size_t called = never;
  std::size_t returned = never;
};
using Messages = std::unordered_map<std::string_view, Message>;

[[nodiscard]] Messages messages_of(const std::vector<Operation>& operations) {
  Messages result;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& each = operations[i];
    if (each.kind == Kind::post && result[each.message].posts++ == 0)
      result[each.message].posted = i;
    if (each.kind == Kind::call) result[each.message].called = i;
    if (each.kind == Kind::ret) result[each.message].returned = i;
  }
  return result;
}

// --- Empty messages ------------------------------------------------------------------------------

class EmptyMessages {
 public:
  EmptyMessages(const std::vector<Operation>& operations,
                const std::vector<Dependence>& dependences)
      : operations_(operations), messages_(messages_of(operations)) {
    for (const Dependence& each : dependences) {
      named_.insert(each.earlier);
      named_.insert(each.later);
    }
    // A message is called after the message that posts it, so the last CALL is judged first.
    for (std::size_t i = operations.size(); i-- > 0;)
      if (operations[i].kind == Kind::call && is_empty(messages_.at(operations[i].message)))
        remove(operations[i].message);
  }

  [[nodiscard]] bool is_removed(std::size_t operation) const {
    return removed_.contains(operation);
  }

 private:
  // Removes the message with all that it does: posts of messages that are empty or never called.
  void remove(std::string_view name) {
    empty_.insert(name);
    const Message& message = messages_.at(name);
    removed_.insert(message.posted);
    const std::string_view thread = operations_[message.called].thread;
    for (std::size_t i = message.called; i <= message.returned; ++i)
      if (operations_[i].thread == thread) removed_.insert(i);
  }

  [[nodiscard]] bool is_empty(const Message& message) const {
    if (message.returned == never) return false;  // the recording stopped inside
    if (is_named(message.posted) || is_named(message.called) || is_named(message.returned))
      return false;
    const std::string_view thread = operations_[message.called].thread;
    for (std::size_t i = message.called + 1; i < message.returned; ++i)
      if (operations_[i].thread == thread && !posts_nothing(i)) return false;
    return true;
  }

  [[nodiscard]] bool posts_nothing(std::size_t operation) const {
    const Operation& each = operations_[operation];
    if (each.kind != Kind::post || is_named(operation)) return false;
    return messages_.at(each.message).called == never || empty_.contains(each.message);
  }

  [[nodiscard]] bool is_named(std::size_t operation) const {
    return named_.contains(operations_[operation].number);
  }

  const std::vector<Operation>& operations_;
  const Messages messages_;
  std::unordered_set<std::uint32_t> named_;  // the numbers in dependences
  std::unordered_set<std::string_view> empty_;
  std::unordered_set<std::size_t> removed_;  // operations
};

// --- Delayed posts -------------------------------------------------------------------------------

class DelayedPosts {
 public:
  explicit DelayedPosts(const std::vector<Operation>& operations)
      : operations_(operations), messages_(messages_of(operations)) {
    for (const Operation& each : operations)
      if (does_something(each)) ++work_[each.thread];
    for (std::size_t i = 0; i < operations.size(); ++i)
      if (is_apart(i)) apart_.insert(i);
    for (std::size_t i = 0; i < operations.size(); ++i)
      if (apart_.contains(i)) before_[place_of(i)].push_back(i);
    for (auto& [place, posts] : before_)
      std::ranges::stable_sort(posts, {}, [&](std::size_t post) { return called(post); });
  }

  [[nodiscard]] std::vector<Operation> run() const {
    std::vector<Operation> result;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (const auto posts = before_.find(i); posts != before_.end())
        for (const std::size_t post : posts->second) result.push_back(post_of(post));
      result.push_back(apart_.contains(i) ? fork_of(i) : operations_[i]);
    }
    return result;
  }

 private:
  [[nodiscard]] static bool does_something(const Operation& each) {
    return each.kind != Kind::nothing && each.kind != Kind::thread_init &&
           each.kind != Kind::thread_exit;
  }
  [[nodiscard]] std::size_t called(std::size_t post) const {
    return messages_.at(operations_[post].message).called;
  }
  [[nodiscard]] bool is_post_to(std::size_t operation, std::string_view thread) const {
    const Operation& each = operations_[operation];
    return each.kind == Kind::post && each.other == thread && called(operation) != never;
  }

  [[nodiscard]] bool is_apart(std::size_t operation) const {
    const Operation& each = operations_[operation];
    if (each.kind != Kind::post || !each.is_delayed || called(operation) == never) return false;
    if (messages_.at(each.message).posts > 1) return false;  // lay_out() refuses this
    return work_.at(each.thread) > 1 || is_overtaken(operation);
  }

  // Does a message that is posted later run before the one of this post?
  [[nodiscard]] bool is_overtaken(std::size_t post) const {
    for (std::size_t i = post + 1; i < operations_.size(); ++i)
      if (is_post_to(i, operations_[post].other) && called(i) < called(post)) return true;
    return false;
  }

  // Returns the operation before which the post comes: the first post, or else the CALL, that
  // would otherwise put a message in front of this one that is called after it.
  [[nodiscard]] std::size_t place_of(std::size_t post) const {
    for (std::size_t i = post + 1; i < called(post); ++i)
      if (!apart_.contains(i) && is_post_to(i, operations_[post].other) && called(i) > called(post))
        return i;
    return std::max(called(post), post + 1);
  }

  [[nodiscard]] Operation fork_of(std::size_t post) const {
    Operation result = operations_[post];
    result.kind = Kind::fork;
    result.other = result.text;
    result.message = {};
    return result;
  }
  [[nodiscard]] Operation post_of(std::size_t post) const {
    Operation result = operations_[post];
    result.thread = result.text;
    return result;
  }

  const std::vector<Operation>& operations_;
  const Messages messages_;
  std::unordered_map<std::string_view, std::size_t> work_;  // operations of a thread that count
  std::unordered_set<std::size_t> apart_;                   // posts that get a task
  std::unordered_map<std::size_t, std::vector<std::size_t>> before_;  // posts by their new places
};

}  // namespace

std::vector<Operation> without_empty_messages(std::vector<Operation> operations,
                                              const std::vector<Dependence>& dependences) {
  std::vector<Operation> result;
  const EmptyMessages empty(operations, dependences);
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (!empty.is_removed(i)) result.push_back(operations[i]);
  return result;
}

std::vector<Operation> with_delayed_posts_apart(std::vector<Operation> operations) {
  return DelayedPosts(operations).run();
}

bool is_delayed_post(std::string_view thread) {
  return thread.find_first_of(" \t") != std::string_view::npos;
}

}  // namespace mazurka::recorded
