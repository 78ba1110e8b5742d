#include "program/native/schedule/mailboxes.h"

#include <algorithm>
#include <string>

#include "program/native/platform/expect.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"
#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

std::vector<SentMessage>::const_iterator Mailbox::first_match() const {
  return std::ranges::find(messages, true, &SentMessage::matches);
}

void Mailboxes::add(Address address, const char* name) {
  auto& mailbox = mailboxes_[address];
  mailbox = std::make_unique<Mailbox>();
  mailbox->address = address;
  mailbox->object = runtime_.registry.add_object(name, stable_name_of(NameKind::mailbox, address));
  runtime_.synchronisers.set_news();  // explorations must know all mailboxes from the start
  record_mailbox(address, name);
}

Mailbox& Mailboxes::at(Address address, const char* name) {
  const OutsideProgram outside;
  const std::unique_ptr<Mailbox>& known = mailboxes_[address];
  if (known == nullptr) add(address, name);
  const std::uint64_t now = runtime_.progress().execution;
  if (known->execution == now) return *known;
  known->execution = now;
  known->messages.clear();
  known->owner = nullptr;
  known->is_received_from = known->is_destroyed = false;
  return *known;
}

std::vector<const Mailbox*> Mailboxes::all() const {
  std::vector<const Mailbox*> result;
  for (const auto& [address, mailbox] : mailboxes_) result.push_back(mailbox.get());
  std::ranges::sort(result, {}, &Mailbox::object);
  return result;
}

AccessListId Mailboxes::access(const Mailbox& mailbox, AccessKind kind) const {
  const OutsideProgram outside;
  return runtime_.registry.access_list(Access{mailbox.object, kind, MessageMatches::everything});
}

AccessListId Mailboxes::accesses_of_receive(const Mailbox& mailbox, bool waits) const {
  const bool takes_one = mailbox.first_match() != mailbox.messages.end();
  return access(mailbox, waits || takes_one ? AccessKind::take : AccessKind::after);
}

// --- Called in fibers ----------------------------------------------------------------------------

// Runs the function of the program, without events.
bool Mailboxes::takes(const MessageFilter& filter, const SentMessage& message) const {
  if (filter.matches == nullptr) return true;
  const bool was_quiet = runtime_.is_quiet();
  runtime_.set_quiet(true);
  const bool result = filter.matches(message.tag, message.pointer, filter.argument) != 0;
  runtime_.set_quiet(was_quiet);
  return result;
}

void Mailboxes::refuse_if_destroyed(const Mailbox& mailbox, const char* what, Address place) const {
  if (!mailbox.is_destroyed) return;
  const OutsideProgram outside;
  runtime_.fail(FailureKind::misuse,
                std::string(what) + " '" + runtime_.registry.name_of(mailbox.object) +
                    "', which was destroyed",
                "", place);
}

void Mailboxes::send(Mailbox& mailbox, int tag, void* pointer, Address place) {
  need_tasks("a message is sent", place);
  refuse_if_destroyed(mailbox, "send to mailbox", place);
  PendingOperation& pending = running->pending;
  pending.object = mailbox.object;
  pending.accesses = access(mailbox, AccessKind::send);
  pending.mailbox = &mailbox;
  pending.tag = tag;
  pending.pointer = pointer;
  runtime_.announce(OperationKind::send, Standing::ready, place);
  refuse_if_destroyed(mailbox, "send to mailbox", place);
  // The event has put the message into the mailbox.
  if (!mailbox.is_received_from) return;
  const bool matches = takes(mailbox.filter, mailbox.messages.back());
  mailbox.messages.back().matches = matches;
}

void Mailboxes::deliver(const Task& sender, EventId sent_by) {
  const PendingOperation& pending = sender.pending;
  if (!pending.mailbox->is_destroyed)
    pending.mailbox->messages.push_back(
        {pending.tag, pending.pointer, sent_by, sender.time.passed, false});
}

bool Mailboxes::receive(Mailbox& mailbox, const MessageFilter& filter, bool waits,
                        SentMessage& result, Address place) {
  need_tasks("a message is received", place);
  refuse_if_destroyed(mailbox, "receive from mailbox", place);
  if (mailbox.owner == nullptr) mailbox.owner = running;
  if (mailbox.owner != running) {
    const OutsideProgram outside;
    runtime_.fail(FailureKind::misuse,
                  "receive from mailbox '" + runtime_.registry.name_of(mailbox.object) +
                      "', from which another thread receives",
                  "only one thread may receive from a mailbox", place);
  }
  for (std::size_t i = 0; i < mailbox.messages.size(); ++i) {
    const bool matches = takes(filter, mailbox.messages[i]);
    mailbox.messages[i].matches = matches;
  }
  mailbox.filter = filter;
  mailbox.is_received_from = true;
  PendingOperation& pending = running->pending;
  pending.object = mailbox.object;
  pending.mailbox = &mailbox;
  pending.accesses = access(mailbox, AccessKind::take);
  runtime_.announce(waits ? OperationKind::receive : OperationKind::try_receive,
                    waits ? Standing::receive : Standing::ready, place);
  mailbox.is_received_from = false;
  const OutsideProgram outside;  // moving messages is not an access of the program
  const auto taken = mailbox.first_match();
  if (taken == mailbox.messages.end()) return false;
  result = *taken;
  mailbox.messages.erase(taken);
  return true;
}

// Conflicts with sends, so that every order of both is explored.
void Mailboxes::destroy(Mailbox& mailbox, Address place) {
  if (!runtime_.exits.is_after_all_tasks) {
    PendingOperation& pending = running->pending;
    pending.object = mailbox.object;
    pending.accesses = access(mailbox, AccessKind::send);
    pending.value = nullptr;
    pending.size = 0;
    runtime_.announce(OperationKind::update, Standing::ready, place, MemoryOrder::relaxed);
    refuse_if_destroyed(mailbox, "destruction of mailbox", place);
  }
  mailbox.is_destroyed = true;
}

bool Mailboxes::take_left(Mailbox& mailbox, SentMessage& result) {
  const OutsideProgram outside;
  if (mailbox.messages.empty()) return false;
  result = mailbox.messages.front();
  mailbox.messages.erase(mailbox.messages.begin());
  return true;
}

}  // namespace mazurka::native
