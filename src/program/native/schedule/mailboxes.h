// Mailboxes of the tested program (mz_mailbox): messages that tasks send, and that one task, the
// owner of the mailbox, receives.
//
// What a receive looks for is a function of the program. It runs where the program's code runs, in
// the fiber of a task, and none of its operations are events: in the fiber of the owner for the
// messages that are in the mailbox when it gets to the receive, and in the fiber of the sender for
// one that arrives while the owner stands before the receive. So whether a receive can happen is
// known whenever the runtime asks. It is not known what a receive could take of messages that it
// never saw, so explorers treat it as if it could take everything (core/message_matches.h).
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/ids.h"
#include "core/registry.h"
#include "program/native/platform/layout.h"

namespace mazurka::native {

class Runtime;
struct Task;

// What a receive looks for; `matches` is null if it takes everything.
struct MessageFilter {
  int (*matches)(int tag, void* pointer, void* argument) = nullptr;
  void* argument = nullptr;
};

struct SentMessage {
  int tag = 0;
  void* pointer = nullptr;
  EventId sent_by;
  std::uint64_t sent_at = 0;  // VirtualTime::passed of the sender
  bool matches = false;       // the receive that the owner stands before takes it
};

struct Mailbox {
  ObjectId object;
  Address address = 0;

  // State of one execution:
  std::uint64_t execution = 0;        // the number of that execution
  std::vector<SentMessage> messages;  // in the order of arrival
  const Task* owner = nullptr;        // the task that receives from it
  bool is_received_from = false;      // the owner stands before a receive
  MessageFilter filter;               // of that receive
  bool is_destroyed = false;

  // Returns the first message that the receive takes; messages.end() if there is none.
  [[nodiscard]] std::vector<SentMessage>::const_iterator first_match() const;
};

class Mailboxes {
 public:
  explicit Mailboxes(Runtime& runtime) : runtime_(runtime) {}
  Mailboxes(const Mailboxes&) = delete;
  Mailboxes& operator=(const Mailboxes&) = delete;

  // Returns the mailbox at this address, which is registered at its first use.
  [[nodiscard]] Mailbox& at(Address address, const char* name);
  [[nodiscard]] bool is_known(Address address) const { return mailboxes_.contains(address); }
  // Registers a mailbox that another process had. REQUIRES: it is not registered yet.
  void add(Address address, const char* name);
  // Returns the mailboxes of all executions so far, in the order of their objects.
  [[nodiscard]] std::vector<const Mailbox*> all() const;

  // --- Called in fibers ---

  void send(Mailbox& mailbox, int tag, void* pointer, Address place);
  // Receives a message. If `waits` is false and there is no match, returns false.
  [[nodiscard]] bool receive(Mailbox& mailbox, const MessageFilter& filter, bool waits,
                             SentMessage& result, Address place);
  // Destroys the mailbox. Later sends are misuse.
  void destroy(Mailbox& mailbox, Address place);
  // Takes the first message that is left in a mailbox that was destroyed; returns false if there is
  // none.
  [[nodiscard]] static bool take_left(Mailbox& mailbox, SentMessage& result);

  // --- Called by steps ---

  // Returns what a receive from the mailbox touches, if it happens now.
  [[nodiscard]] AccessListId accesses_of_receive(const Mailbox& mailbox, bool waits) const;
  // Puts the message that the task sends into its mailbox.
  void deliver(const Task& sender, EventId sent_by);

 private:
  [[nodiscard]] AccessListId access(const Mailbox& mailbox, AccessKind kind) const;
  [[nodiscard]] bool takes(const MessageFilter& filter, const SentMessage& message) const;
  void refuse_if_destroyed(const Mailbox& mailbox, const char* what, Address place) const;

  Runtime& runtime_;
  std::unordered_map<Address, std::unique_ptr<Mailbox>> mailboxes_;
};

}  // namespace mazurka::native
