// The shapes of programs in the property tests. Each shape adds one feature to plain reads
// and writes, so the shape of a failing program hints at the cause. The last shapes of
// each group mix all features.
#include <vector>

#include "property/shape.h"

namespace mazurka::property {
namespace {

constexpr Range one_or_two = {1, 2};
constexpr Mix plain = {};
constexpr Mix everything = {.read = 5,
                            .write = 7,
                            .update = 3,
                            .branch = 5,
                            .loop = 1,
                            .section = 3,
                            .trylock = 2,
                            .wait = 1,
                            .notify = 2,
                            .await = 2,
                            .choose = 1,
                            .assume = 1,
                            .assertion = 1};

// --- threads -----------------------------------------------------------------------------------

Shape threads() { return {.threads = {2, 4}, .thread_statements = {1, 4}, .max_events = 10}; }

Shape branches() { return {.thread = {.branch = 5}, .max_events = 16}; }

Shape updates() {
  return {.thread = {.read = 1, .write = 2, .update = 5, .branch = 1, .loop = 1}, .max_events = 9};
}

// Compare-exchanges, which read or write depending on the state.
Shape compares() {
  return {.threads = {2, 4},
          .thread = {.read = 2, .write = 2, .compare = 6, .loop = 1},
          .variables = one_or_two,
          .max_events = 10};
}

Shape choices() {
  return {.threads = one_or_two,
          .thread_statements = {2, 3},
          .thread = {.branch = 3, .choose = 4},
          .max_events = 12};
}

Shape assumes() {
  return {.thread_statements = {2, 3},
          .thread = {.branch = 1, .assume = 2, .assertion = 2},
          .max_events = 11};
}

Shape locks() {
  return {.thread = {.section = 7}, .locks = one_or_two, .left_held = 6, .max_events = 17};
}

Shape nested_locks() {
  return {.thread_statements = one_or_two,
          .thread = {.read = 1, .write = 2, .section = 10},
          .locks = {2, 2},
          .nested_locks = 65,
          .left_held = 8,
          .max_events = 20};
}

Shape trylock() {
  return {.thread = {.section = 3, .trylock = 5},
          .locks = one_or_two,
          .nested_locks = 20,
          .left_held = 10,
          .max_events = 17};
}

Shape conditions() {
  return {.thread_statements = one_or_two,
          .thread = {.read = 0, .write = 2, .section = 1, .wait = 6, .notify = 6},
          .variables = {1, 1},
          .locks = {1, 1},
          .conditions = 1,
          .max_events = 18};
}

// Signals and broadcasts, of which most wake nobody. (Few waits, or they all wait forever.)
Shape signals() {
  return {.threads = {3, 4},
          .thread_statements = one_or_two,
          .thread = {.read = 0, .write = 1, .wait = 3, .notify = 9},
          .variables = {1, 1},
          .locks = {1, 1},
          .conditions = 1,
          .max_events = 16};
}

// Barriers with one thread more or less than they wait for, or as many, used again.
Shape barriers() {
  return {.threads = {2, 4},
          .thread = {.read = 2, .write = 2, .loop = 1, .arrive = 6},
          .variables = one_or_two,
          .barriers = one_or_two,
          .parties = {1, 4},
          .max_events = 13};
}

// Mostly one barrier with more threads than it waits for.
Shape crowded_barriers() {
  return {.threads = {3, 5},
          .thread_statements = one_or_two,
          .thread = {.read = 1, .write = 1, .arrive = 8},
          .variables = {1, 1},
          .barriers = {1, 1},
          .parties = {2, 3},
          .max_events = 14};
}

Shape awaits() {
  return {.thread = {.branch = 1, .await = 5}, .variables = one_or_two, .max_events = 11};
}

Shape joins() {
  return {.threads = one_or_two,
          .spawned = one_or_two,
          .thread = {.branch = 1},
          .joins = 70,
          .created_by_tasks = 30,
          .posted_again = 20,
          .parameters = 30,
          .max_events = 13};
}

// Threads that are cancelled by their creator, and joined.
Shape cancels() {
  Shape shape = joins();
  shape.joins = 40;
  shape.cancels = 80;
  return shape;
}

// Threads that send messages to each other.
Shape mailboxes() {
  return {.threads = {2, 3},
          .thread_statements = {2, 5},
          .thread = {.read = 0, .write = 1, .send = 6, .receive = 5},
          .variables = {1, 1},
          .max_events = 14};
}

// The same with everything else that threads can do.
Shape mailboxes_everything() {
  Mix mix = everything;
  mix.send = 14;
  mix.receive = 12;
  return {.threads = {2, 3},
          .spawned = {0, 1},
          .thread_statements = {1, 3},
          .thread = mix,
          .variables = {1, 2},
          .locks = {1, 2},
          .conditions = 1,
          .left_held = 8,
          .joins = 60,
          .posted_again = 20,
          .parameters = 30,
          .max_events = 15};
}

Shape everything_threads() {
  return {.threads = {2, 3},
          .spawned = {0, 1},
          .thread_statements = {1, 3},
          .thread = everything,
          .variables = {1, 2},
          .arrays = 20,
          .locks = {1, 2},
          .conditions = 1,
          .nested_locks = 20,
          .left_held = 8,
          .joins = 60,
          .posted_again = 20,
          .parameters = 30,
          .max_events = 16};
}

// Threads that share procedures, some of which call themselves, lock, wait and receive.
Shape procedures() {
  return {.threads = {2, 3},
          .spawned = {0, 1},
          .procedures = one_or_two,
          .thread_statements = {0, 2},
          .thread = {.update = 1,
                     .branch = 3,
                     .section = 1,
                     .await = 1,
                     .choose = 1,
                     .assume = 1,
                     .send = 1,
                     .receive = 1},
          .locks = {0, 1},
          .joins = 50,
          .created_by_tasks = 40,
          .posted_again = 70,
          .parameters = 60,
          .recursive = 50,
          .max_events = 15};
}

// --- handlers ----------------------------------------------------------------------------------

Shape with_handlers(int fifo) {
  return {.threads = fifo > 0 ? Range{2, 3} : Range{1, 3},
          .messages = {2, 6},
          .thread_statements = {0, 1},
          .message_statements = {1, 2},
          .thread = plain,
          .message = plain,
          .variables = one_or_two,
          .handlers = {1, 3},
          .fifo = fifo,
          .created_by_tasks = 25,
          .posted_again = 15,
          .parameters = 20,
          .max_events = 22};
}

Shape branching(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.message = {.update = 1, .branch = 6};
  shape.thread = {.branch = 1};
  shape.max_events = 24;
  return shape;
}

Shape comparing(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.message = {.read = 2, .write = 2, .compare = 6};
  shape.thread = {.read = 1, .write = 1, .compare = 3};
  shape.max_events = 20;
  return shape;
}

// Messages that signal condition variables on which other messages and threads wait.
Shape signalling(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.message = {.read = 1, .write = 1, .wait = 2, .notify = 6};
  shape.thread = {.read = 0, .write = 1, .wait = 2, .notify = 3};
  shape.locks = {1, 1};
  shape.conditions = 1;
  shape.max_events = 20;
  return shape;
}

// Messages that wait at barriers, for each other and for threads.
Shape meeting(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 4};
  shape.message = {.read = 1, .write = 1, .arrive = 5};
  shape.thread = {.read = 1, .write = 1, .arrive = 3};
  shape.barriers = one_or_two;
  shape.max_events = 20;
  return shape;
}

Shape locking(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.message = {.section = 5, .trylock = 1};
  shape.thread = {.section = 5};
  shape.locks = one_or_two;
  shape.nested_locks = 15;
  shape.max_events = 24;
  return shape;
}

// Messages that wait for values, threads, locks and condition variables.
Shape waiting(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 5};
  shape.spawned = {0, 2};
  shape.message = {.section = 2, .wait = 2, .notify = 2, .await = 4};
  shape.thread = {.section = 1, .notify = 1, .await = 1};
  shape.locks = {0, 2};
  shape.conditions = 1;
  shape.nested_locks = 20;
  shape.left_held = 5;
  shape.joins = 80;
  shape.created_by_tasks = 55;
  shape.messages_spawn = true;
  shape.max_events = 24;
  return shape;
}

