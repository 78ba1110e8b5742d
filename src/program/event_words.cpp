#include "program/event_words.h"

namespace mazurka {

namespace {

// Returns "lock(l)".
[[nodiscard]] std::string call(OperationKind operation, ObjectId object, const Vocabulary& words) {
  return std::string(name_of(operation)) + "(" + words.name(object) + ")";
}

// Describes a sleep. Without a lock it is a futex: atomic::wait and what is built on it.
[[nodiscard]] std::string wait(ObjectId condition, ObjectId lock, const Vocabulary& words) {
  return "wait(" + words.name(condition) + (lock.exists() ? ", " + words.name(lock) : "") + ")";
}

[[nodiscard]] ObjectId lock_of_sleep(AccessListId accesses, const Registry& registry) {
  for (const Access& access : registry.accesses(accesses))
    if (access.kind == AccessKind::lock) return access.object;
  return {};
}

// Returns the task that a message is sent to, or the mailbox if it is not that of a task.
[[nodiscard]] std::string receiver(TaskId task, ObjectId mailbox, const Vocabulary& words) {
  return task.exists() ? words.task(task) : words.name(mailbox);
}

}  // namespace

std::string event_in_words(const Event& event, const Registry& registry, const Vocabulary& words) {
  switch (event.operation) {
    case OperationKind::read:
      return "reads " + words.name(event.object) + ": " + words.value(event.read_value);
    case OperationKind::write:
      return words.write(event);
    case OperationKind::update:
      return words.update(event);
    case OperationKind::await:
      return words.await(event.condition, event.object);
    case OperationKind::arrive:
      return "arrives at " + words.name(event.object);
    case OperationKind::leave:
      return "leaves " + words.name(event.object);
    case OperationKind::lock:
    case OperationKind::unlock:
    case OperationKind::broadcast:
      return call(event.operation, event.object, words);
    case OperationKind::trylock:
      return call(event.operation, event.object, words) +
             (event.succeeded ? ": succeeds" : ": fails");
    case OperationKind::sleep:
      return wait(event.object, lock_of_sleep(event.accesses, registry), words) +
             (event.succeeded ? ": sleeps" : ": the value has changed");
    case OperationKind::relock:
      return "woken by " + words.task(event.other) +
             (event.object.exists() ? ", takes " + words.name(event.object) + " again" : "");
    case OperationKind::signal:
      return call(event.operation, event.object, words) + " wakes " +
             (event.other.exists() ? words.task(event.other) : "nobody");
    case OperationKind::post:
      return "post " + words.created(event.other) + " to " + words.name(event.object);
    case OperationKind::spawn:
      return "spawn " + words.created(event.other);
    case OperationKind::join:
      return "join " + words.task(event.other);
    case OperationKind::start:
      return "start";
    case OperationKind::send:
      return "send " + words.message(event) + " to " + receiver(event.other, event.object, words);
    case OperationKind::receive:
    case OperationKind::try_receive:
      if (!event.succeeded) return "receive: nothing matches, runs 'after'";
      return "receive " + words.message(event) + " from " + words.task(event.other);
    case OperationKind::choose:
    case OperationKind::reach:  // only in recorded traces, which have their own descriptions
      break;
  }
  return words.choice(event.location) + ": " + words.value(event.read_value);
}

std::string pending_in_words(const Pending& pending, const Registry& registry,
                             const Vocabulary& words) {
  if (pending.stopped) return "stopped";
  switch (pending.operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
      return std::string(name_of(pending.operation)) + " " + words.name(pending.object);
    case OperationKind::await:
      return words.await(pending.condition, pending.object);
    case OperationKind::sleep:
      return wait(pending.object, lock_of_sleep(pending.accesses, registry), words);
    case OperationKind::relock:
      if (pending.asleep) return wait(pending.condition_variable, pending.object, words);
      return pending.object.exists() ? call(OperationKind::lock, pending.object, words)
                                     : "continue";
    case OperationKind::post:
      return "post to " + words.name(pending.object);
    case OperationKind::arrive:
      return "arrive at " + words.name(pending.object);
    case OperationKind::leave:
      return "wait at " + words.name(pending.object);
    case OperationKind::spawn:
      return "spawn";
    case OperationKind::join:
      return "join " + words.task(pending.other);
    case OperationKind::start:
      return "start";
    case OperationKind::send:
      return "send to " + receiver(pending.other, pending.object, words);
    case OperationKind::receive:
    case OperationKind::try_receive:
      return "receive " + words.wanted(pending);
    case OperationKind::choose:
      return words.choice(pending.location);
    default:
      break;
  }
  return call(pending.operation, pending.object, words);
}

}  // namespace mazurka
