#include "program/native/schedule/handlers.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/hash.h"
#include "program/native/platform/expect.h"
#include "program/native/process/running.h"
#include "program/native/schedule/runtime.h"
#include "program/native/schedule/threads.h"
#include "program/native/sharing/stable_places.h"

namespace mazurka::native {

// --- One handler ---------------------------------------------------------------------------------

void Handler::begin_execution(std::uint64_t number) {
  execution = number;
  joined = false;
  state.clear();
  posted.clear();
}

bool Handler::can_start(const Task& message) const { return state.can_start(message.id.value); }

void Handler::deliver(Task& message) {
  state.post(message.id.value);
  posted.push_back(&message);
}

void Handler::start(Task& message) {
  MAZURKA_EXPECT(can_start(message));
  state.start(message.id.value);
}

void Handler::finish(const Task& message) { state.end(message.id.value); }

// --- All of them ---------------------------------------------------------------------------------

void Handlers::make_known(Handler& handler, Address address, const char* name,
                          Discipline discipline) {
  runtime_.synchronisers.set_news();  // explorations must know all handlers from the start
  record_handler(address, number_of(discipline), name);
  handler.state = HandlerState(discipline);
  handler.id =
      runtime_.registry.add_handler(name, stable_name_of(NameKind::handler, address), discipline);
  handler.address = address;
  handler.end = &runtime_.synchronisers.at(address, Synchroniser::Kind::number);
  handler.dropping = &runtime_.synchronisers.at(address + 1, Synchroniser::Kind::number);
  handler.clock = &runtime_.synchronisers.at(address + 3, Synchroniser::Kind::number);
  const Synchroniser& observes = runtime_.synchronisers.at(address + 2, Synchroniser::Kind::number);
  std::array accesses = {Access{handler.end->object, AccessKind::write},
                         Access{observes.object, AccessKind::write}};
  std::ranges::sort(accesses, {}, &Access::object);
  handler.accesses_of_join = runtime_.registry.access_list(accesses);
}

void Handlers::add(Address address, const char* name, Discipline discipline) {
  auto& handler = handlers_[address];
  handler = std::make_unique<Handler>();
  make_known(*handler, address, name, discipline);
}

Handler& Handlers::at(Address address, const char* name, Discipline discipline) {
  const OutsideProgram outside;
  const std::unique_ptr<Handler>& known = handlers_[address];
  if (known == nullptr) add(address, name, discipline);
  const std::uint64_t now = runtime_.progress().execution;
  if (known->execution != now) known->begin_execution(now);
  return *known;
}

std::vector<const Handler*> Handlers::all() const {
  std::vector<const Handler*> result;
  for (const auto& [address, handler] : handlers_) result.push_back(handler.get());
  std::ranges::sort(result, {}, &Handler::id);
  return result;
}

std::vector<const Handler*> Handlers::of_this_execution() const {
  std::vector<const Handler*> result = all();
  std::erase_if(result, [now = runtime_.progress().execution](const Handler* handler) {
    return handler->execution != now;
  });
  return result;
}

std::uint64_t Handlers::fingerprint() const {
  std::uint64_t hash = 0;
  for (const auto& [address, handler] : handlers_) {
    if (handler->execution != runtime_.progress().execution) continue;
    const std::uint64_t waiting = handler->state.fingerprint(
        [&](auto message) { return runtime_.registry.stable_name(TaskId{message}).low; });
    if (waiting != 0) hash += mix(runtime_.registry.handler(handler->id).stable.low, waiting);
  }
  return hash;
}

// --- Called in fibers ----------------------------------------------------------------------------

AccessListId Handlers::accesses_of_post(const Handler& handler) const {
  return handler.end->visible ? handler.end->read : Registry::no_accesses();
}

void Handlers::post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
                    Address place) {
  need_tasks("a message is posted", place);
  if (handler.joined) fail_post(handler, place);
  announce_post(handler, code, drop, argument, place);
  // Another task may have joined the handler before the event happened.
  if (handler.joined) fail_post(handler, place);
}

void Handlers::announce_post(Handler& handler, void (*code)(void*), void (*drop)(void*),
                             void* argument, Address place) {
  Task& task = *running;
  task.pending.object = runtime_.registry.handler(handler.id).as_lock;
  task.pending.accesses = accesses_of_post(handler);
  task.creation.handler = &handler;
  task.creation.message = code;
  task.creation.drop = drop;
  task.creation.argument = argument;
  runtime_.announce(OperationKind::post, Standing::ready, place);
}

void Handlers::post_delayed(Handler& handler, void (*code)(void*), void (*drop)(void*),
                            void* argument, Address place) {
  need_tasks("a message is posted", place);
  Task& task = *running;
  task.pending.stand_before_nothing();
  task.creation.is_delayed = true;
  task.creation.handler = &handler;
  task.creation.message = code;
  task.creation.drop = drop;
  task.creation.argument = argument;
  runtime_.announce(OperationKind::spawn, Standing::ready, place);
}

void Handlers::post_late() {
  const TaskCode& code = running->code;
  announce_post(*code.posted_to, code.posted, code.drop, code.argument, code.posted_at);
}

void Handlers::fail_post(const Handler& handler, Address place) {
  const OutsideProgram outside;
  const std::string& name = runtime_.registry.handler(handler.id).name;
  runtime_.fail(FailureKind::misuse, "post to handler '" + name + "', which was joined", "", place);
}

void Handlers::stand_before_change(Synchroniser& number, AccessListId accesses, Address place) {
  if (runtime_.exits.is_after_all_tasks) return;
  runtime_.synchronisers.learn_awaited(number);
  runtime_.synchronisers.value_of(number);
  running->pending.stand_before_number(number);
  running->pending.accesses = accesses;
  runtime_.announce(OperationKind::update, Standing::ready, place);
}

// A dropped message still starts, reads that its handler has quit, and ends. So every message has
// events, and all orders of messages and quit are explored.
void Handlers::quit(Handler& handler, Address place) {
  stand_before_change(*handler.dropping, handler.dropping->write, place);
  handler.dropping->value = 1;
}

bool Handlers::is_dropped() {
  PendingOperation& pending = running->pending;
  Synchroniser& dropping = *running->code.handler->dropping;
  runtime_.synchronisers.value_of(dropping);
  if (dropping.visible) {
    pending.stand_before_number(dropping);
    pending.accesses = dropping.read;
    runtime_.announce(OperationKind::read, Standing::ready, pending.place);
  }
  return dropping.value != 0;
}

void Handlers::join(Handler& handler, Address place) {
  if (handler.joined) {
    const OutsideProgram outside;
    const std::string& name = runtime_.registry.handler(handler.id).name;
    runtime_.fail(FailureKind::misuse, "handler '" + name + "' is joined twice", "", place);
  }
  // An event that conflicts with posts determines which messages there are; joining them ensures
  // that they have ended. Further posts may have happened meanwhile, so this is repeated until
  // there are none.
  for (std::size_t seen = 0;;) {
    stand_before_change(*handler.end, handler.accesses_of_join, place);
    // What is posted while this task waits below is for the next event to see.
    const std::size_t posted = handler.posted.size();
    if (posted == seen) break;
    for (; seen < posted; ++seen) join_task(*handler.posted[seen], place);
  }
  handler.end->value = 1;
  handler.joined = true;
}

}  // namespace mazurka::native
