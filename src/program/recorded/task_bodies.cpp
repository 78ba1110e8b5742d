#include "program/recorded/task_bodies.h"

#include <deque>
#include <map>
#include <unordered_set>

namespace mazurka::recorded {

namespace {

class LayoutBuilder {
 public:
  LayoutBuilder(const File& file, const std::vector<Operation>& operations)
      : file_(file), operations_(operations) {}

  Layout run() {
    result_.body_of.assign(operations_.size(), nothing);
    result_.creates.assign(operations_.size(), nothing);
    result_.is_nested.assign(operations_.size(), false);
    for (std::uint32_t i = 0; i < operations_.size(); ++i) find_queue(i);
    for (now_ = 0; now_ < operations_.size(); ++now_)
      if (!operation().thread.empty()) add();
    return std::move(result_);
  }

 private:
  struct Thread {
    std::uint32_t body = nothing;
    std::uint32_t message = nothing;  // the body that runs on it
    bool loops = false;
    bool exited = false;
  };
  struct Posted {
    std::uint32_t operation = nothing;
    bool called = false;
  };
  struct Owner {
    std::uint32_t body = nothing;
    std::uint32_t taken_at = nothing;  // an operation
  };

  [[nodiscard]] const Operation& operation() const { return operations_[now_]; }
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = {}) const {
    fail(file_, operation().line, what, hint);
  }
  [[nodiscard]] static std::string in_words(std::string_view thread) {
    return "thread " + std::string(thread);
  }
  [[nodiscard]] std::string in_words(std::uint32_t body) const {
    const Body& each = result_.bodies[body];
    return each.message.empty() ? in_words(each.thread) : "message " + std::string(each.message);
  }
  [[nodiscard]] std::string at(std::uint32_t other) const {
    return "line " + std::to_string(operations_[other].line);
  }

  void find_queue(std::uint32_t index) {
    const Operation& each = operations_[index];
    if (each.kind == Kind::attach || each.kind == Kind::loop) queues_.insert(each.thread);
    if (each.kind == Kind::call) called_.insert(each.message);
  }

  // Returns the thread with this name. A thread is created at its first operation.
  Thread& thread(std::string_view name) {
    Thread& result = threads_[name];
    if (result.body != nothing) return result;
    result.body = static_cast<std::uint32_t>(result_.bodies.size());
    const auto fork = forks_.find(name);
    const std::uint32_t created_by = fork == forks_.end() ? nothing : fork->second;
    result_.bodies.push_back({.thread = name, .created_by = created_by});
    if (created_by != nothing) result_.creates[created_by] = result.body;
    result_.threads[name] = result.body;
    return result;
  }

  void add() {
    if (operation().kind == Kind::thread_init && threads_.contains(operation().thread))
      refuse(in_words(operation().thread) + " begins here, but has already run an operation");
    Thread& own = thread(operation().thread);
    if (own.exited)
      refuse(in_words(operation().thread) + " has already ended, at " +
             at(result_.exits[operation().thread]));
    if (operation().kind == Kind::call) call(own);
    const bool outside = own.loops && own.message == nothing;
    if (outside && operation().kind != Kind::thread_exit)
      refuse(in_words(operation().thread) +
             " loops, so this must be part of a message, but no message is running");
    const std::uint32_t body = own.message != nothing ? own.message : own.body;
    if (!outside) {
      result_.body_of[now_] = body;
      result_.bodies[body].operations.push_back(now_);
    }
    apply(own, body);
  }

  void apply(Thread& own, std::uint32_t body) {
    switch (operation().kind) {
      case Kind::fork:
        return fork();
      case Kind::post:
        return post();
      case Kind::ret:
        return ret(own);
      case Kind::lock:
        return lock(body);
      case Kind::unlock:
        return unlock(body);
      case Kind::loop:
        return loop(own);
      case Kind::thread_exit:
        return exit(own);
      default:
        return;
    }
  }

  void fork() {
    const std::string_view child = operation().other;
    if (threads_.contains(child))
      refuse(in_words(child) + " is forked after its first operation, or by itself");
    if (!forks_.emplace(child, now_).second)
      refuse(in_words(child) + " has already been forked, at " + at(forks_[child]));
  }

  void post() {
    if (!queues_.contains(operation().other))
      refuse(in_words(operation().other) + " has no queue",
             "a thread gets its queue with ATTACH-Q or LOOP");
    Posted& posted = posted_[operation().message];
    if (posted.operation != nothing)
      refuse("message " + std::string(operation().message) + " has already been posted, at " +
                 at(posted.operation),
             "each message needs its own number");
    posted.operation = now_;
    if (called_.contains(operation().message))
      waiting_[operation().other].push_back(operation().message);
  }

