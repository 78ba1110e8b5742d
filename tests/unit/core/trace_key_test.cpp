#include "core/trace_key.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/conflict.h"
#include "unit/core/random_events.h"
#include "unit/named_things.h"

namespace mazurka {
namespace {

TraceKey key_of_events(const std::vector<Event>& events, Registry& registry) {
  Execution execution(registry, Relation::events);
  for (const Event& event : events) execution.push(event);
  return key_of(execution);
}

std::vector<Event> random_events(Registry& registry, std::uint64_t seed, int count) {
  RandomEvents source(registry, seed);
  std::vector<Event> result;
  for (int i = 0; i < count; ++i) result.push_back(source.next());
  return result;
}

Event access(Registry& registry, TaskId task, std::uint32_t index, ObjectId object,
             AccessKind kind) {
  Event event;
  event.task = task;
  event.index = index;
  event.operation = kind == AccessKind::read ? OperationKind::read : OperationKind::write;
  event.accesses = registry.access_list(Access{object, kind});
  return event;
}

// By the definition of equivalence, adjacent events may be swapped if and only if they are
// independent.
TEST(TraceKey, StaysTheSameIffIndependentNeighboursChangePlaces) {
  int equal = 0;
  int different = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Registry registry;
    std::vector<Event> events = random_events(registry, seed, 20);
    const TraceKey key = key_of_events(events, registry);
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      Step first = events[i];
      Step second = events[i + 1];
      const bool dependent = depends(registry, {}, first, second);
      first.accesses = second.accesses = Registry::no_accesses();
      if (depends(registry, {}, first, second)) continue;  // cannot be swapped
      std::swap(events[i], events[i + 1]);
      EXPECT_EQ(key_of_events(events, registry) == key, !dependent) << i;
      std::swap(events[i], events[i + 1]);
      ++(dependent ? different : equal);
    }
  }
  EXPECT_GT(equal, 200);
  EXPECT_GT(different, 50);
}

// The reads between two writes are unordered, but it matters on which side of a write a read is.
TEST(TraceKey, CountsTheReadsBetweenTwoWrites) {
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  const TaskId a = registry.task({.ordinal = 0});
  const TaskId b = registry.task({.ordinal = 1});
  const TaskId c = registry.task({.ordinal = 2});
  const Event write = access(registry, a, 0, x, AccessKind::write);
  const Event read_b = access(registry, b, 0, x, AccessKind::read);
  const Event read_c = access(registry, c, 0, x, AccessKind::read);
  const TraceKey after = key_of_events({write, read_b, read_c}, registry);
  EXPECT_EQ(key_of_events({write, read_c, read_b}, registry), after);
  const TraceKey one_before = key_of_events({read_b, write, read_c}, registry);
  const TraceKey other_before = key_of_events({read_c, write, read_b}, registry);
  const TraceKey both_before = key_of_events({read_b, read_c, write}, registry);
  EXPECT_NE(one_before, after);
  EXPECT_NE(other_before, one_before);
  EXPECT_NE(both_before, one_before);
  EXPECT_NE(both_before, after);
  EXPECT_EQ(key_of_events({read_c, read_b, write}, registry), both_before);
}

TEST(TraceKey, TellsChoicesApart) {
  Registry registry;
  Event event;
  event.task = registry.task({});
  event.accesses = Registry::no_accesses();
  const TraceKey zero = key_of_events({event}, registry);
  event.choice = 1;
  EXPECT_NE(key_of_events({event}, registry), zero);
  EXPECT_NE(key_of_events({}, registry), zero);
}

TEST(TraceKey, IgnoresConflictsThatAreSwitchedOff) {
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  const Event first = access(registry, registry.task({.ordinal = 0}), 0, x, AccessKind::write);
  const Event second = access(registry, registry.task({.ordinal = 1}), 0, x, AccessKind::write);
  const auto key = [&](const Event& a, const Event& b, ConflictTable table) {
    Execution execution(registry, Relation::events);
    execution.push(a);
    execution.push(b);
    return key_of(execution, table);
  };
  EXPECT_NE(key(first, second, {}), key(second, first, {}));
  const ConflictTable off = ConflictTable::without(ConflictRow::write_write);
  EXPECT_EQ(key(first, second, off), key(second, first, off));
}

// Another exploration may number the tasks differently, so keys must not depend on these numbers.
TEST(TraceKey, DoesNotDependOnTheNumbersOfTasks) {
  TraceKey keys[2];
  for (const std::uint32_t flipped : {0u, 1u}) {
    Registry registry;
    const ObjectId x = add_object(registry, "x");
    TaskId tasks[2];
    for (const std::uint32_t i : {0u, 1u})
      tasks[i ^ flipped] = registry.task({.ordinal = i ^ flipped});
    EXPECT_EQ(tasks[0].value, flipped);
    keys[flipped] = key_of_events({access(registry, tasks[0], 0, x, AccessKind::write),
                                   access(registry, tasks[1], 0, x, AccessKind::read)},
                                  registry);
  }
  EXPECT_EQ(keys[0], keys[1]);
}

