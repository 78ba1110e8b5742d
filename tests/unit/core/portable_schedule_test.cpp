#include "core/portable_schedule.h"

#include <random>

#include <gtest/gtest.h>

#include "unit/named_things.h"

namespace mazurka {
namespace {

using Choices = std::vector<Choice>;

std::string written(const Registry& registry, const Choices& schedule) {
  std::string bytes;
  ScheduleWriter(registry).write(schedule, bytes);
  return bytes;
}

// Returns whether all of `bytes` is one schedule.
bool reads(std::string_view bytes, Registry& registry, Choices& schedule) {
  return ScheduleReader(registry).read(bytes, schedule) && bytes.empty();
}

// Two processes that met the same tasks in different orders.
struct TwoProcesses {
  Registry first;
  Registry second;
  TaskId main, worker, message;                    // in the first
  TaskId other_main, other_worker, other_message;  // in the second

  TwoProcesses() {
    const HandlerId ui = add_handler(first, "ui", Discipline::fifo);
    add_handler(second, "network", Discipline::fifo);
    const HandlerId other_ui = add_handler(second, "ui", Discipline::fifo);
    main = first.task({.code = 7});
    worker = first.task({.creator = main, .ordinal = 0, .code = 300});
    message = first.task({.creator = worker, .ordinal = 2, .code = 9, .handler = ui});
    (void)second.task({.ordinal = 1});
    other_main = second.task({.code = 7});
    (void)second.task({.creator = other_main, .ordinal = 0, .code = 301});
    other_worker = second.task({.creator = other_main, .ordinal = 0, .code = 300});
    other_message =
        second.task({.creator = other_worker, .ordinal = 2, .code = 9, .handler = other_ui});
  }
};

TEST(PortableSchedule, MeansTheSameTasksInAnotherProcess) {
  TwoProcesses both;
  const Choices schedule = {{both.main}, {both.worker}, {both.message}, {both.main, 3}};
  Choices read;
  ASSERT_TRUE(reads(written(both.first, schedule), both.second, read));
  EXPECT_EQ(
      read,
      (Choices{
          {both.other_main}, {both.other_worker}, {both.other_message}, {both.other_main, 3}}));
}

// The value of a signal is a task. As a number it would mean another task, or none.
TEST(PortableSchedule, TranslatesTheTaskThatASignalWakes) {
  TwoProcesses both;
  const Choices schedule = {{both.main, value_waking(both.worker)}, {both.main, wakes_nobody}};
  Choices read;
  ASSERT_TRUE(reads(written(both.first, schedule), both.second, read));
  EXPECT_EQ(read, (Choices{{both.other_main, value_waking(both.other_worker)},
                           {both.other_main, wakes_nobody}}));
}

TEST(PortableSchedule, AddsTasksThatTheReaderHasNotMet) {
  TwoProcesses both;
  Registry third;
  add_handler(third, "ui", Discipline::fifo);
  Choices read;
  ASSERT_TRUE(reads(written(both.first, {{both.message}}), third, read));
  EXPECT_EQ(third.task_count(), 3u);
  EXPECT_EQ(third.path_of(read[0].task), "0.0.2");
  EXPECT_EQ(third.stable_name(read[0].task), both.first.stable_name(both.message));
}

// Then the reader has not learned about the handler, so its keys would mean something else.
TEST(PortableSchedule, IsRefusedWhereAHandlerIsNotKnown) {
  TwoProcesses both;
  Registry third;
  Choices read;
  EXPECT_FALSE(reads(written(both.first, {{both.message}}), third, read));
}

TEST(PortableSchedule, DefinesTasksOnceInAListOfSchedules) {
  TwoProcesses both;
  ScheduleWriter writer(both.first);
  std::string bytes;
  writer.write(std::vector<Choice>{{both.message}}, bytes);
  const std::size_t first = bytes.size();
  writer.write(std::vector<Choice>{{both.message}, {both.main}}, bytes);
  EXPECT_EQ(bytes.size() - first, 4u);  // two counts and two choices

  ScheduleReader reader(both.second);
  std::string_view rest = bytes;
  Choices read;
  ASSERT_TRUE(reader.read(rest, read));
  ASSERT_TRUE(reader.read(rest, read));
  EXPECT_EQ(read, (Choices{{both.other_message}, {both.other_main}}));
  EXPECT_TRUE(rest.empty());
}

TEST(PortableSchedule, IsIndependentOfEarlierOnesAfterBeginningAnew) {
  TwoProcesses both;
  ScheduleWriter writer(both.first);
  std::string bytes;
  writer.write(std::vector<Choice>{{both.message}}, bytes);
  writer.begin_anew();
  std::string second;
  writer.write(std::vector<Choice>{{both.message}}, second);
  EXPECT_EQ(second, bytes);
}

TEST(PortableSchedule, IsShort) {
  Registry registry;
  const TaskId main = registry.task({});
  const TaskId worker = registry.task({.creator = main, .code = 1});
  Choices schedule;
  for (int i = 0; i < 20; ++i) schedule.push_back({i % 2 == 0 ? main : worker});
  EXPECT_EQ(written(registry, schedule).size(), 2u + 2 * 4 + 20);
}

// Bytes come from files and from the network.
TEST(PortableSchedule, IsRefusedIfItsBytesAreDamaged) {
  TwoProcesses both;
  const std::string whole =
      written(both.first, {{both.main, value_waking(both.message)}, {both.worker, 5}});
  Choices read;
  ASSERT_TRUE(reads(whole, both.second, read));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(reads(std::string_view(whole).substr(0, size), both.second, read)) << size;
  std::minstd_rand random(1);
  for (int i = 0; i < 10'000; ++i) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    std::string_view rest = damaged;
    Registry registry;
    add_handler(registry, "ui", Discipline::fifo);
    if (!ScheduleReader(registry).read(rest, read)) continue;
    for (const Choice& choice : read) EXPECT_LT(choice.task.value, registry.task_count());
  }
}

TEST(PortableSchedule, KeepsEveryRandomSchedule) {
  std::minstd_rand random(2);
  for (int program = 0; program < 200; ++program) {
    Registry first;
    Registry second;
    std::vector<TaskName> names;
    for (const char* name : {"a", "b", "c"}) add_handler(first, name, Discipline::fifo);
    for (const char* name : {"c", "a", "b"}) add_handler(second, name, Discipline::fifo);
    for (std::uint32_t i = 0; i < 12; ++i) {
      TaskName name{.ordinal = i, .code = static_cast<std::uint32_t>(random())};
      if (i > 0 && random() % 4 != 0)
        name.creator = TaskId{static_cast<std::uint32_t>(random() % i)};
      if (random() % 2 == 0) name.handler = HandlerId{static_cast<std::uint32_t>(random() % 3)};
      ASSERT_EQ(first.task(name), TaskId{i});
    }
    Choices schedule;
    for (std::size_t length = random() % 40; length > 0; --length) {
      Choice& choice = schedule.emplace_back();
      choice.task = TaskId{static_cast<std::uint32_t>(random() % 12)};
      const auto value = static_cast<std::uint32_t>(random());
      const std::uint32_t forms[] = {0, value % 1000, value_waking(TaskId{value % 12}),
                                     wakes_nobody};
      choice.value = forms[random() % 4];
    }
    Choices read;
    ASSERT_TRUE(reads(written(first, schedule), second, read));
    ASSERT_EQ(read.size(), schedule.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(second.stable_name(read[i].task), first.stable_name(schedule[i].task));
      const bool wakes = wakes_task(schedule[i].value);
      ASSERT_EQ(wakes_task(read[i].value), wakes);
      if (wakes)
        EXPECT_EQ(second.stable_name(woken_task(read[i].value)),
                  first.stable_name(woken_task(schedule[i].value)));
      else
        EXPECT_EQ(read[i].value, schedule[i].value);
    }
    Choices back;
    ASSERT_TRUE(reads(written(second, read), first, back));
    EXPECT_EQ(back, schedule);
  }
}

}  // namespace
}  // namespace mazurka