// The same with waits, locks and joins.
Shape comparing_everything() {
  Shape shape = waiting(50);
  shape.messages = {2, 4};
  shape.thread = everything;
  shape.thread.compare = 10;
  shape.message = shape.thread;
  shape.max_events = 20;
  return shape;
}

// Messages that start threads and timers, and cancel them.
Shape cancelling(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 4};
  shape.spawned = {1, 2};
  shape.message = {.update = 1, .branch = 2};
  shape.delayed = 40;
  shape.joins = 20;
  shape.cancels = 80;
  shape.created_by_tasks = 60;
  shape.messages_spawn = true;
  return shape;
}

Shape delaying(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 4};
  shape.message = {.update = 1, .branch = 2};
  shape.delayed = 50;
  return shape;
}

Shape awaiting_threads() {
  Shape shape = with_handlers(0);
  shape.thread_statements = one_or_two;
  shape.thread = {.await = 5};
  shape.message = {.read = 2, .write = 5, .branch = 1};
  shape.max_events = 20;
  return shape;
}

// Messages of handlers that send to threads, and receive what these answer.
Shape handlers_and_mailboxes(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 4};
  shape.thread_statements = {1, 2};
  shape.thread = {.read = 1, .write = 1, .send = 3, .receive = 5};
  shape.message = {.read = 1, .write = 2, .await = 1, .send = 5, .receive = 3};
  shape.max_events = 20;
  return shape;
}

