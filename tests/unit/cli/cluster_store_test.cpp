// Jobs on their way between machines.
#include "cli/cluster_store.h"

#include <gtest/gtest.h>

namespace mazurka::cli {
namespace {

// The workers of a machine have met tasks and handlers in an order of their own.
struct Machine {
  explicit Machine(const std::vector<const char*>& handlers) {
    for (const char* const name : handlers)
      (void)registry.add_handler(name, stable_name(NameKind::handler, name), Discipline::multiset);
    numbers.publish_handlers(registry);
    registry.set_task_numbers(&numbers);
  }
  TaskId thread(std::uint32_t ordinal) { return registry.task({TaskId::none(), ordinal, 1, {}}); }
  TaskId message(TaskId creator, const char* handler) {
    return registry.task(
        {creator, 0, 2, registry.handler_named(stable_name(NameKind::handler, handler))});
  }

  SharedNumbers numbers;
  Registry registry;
};

TEST(ScheduleTranslator, MeansTheSameTasksOnAnotherMachine) {
  std::string bytes;
  {
    Machine here({"a", "b"});
    const TaskId first = here.thread(0);
    const TaskId second = here.thread(1);
    const TaskId message = here.message(second, "b");
    ScheduleTranslator translator(here.numbers);
    ASSERT_TRUE(translator.update());
    bytes = translator.to_portable(
        std::vector<Choice>{{second, 3}, {message, 0}, {first, value_waking(message)}});
  }
  Machine there({"b", "a"});
  const TaskId second = there.thread(1);
  ScheduleTranslator translator(there.numbers);
  const auto schedule = translator.from_portable(bytes);
  ASSERT_TRUE(schedule);
  const TaskId message = there.message(second, "b");
  const TaskId first = there.thread(0);
  EXPECT_EQ(*schedule,
            (std::vector<Choice>{{second, 3}, {message, 0}, {first, value_waking(message)}}));
}

TEST(ScheduleTranslator, WaitsUntilAWorkerHasMetTheHandlers) {
  std::string bytes;
  {
    Machine here({"a"});
    ScheduleTranslator translator(here.numbers);
    const TaskId message = here.message(here.thread(0), "a");
    ASSERT_TRUE(translator.update());
    bytes = translator.to_portable(std::vector<Choice>{{message, 0}});
  }
  Machine there({});
  ScheduleTranslator translator(there.numbers);
  EXPECT_FALSE(translator.from_portable(bytes));
  (void)there.registry.add_handler("a", stable_name(NameKind::handler, "a"), Discipline::multiset);
  there.numbers.publish_handlers(there.registry);
  EXPECT_TRUE(translator.from_portable(bytes));
}

}  // namespace
}  // namespace mazurka::cli
