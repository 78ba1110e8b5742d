// Random sequences of events made by hand, including some that no program produces.
#pragma once

#include <vector>

#include "core/execution.h"
#include "unit/named_things.h"
#include "unit/random.h"

namespace mazurka {

// Generates events of threads and messages that read and write two variables, use a lock, create
// and join each other, and wake each other up.
class RandomEvents {
 public:
  RandomEvents(Registry& registry, std::uint64_t seed) : registry_(registry), random_(seed) {
    if (registry_.object_count() == 0) {
      for (const char* name : {"x", "y", "l"}) add_object(registry_, name);
      add_handler(registry_, "h", Discipline::multiset);
      add_handler(registry_, "g", Discipline::fifo);
    }
    for (std::uint32_t i = 0; i < 3; ++i) add_task(registry_.task({.ordinal = i}));
  }

  // Returns the next event of a random task.
  Event next() {
    const std::size_t at = random_.below(tasks_.size());
    Event event;
    event.task = tasks_[at].id;
    event.index = tasks_[at].events++;
    event.accesses = Registry::no_accesses();
    const bool is_message = registry_.handler_of(event.task).exists();
    if (is_message && event.index == 0) {
      event.operation = OperationKind::start;
    } else {
      fill(event, at);
    }
    if (random_.one_in(6) && tasks_.size() > 2) {
      event.ends_task = true;
      tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(at));
      ended_.push_back(event.task);
    }
    if (wakes(event.operation)) wakers_.push_back(event.id());
    return event;
  }

 private:
  struct Task {
    TaskId id;
    std::uint32_t events = 0;
    std::uint32_t children = 0;
  };

  void add_task(TaskId id) { tasks_.push_back({id}); }

  void fill(Event& event, std::size_t at) {
    switch (random_.below(9)) {
      case 0:
      case 1:
        return touch(event, OperationKind::read, ObjectId{random_.below(2)}, AccessKind::read);
      case 2:
      case 3:
        return touch(event, OperationKind::write, ObjectId{random_.below(2)}, AccessKind::write);
      case 4:
        return touch(event, OperationKind::trylock, ObjectId{2}, AccessKind::lock);
      case 5:
        event.operation = OperationKind::broadcast;
        return;
      case 6:
        return create(event, at);
      case 7:
        if (ended_.empty()) return;
        event.operation = OperationKind::join;
        event.other = ended_[random_.below(ended_.size())];
        return;
      default:
        return relock(event);
    }
  }

  void touch(Event& event, OperationKind operation, ObjectId object, AccessKind kind) {
    event.operation = operation;
    event.object = object;
    event.accesses = registry_.access_list(Access{object, kind});
  }

  void create(Event& event, std::size_t at) {
    const bool posts = random_.one_in(2);
    event.operation = posts ? OperationKind::post : OperationKind::spawn;
    event.other = registry_.task({.creator = event.task,
                                  .ordinal = tasks_[at].children++,
                                  .handler = posts ? HandlerId{random_.below(2)} : HandlerId{}});
    add_task(event.other);
  }

  void relock(Event& event) {
    touch(event, OperationKind::trylock, ObjectId{2}, AccessKind::lock);
    if (wakers_.empty()) return;
    const EventId waker = wakers_[random_.below(wakers_.size())];
    if (waker.task == event.task) return;
    event.operation = OperationKind::relock;
    event.other = waker.task;
    event.other_index = waker.index;
  }

  Registry& registry_;
  Random random_;
  std::vector<Task> tasks_;  // tasks that have not ended
  std::vector<TaskId> ended_;
  std::vector<EventId> wakers_;
};

}  // namespace mazurka
