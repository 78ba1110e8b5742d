// What fibers call about handlers.
#include <algorithm>

#include "program/native/runtime.h"

namespace mazurka::native {

void Runtime::add_handler(Handler& handler, Address address, const char* name,
                          Discipline discipline) {
  synchronisers_have_news_ = true;  // an exploration must know all handlers from its start
  handler.state = HandlerState(discipline);
  handler.id = registry_.add_handler(name, discipline);
  handler.address = address;
  handler.end = &synchroniser(address, Synchroniser::Kind::number);
  handler.dropping = &synchroniser(address + 1, Synchroniser::Kind::number);
}

Handler& Runtime::handler_at(Address address, const char* name, Discipline discipline) {
  std::unique_ptr<Handler>* known = nullptr;
  {
    const OutsideProgram outside;
    known = &handlers_[address];
    if (*known == nullptr) {
      *known = std::make_unique<Handler>();
      add_handler(**known, address, name, discipline);
    }
    if ((*known)->execution != execution_) {
      (*known)->execution = execution_;
      (*known)->joined = false;
      (*known)->state.clear();
      (*known)->posted.clear();
    }
  }
  return **known;
}

void Runtime::post(Handler& handler, void (*code)(void*), void (*drop)(void*), void* argument,
                   Address place) {
  need_tasks("a message is posted", place);
  if (handler.joined) fail_post(handler, place);
  Task& task = *running;
  task.object = registry_.handler(handler.id).as_lock;
  task.accesses = accesses_of_post(handler);
  task.new_handler = &handler;
  task.new_message = code;
  task.new_drop = drop;
  task.new_argument = argument;
  announce(OperationKind::post, Standing::ready, place);
  // Meanwhile somebody may have joined it.
  if (handler.joined) fail_post(handler, place);
}

void Runtime::fail_post(const Handler& handler, Address place) {
  const OutsideProgram outside;
  fail(FailureKind::misuse,
       "post to handler '" + registry_.handler(handler.id).name + "', which was joined", "", place);
}

void Runtime::stand_before_change(Synchroniser& number, Address place) {
  if (exits_.is_after_all_tasks) return;
  learn_awaited(number);
  value_of(number);
  stand_before_number(*running, number);
  announce(OperationKind::update, Standing::ready, place);
}

// A message that is dropped still starts, finds that out, and ends: so none is lost from sight, and
// all orders of messages and quit are explored.
void Runtime::quit(Handler& handler, Address place) {
  stand_before_change(*handler.dropping, place);
  handler.dropping->value = 1;
}

bool Runtime::is_dropped() {
  Task& task = *running;
  Synchroniser& dropping = *task.handler->dropping;
  value_of(dropping);
  if (dropping.visible) {
    stand_before_number(task, dropping);
    task.accesses = dropping.read;
    announce(OperationKind::read, Standing::ready, task.place);
  }
  return dropping.value != 0;
}

void Runtime::join(Handler& handler, Address place) {
  if (handler.joined) {
    const OutsideProgram outside;
    fail(FailureKind::misuse,
         "handler '" + registry_.handler(handler.id).name + "' is joined twice", "", place);
  }
  // Which messages there are is known at an event that posts conflict with; that they have ended,
  // by joining them. Another post may have come in meanwhile.
  for (std::size_t seen = 0;;) {
    stand_before_change(*handler.end, place);
    if (handler.posted.size() == seen) break;
    for (; seen < handler.posted.size(); ++seen) join(*handler.posted[seen], place);
  }
  handler.end->value = 1;
  handler.joined = true;
}

}  // namespace mazurka::native
