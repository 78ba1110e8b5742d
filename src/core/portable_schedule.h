// Schedules as bytes that mean the same in every process that explores the program.
//
// A `Choice` has ids, which mean something in one process only (ids.h). Here a schedule begins with
// the paths of its tasks: the creator of each, how many tasks that had created before, what it
// runs, and the stable name of its handler. In what follows, a task is its place in this list. So
// the bytes need no table that processes share, and the process that reads them need not have met
// the tasks.
//
//   schedule    COUNT definition…  COUNT choice…
//   definition  CREATOR (0: it starts with the program), ORDINAL, CODE, HANDLER (0: it is a thread)
//   choice      4·TASK + form; form 0: value 0; 1: VALUE follows; 2: it wakes TASK, which follows;
//               3: it wakes no task
//
// Tasks are counted from 1 on, in the order of their definitions, in which creators come first.
// Handlers are counted from 1 on, too; where the next number is used for the first time, 16 bytes
// follow, the stable name. Numbers have 7 bits in a byte, the lowest first; stable names are two
// words in the byte order of x86-64. A step mostly takes one byte, and a task about six.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class ScheduleWriter {
 public:
  // REQUIRES: the registry outlives this object.
  explicit ScheduleWriter(const Registry& registry) : registry_(&registry) {}

  // Appends a schedule. Tasks that were defined before are not defined again, so that a list of
  // schedules is shorter than its parts.
  void write(std::span<const Choice> schedule, std::string& bytes);
  // Makes the next schedule independent of those before it.
  void begin_anew();

 private:
  void define(TaskId task);
  void write_definition(TaskId task, std::string& bytes);
  void write_choice(Choice choice, std::string& bytes) const;

  const Registry* registry_;
  std::vector<std::uint32_t> numbers_;          // by task; 0: it was not defined
  std::vector<TaskId> tasks_;                   // by number - 1
  std::vector<std::uint32_t> handler_numbers_;  // by handler; 0: it did not occur
  std::uint32_t handlers_ = 0;                  // how many have a number
};

class ScheduleReader {
 public:
  // REQUIRES: the registry outlives this object.
  explicit ScheduleReader(Registry& registry) : registry_(&registry) {}

  // Replaces `schedule` by the one at the beginning of `bytes`, and removes it there. Adds tasks
  // that the registry does not know. Returns false if the bytes are damaged, or if they name a
  // handler that the registry does not know: the processes that wrote and read them have not
  // learned the same then (epoch.h).
  [[nodiscard]] bool read(std::string_view& bytes, std::vector<Choice>& schedule);
  // Must be called where the writer began anew.
  void begin_anew();

 private:
  [[nodiscard]] bool read_definition(std::string_view& bytes);
  [[nodiscard]] bool read_handler(std::string_view& bytes, HandlerId& handler);
  [[nodiscard]] bool read_choice(std::string_view& bytes, Choice& choice) const;
  [[nodiscard]] bool find_task(std::uint64_t number, TaskId& task) const;

  Registry* registry_;
  std::vector<TaskId> tasks_;        // by number - 1
  std::vector<HandlerId> handlers_;  // by number - 1
};

}  // namespace mazurka
