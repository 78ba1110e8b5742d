// Handlers of the tested program: their mailboxes, and the messages that they run.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/handler_state.h"
#include "core/registry.h"
#include "program/native/platform/layout.h"
#include "program/native/sharing/synchronisers.h"

namespace mazurka::native {

class Runtime;
struct Task;

struct Handler {
  HandlerId id;
  Address address = 0;
  // A join writes `end`, and posts read it. A quit writes `dropping`, and messages read it before
  // they run. Each is invisible until a task joins or quits the handler.
  Synchroniser* end = nullptr;
  Synchroniser* dropping = nullptr;
  Synchroniser* clock = nullptr;  // see Clocks
  // What a join accesses: `end`, and a number that nothing else accesses. A join observes which
  // messages were posted before it, and not only the value of `end`. Of an event that accesses
  // several objects, explorations take all that came before it as observed, so that the next
  // operation is a function of what the task observed (assumption b of decision 1).
  AccessListId accesses_of_join;

  // State of one execution:
  std::uint64_t execution = 0;  // the number of that execution
  bool joined = false;
  HandlerState state;         // messages are the ids of their tasks
  std::vector<Task*> posted;  // all messages so far

  void begin_execution(std::uint64_t number);
  // Returns whether this message, which is in the mailbox, can start now.
  [[nodiscard]] bool can_start(const Task& message) const;
  void deliver(Task& message);
  // REQUIRES: can_start(message).
  void start(Task& message);
  // REQUIRES: the message is running.
  void finish(const Task& message);
};

class Handlers {
 public:
  explicit Handlers(Runtime& runtime) : runtime_(runtime) {}
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;

  // Returns the handler at this address, which is registered at its first use.
  [[nodiscard]] Handler& at(Address address, const char* name, Discipline discipline);
  [[nodiscard]] bool is_known(Address address) const { return handlers_.contains(address); }
  // Registers a handler that another process had. REQUIRES: it is not registered yet.
  void add(Address address, const char* name, Discipline discipline);
  // Returns the handlers of this execution, in the order of creation.
  [[nodiscard]] std::vector<const Handler*> of_this_execution() const;
  // Returns the handlers of all executions so far, in the order of creation.
  [[nodiscard]] std::vector<const Handler*> all() const;
  [[nodiscard]] bool is_empty() const { return handlers_.empty(); }
  // Returns a hash of the contents of mailboxes, as far as they decide which message can start.
  [[nodiscard]] std::uint64_t fingerprint() const;

  // --- Called in fibers ---

  // Posts a message. If the handler has quit, the message calls `drop`, which may be null, instead
  // of `code`.
  void post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
            Address place);
  // Creates a thread that posts the message at any later time. If the handler has quit or was
  // joined by then, the message calls `drop` instead of `code`.
  void post_delayed(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
                    Address place);
  // Posts the message of the running thread. REQUIRES: post_delayed() created this thread.
  void post_late();
  // Makes the handler drop all messages that have not started.
  void quit(Handler& handler, Address place);
  // Blocks until all messages have ended. No message can be posted afterwards.
  void join(Handler& handler, Address place);
  // Returns whether the handler of the running message has quit. REQUIRES: called when the message
  // begins, before its code.
  [[nodiscard]] bool is_dropped();

 private:
  void make_known(Handler& handler, Address address, const char* name, Discipline discipline);
  void announce_post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
                     Address place);
  [[nodiscard]] AccessListId accesses_of_post(const Handler& handler) const;
  void stand_before_change(Synchroniser& number, AccessListId accesses, Address place);
  [[noreturn]] void fail_post(const Handler& handler, Address place);

  Runtime& runtime_;
  std::unordered_map<Address, std::unique_ptr<Handler>> handlers_;
};

}  // namespace mazurka::native