  void call(Thread& own) {
    const std::string message(operation().message);
    if (own.message != nothing)
      refuse("message " + message + " is called inside message " +
             std::string(result_.bodies[own.message].message));
    if (!own.loops) refuse(in_words(operation().thread) + " calls a message before its LOOP");
    const auto found = posted_.find(operation().message);
    if (found == posted_.end())
      refuse("message " + message + " is called, but has not been posted");
    Posted& posted = found->second;
    const Operation& post = operations_[posted.operation];
    if (posted.called) refuse("message " + message + " has already been called");
    if (post.other != operation().thread)
      refuse("message " + message + " was posted to " + in_words(post.other) + ", at " +
             at(posted.operation));
    posted.called = true;
    take_from_queue();
    own.message = static_cast<std::uint32_t>(result_.bodies.size());
    result_.creates[posted.operation] = own.message;
    result_.bodies.push_back({.thread = operation().thread,
                              .message = operation().message,
                              .created_by = posted.operation});
  }

  // A message that is never called does not count: it may have been removed from the queue.
  void take_from_queue() {
    std::deque<std::string_view>& queue = waiting_[operation().thread];
    if (queue.front() != operation().message)
      refuse("message " + std::string(operation().message) + " is called here, but message " +
                 std::string(queue.front()) + " was posted to the same queue before it, at " +
                 at(posted_[queue.front()].operation) + ", and is called later",
             "a queue is first in, first out; only a DELAY-POST puts its message in later");
    queue.pop_front();
  }

  void ret(Thread& own) {
    if (own.message == nothing || result_.bodies[own.message].message != operation().message)
      refuse("message " + std::string(operation().message) + " returns, but is not running");
    release_all(own.message, "message " + std::string(operation().message));
    own.message = nothing;
  }

  void lock(std::uint32_t body) {
    result_.is_nested[now_] = held_[{body, operation().object}]++ > 0;
    if (result_.is_nested[now_]) return;
    Owner& owner = owners_[operation().object];
    if (owner.body != nothing)
      refuse("lock " + operation().object + " is taken here, but " + in_words(owner.body) +
             " holds it since " + at(owner.taken_at));
    owner = {body, now_};
  }

  void unlock(std::uint32_t body) {
    const auto held = held_.find({body, operation().object});
    if (held == held_.end() || held->second == 0)
      refuse("lock " + operation().object + " is not held here",
             "a lock must be released by the message or thread that took it");
    result_.is_nested[now_] = --held->second > 0;
    if (!result_.is_nested[now_]) owners_[operation().object] = {};
  }

  void loop(Thread& own) {
    if (own.loops) refuse(in_words(operation().thread) + " already loops");
    release_all(own.body, in_words(operation().thread));
    own.loops = true;
    result_.loops[operation().thread] = now_;
  }

  void exit(Thread& own) {
    if (own.message != nothing) refuse(in_words(operation().thread) + " ends inside a message");
    release_all(own.body, in_words(operation().thread));
    own.exited = true;
    result_.exits[operation().thread] = now_;
  }

  void release_all(std::uint32_t body, const std::string& who) const {
    for (auto held = held_.lower_bound({body, std::string()});
         held != held_.end() && held->first.first == body; ++held)
      if (held->second > 0)
        refuse(who + " still holds lock " + held->first.second + " here",
               "a lock must be released by the message or thread that took it");
  }

  const File& file_;
  const std::vector<Operation>& operations_;
  Layout result_;
  std::uint32_t now_ = 0;  // the current operation
  std::unordered_map<std::string_view, Thread> threads_;
  std::unordered_set<std::string_view> queues_;
  std::unordered_set<std::string_view> called_;                                 // messages
  std::unordered_map<std::string_view, std::deque<std::string_view>> waiting_;  // in queues
  std::unordered_map<std::string_view, std::uint32_t> forks_;                   // by child
  std::unordered_map<std::string_view, Posted> posted_;                         // by message
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> held_;  // how often, by body, lock
  std::unordered_map<std::string, Owner> owners_;                        // by lock
};

}  // namespace

Layout lay_out(const File& file, const std::vector<Operation>& operations) {
  return LayoutBuilder(file, operations).run();
}

}  // namespace mazurka::recorded