// Known hashes are a shortcut and must not affect the hashes of events that are pushed after them.
// The accesses of an event are sorted by the ids of objects. A process that has met the objects in
// another order has other ids, hence another order, but the same keys.
TEST(TraceKey, DoesNotDependOnTheNumbersOfObjects) {
  const std::vector<std::string> names = {"x", "y", "z"};
  std::set<TraceKey> keys;
  std::set<TraceKey> keys_of_reads;
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    Registry registry;
    ObjectId objects[3];
    for (const std::size_t i : order) objects[i] = add_object(registry, names[i]);
    const TaskId a = registry.task({.ordinal = 0});
    const TaskId b = registry.task({.ordinal = 1});
    const std::vector<Access> all = {{objects[0], AccessKind::read},
                                     {objects[1], AccessKind::write},
                                     {objects[2], AccessKind::read}};
    Event several = access(registry, b, 0, objects[0], AccessKind::write);
    several.accesses = registry.access_list(all);
    keys.insert(key_of_events({access(registry, a, 0, objects[0], AccessKind::write),
                               access(registry, a, 1, objects[2], AccessKind::write), several,
                               access(registry, a, 2, objects[1], AccessKind::read)},
                              registry));
    keys_of_reads.insert(key_of_events({several}, registry));
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys_of_reads.size(), 1u);
  EXPECT_NE(keys, keys_of_reads);
}

// The sum over several accesses must tell which of the objects an earlier event accessed.
TEST(TraceKey, TellsSeveralAccessesApart) {
  Registry registry;
  const ObjectId x = add_object(registry, "x");
  const ObjectId y = add_object(registry, "y");
  const ObjectId z = add_object(registry, "z");
  const TaskId a = registry.task({.ordinal = 0});
  const TaskId b = registry.task({.ordinal = 1});
  const TaskId c = registry.task({.ordinal = 2});
  std::set<TraceKey> keys;
  for (const auto& [first, second] : {std::pair{x, y}, std::pair{x, z}, std::pair{y, z}})
    for (const AccessKind kind : {AccessKind::read, AccessKind::write}) {
      Event several = access(registry, c, 0, x, AccessKind::write);
      several.accesses = registry.access_list(std::vector<Access>{{first, kind}, {second, kind}});
      const Event of_a = access(registry, a, 0, x, AccessKind::write);
      const Event of_b = access(registry, b, 0, y, AccessKind::write);
      for (const auto& events :
           {std::vector{of_a, of_b, several}, std::vector{of_a, several, of_b},
            std::vector{of_b, several, of_a}, std::vector{several, of_a, of_b}})
        keys.insert(key_of_events(events, registry));
    }
  // An access to x and z does not see when y is written, one to y and z not when x is.
  EXPECT_EQ(keys.size(), 2u * (4 + 2 + 2));
}

TEST(TraceKey, DoesNotDependOnTheNumbersOfHandlers) {
  TraceKey keys[2];
  for (const bool flipped : {false, true}) {
    Registry registry;
    if (flipped) add_handler(registry, "g", Discipline::fifo);
    const HandlerId handler = add_handler(registry, "h", Discipline::fifo);
    const TaskId thread = registry.task({});
    Event post = access(registry, thread, 0, registry.handler(handler).as_lock, AccessKind::write);
    post.operation = OperationKind::post;
    post.other = registry.task({.creator = thread, .handler = handler});
    keys[flipped ? 1 : 0] = key_of_events({post}, registry);
  }
  EXPECT_EQ(keys[0], keys[1]);
}

TEST(TraceKeyer, GivesTheSameKeyWithKnownHashes) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    Registry registry;
    const std::vector<Event> events = random_events(registry, seed, 20);
    TraceKeyer slow(registry);
    std::vector<TraceKey> hashes;
    for (const Event& event : events) hashes.push_back(slow.push(event));
    for (const std::size_t known : {0u, 7u, 20u}) {
      TraceKeyer fast(registry);
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (i < known) {
          fast.push_known(events[i], hashes[i]);
        } else {
          EXPECT_EQ(fast.push(events[i]), hashes[i]) << i;
        }
      }
      EXPECT_EQ(fast.key(), slow.key());
    }
  }
}

// The hash of an event represents the event and its causal past, and nothing else. Sets of events
// are distinguished by these hashes.
TEST(TraceKeyer, GivesEventsAHashOfTheirPast) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    Registry registry;
    std::vector<Event> events = random_events(registry, seed, 20);
    Execution execution(registry, Relation::events);
    for (const Event& event : events) execution.push(event);
    const auto hashes = [&] {
      TraceKeyer keyer(registry);
      std::vector<TraceKey> result;
      for (const Event& event : events) result.push_back(keyer.push(event));
      return result;
    };
    const std::vector<TraceKey> before = hashes();
    for (Position i = 0; i < events.size(); ++i) {
      events[i].choice = 1;  // now a different event
      const std::vector<TraceKey> after = hashes();
      for (Position j = 0; j < events.size(); ++j)
        EXPECT_EQ(before[j] != after[j], i <= j && execution.happens_before(i, j)) << i << " " << j;
      events[i].choice = 0;
    }
  }
}

TEST(TraceKeyer, IsTheSumOfTheHashesAndForgetsOnClear) {
  Registry registry;
  TraceKeyer keyer(registry);
  EXPECT_EQ(keyer.key(), TraceKey{});
  TraceKey first_time;
  for (int round = 0; round < 2; ++round) {
    TraceKey sum;
    for (const Event& event : random_events(registry, 5, 20)) sum += keyer.push(event);
    EXPECT_EQ(keyer.key(), sum);
    if (round == 0) first_time = sum;
    EXPECT_EQ(sum, first_time);
    keyer.clear();
    EXPECT_EQ(keyer.key(), TraceKey{});
    for (const Event& event : random_events(registry, 6, 20)) keyer.push(event);
    keyer.clear();
  }
}

}  // namespace
}  // namespace mazurka
