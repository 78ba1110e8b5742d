// Handlers of the tested program: which message they run, and their mailboxes.
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
  // What a join writes and posts read; what a quit writes and messages read before they run. Both
  // are invisible until somebody joins or quits.
  Synchroniser* end = nullptr;
  Synchroniser* dropping = nullptr;

  // In this execution:
  std::uint64_t execution = 0;  // which one that is
  bool joined = false;
  HandlerState state;         // messages are the ids of their tasks
  std::vector<Task*> posted;  // all so far

  void begin_execution(std::uint64_t number);
  // Can this message of the mailbox start now?
  [[nodiscard]] bool can_start(const Task& message) const;
  void deliver(Task& message);
  // REQUIRES: can_start(message).
  void start(Task& message);
  // REQUIRES: the message runs.
  void finish(const Task& message);
};

class Handlers {
 public:
  explicit Handlers(Runtime& runtime) : runtime_(runtime) {}
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;

  // Returns the handler at this address, which is made known at its first use.
  [[nodiscard]] Handler& at(Address address, const char* name, Discipline discipline);
  // Makes a handler known that another process had. REQUIRES: it is not known yet.
  void add(Address address, const char* name, Discipline discipline);
  // Those of this execution, in the order of their creation.
  [[nodiscard]] std::vector<const Handler*> of_this_execution() const;
  // Those of all executions so far, in the order of their creation.
  [[nodiscard]] std::vector<const Handler*> all() const;
  [[nodiscard]] bool is_empty() const { return handlers_.empty(); }
  // Returns a hash of what mailboxes hold, where their order decides what starts.
  [[nodiscard]] std::uint64_t fingerprint() const;

  // --- Called in fibers ---

  // `drop` is called instead of `code` if the handler has quit; it may be null.
  void post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
            Address place);
  // Messages that have not started are dropped from now on.
  void quit(Handler& handler, Address place);
  // Waits until all messages have ended; none can be posted afterwards.
  void join(Handler& handler, Address place);
  // The running message begins: was its handler told to quit?
  [[nodiscard]] bool is_dropped();

 private:
  void make_known(Handler& handler, Address address, const char* name, Discipline discipline);
  [[nodiscard]] AccessListId accesses_of_post(const Handler& handler) const;
  void stand_before_change(Synchroniser& number, Address place);
  [[noreturn]] void fail_post(const Handler& handler, Address place);

  Runtime& runtime_;
  std::unordered_map<Address, std::unique_ptr<Handler>> handlers_;
};

}  // namespace mazurka::native