// Messages that are posted when the environment allows it.
Shape conditional(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.threads = {2, 3};
  shape.messages = {2, 4};
  shape.message = {.update = 1, .branch = 2};
  shape.delayed = 15;
  shape.conditional = 50;
  return shape;
}

// Messages that share procedures with each other and with threads.
Shape calling(int fifo) {
  Shape shape = with_handlers(fifo);
  shape.messages = {2, 4};
  shape.procedures = {1, 2};
  shape.message = {.update = 1, .branch = 3};
  shape.thread = {.branch = 1};
  shape.created_by_tasks = 50;
  shape.posted_again = 40;
  shape.parameters = 50;
  shape.recursive = 40;
  shape.max_events = 20;
  return shape;
}

Shape mixed() {
  Shape shape = with_handlers(50);
  shape.handlers = {2, 3};
  shape.message = {.branch = 1};
  return shape;
}

Shape mixed_everything() {
  Shape shape = waiting(50);
  shape.messages = {2, 5};
  shape.thread = everything;
  shape.message = everything;
  shape.arrays = 20;
  shape.max_events = 24;
  return shape;
}

// All of the above, with procedures, conditions of posts and messages between tasks.
Shape calling_everything() {
  Shape shape = mixed_everything();
  shape.procedures = {1, 2};
  shape.thread.send = shape.message.send = 3;
  shape.thread.receive = shape.message.receive = 3;
  shape.posted_again = 30;
  shape.parameters = 40;
  shape.delayed = 15;
  shape.conditional = 25;
  shape.recursive = 40;
  return shape;
}

}  // namespace

std::span<const NamedShape> shapes() {
  static const std::vector<NamedShape> table = {
      {"threads", threads()},
      {"branches", branches()},
      {"updates", updates()},
      {"compares", compares()},
      {"choices", choices()},
      {"assumes", assumes()},
      {"locks", locks()},
      {"nested_locks", nested_locks()},
      {"trylock", trylock()},
      {"conditions", conditions()},
      {"signals", signals()},
      {"barriers", barriers()},
      {"crowded_barriers", crowded_barriers()},
      {"awaits", awaits()},
      {"joins", joins()},
      {"cancels", cancels()},
      {"mailboxes", mailboxes()},
      {"mailboxes_everything", mailboxes_everything()},
      {"everything_threads", everything_threads()},
      {"procedures", procedures()},
      {"multiset", with_handlers(0)},
      {"multiset_branching", branching(0)},
      {"multiset_compares", comparing(0)},
      {"multiset_signals", signalling(0)},
      {"multiset_barriers", meeting(0)},
      {"multiset_locks", locking(0)},
      {"multiset_awaits", awaiting_threads()},
      {"multiset_waiting", waiting(0)},
      {"multiset_delayed", delaying(0)},
      {"fifo", with_handlers(100)},
      {"fifo_branching", branching(100)},
      {"fifo_compares", comparing(100)},
      {"fifo_signals", signalling(100)},
      {"fifo_barriers", meeting(100)},
      {"compares_everything", comparing_everything()},
      {"fifo_locks", locking(100)},
      {"fifo_waiting", waiting(100)},
      {"fifo_delayed", delaying(100)},
      {"multiset_cancels", cancelling(0)},
      {"fifo_cancels", cancelling(100)},
      {"multiset_mailboxes", handlers_and_mailboxes(0)},
      {"fifo_mailboxes", handlers_and_mailboxes(100)},
      {"mixed", mixed()},
      {"mixed_everything", mixed_everything()},
      {"multiset_conditional", conditional(0)},
      {"fifo_conditional", conditional(100)},
      {"multiset_procedures", calling(0)},
      {"fifo_procedures", calling(100)},
      {"procedures_everything", calling_everything()},
  };
  return table;
}

}  // namespace mazurka::property
