#include "core/last_afters.h"

#include <gtest/gtest.h>

#include "unit/named_things.h"
#include "unit/random.h"

namespace mazurka {
namespace {

constexpr std::uint32_t mailboxes = 3;
constexpr std::uint32_t messages = 4;

// Filter 0 takes every message, filter 1 none, filter f > 1 the messages that f - 1 divides.
void add_filters(Registry& registry) {
  for (std::uint32_t filter = 1; filter < 5; ++filter) {
    ASSERT_EQ(registry.matches().add_filter(), filter);
    for (std::uint32_t message = 1; message <= messages; ++message)
      if (filter > 1 && message % (filter - 1) == 0) registry.matches().set(filter, message);
  }
}

// What last_in_conflict() has to return: a search through all receives, the last one first.
std::uint32_t found_by_search(const std::vector<Access>& receives, const Registry& registry,
                              const ConflictTable& table, const Access& send) {
  for (std::size_t i = receives.size(); i-- > 0;)
    if (receives[i].object == send.object && conflict(registry, table, receives[i], send))
      return static_cast<std::uint32_t>(i);
  return LastAfters::none;
}

TEST(LastAfters, FindsWhatASearchThroughAllReceivesFinds) {
  Registry registry;
  std::vector<ObjectId> objects;
  for (std::uint32_t i = 0; i < mailboxes; ++i) objects.push_back(add_object(registry, "m"));
  add_filters(registry);
  const ConflictTable table;
  Random random(1);
  LastAfters last_afters;
  std::vector<Access> receives;
  std::uint32_t found = 0;
  for (int step = 0; step < 3000; ++step) {
    // Grows for a while, then shrinks.
    if (receives.empty() || random.below(100) < (step / 300 % 2 == 0 ? 65u : 35u)) {
      receives.push_back({objects[random.below(mailboxes)], AccessKind::after, random.below(5)});
      last_afters.push(receives.back());
    } else {
      receives.pop_back();
      last_afters.pop();
    }
    for (const ObjectId mailbox : objects)
      for (std::uint32_t message = 1; message <= messages; ++message) {
        const Access send{mailbox, AccessKind::send, message};
        const std::uint32_t expected = found_by_search(receives, registry, table, send);
        ASSERT_EQ(last_afters.last_in_conflict(registry, table, send), expected);
        found += expected != LastAfters::none ? 1 : 0;
      }
  }
  EXPECT_GT(found, 1000u);
  last_afters.clear();
  EXPECT_EQ(last_afters.last_in_conflict(registry, table, {objects[0], AccessKind::send, 2}),
            LastAfters::none);
}

TEST(LastAfters, FindsNothingWithoutTheRowOfTheTable) {
  Registry registry;
  const ObjectId mailbox = add_object(registry, "m");
  LastAfters last_afters;
  last_afters.push({mailbox, AccessKind::after, MessageMatches::everything});
  const Access send{mailbox, AccessKind::send, 1};
  EXPECT_EQ(last_afters.last_in_conflict(registry, ConflictTable(), send), 0u);
  EXPECT_EQ(
      last_afters.last_in_conflict(registry, ConflictTable::without(ConflictRow::after_send), send),
      LastAfters::none);
}

}  // namespace
}  // namespace mazurka
