// What the numbers of tasks, handlers, objects, messages and filters in a checkpoint stand for.
//
// Ids mean something in one process only. A checkpoint therefore has tables of stable names, and
// its numbers are places in these tables. A process that resumes translates them into its own ids,
// whatever it has met before.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/registry.h"
#include "core/stable_name.h"
#include "core/step.h"
#include "program/program.h"

namespace mazurka {

// The tables.
struct CheckpointNames {
  std::vector<StableName> handlers;   // by id in the process that saved
  std::vector<TaskName> tasks;        // by id there; with its ids of creators and handlers
  std::vector<StableName> objects;    // those that are mentioned, in the order of first mention
  std::vector<std::string> messages;  // Learning::messages()
  bool operator==(const CheckpointNames&) const = default;
};

// Returns the tables of a program that is about to save, without objects.
[[nodiscard]] CheckpointNames names_to_save(Program& program);

// Gives numbers to the objects that a checkpoint mentions.
class MentionedObjects {
 public:
  explicit MentionedObjects(const Registry& registry) : registry_(registry) {}
  [[nodiscard]] std::uint32_t number_of(ObjectId object);
  [[nodiscard]] std::vector<StableName> take_names() { return std::move(names_); }

 private:
  const Registry& registry_;
  std::unordered_map<ObjectId, std::uint32_t> numbers_;
  std::vector<StableName> names_;
};

// Translates the numbers of a checkpoint into ids of this process. All functions throw UserError if
// a number is too large, or if the program has nothing with that name.
class RestoredNames {
 public:
  RestoredNames() = default;  // for a checkpoint that mentions nothing
  // Adds the tasks and messages of the checkpoint to the program. REQUIRES: both outlive this
  // object, and the program knows what was known when the checkpoint was saved.
  RestoredNames(Program& program, const CheckpointNames& names);

  [[nodiscard]] TaskId task(std::uint64_t number) const;
  [[nodiscard]] ObjectId object(std::uint64_t number) const;
  [[nodiscard]] Access access(std::uint64_t object, AccessKind kind, std::uint32_t detail) const;
  // Translates the value of a choice: it may be the number of a task that is woken.
  [[nodiscard]] std::uint32_t value(std::uint32_t saved) const;
  [[nodiscard]] Choice choice(Choice saved) const {
    return {task(saved.task.value), value(saved.value)};
  }
  [[nodiscard]] std::vector<Choice> schedule(const std::vector<Choice>& saved) const;

 private:
  void restore_tasks(Registry& registry, const CheckpointNames& names);
  void restore_objects(const Registry& registry, const CheckpointNames& names);
  void restore_messages(Program& program, const CheckpointNames& names);

  std::vector<TaskId> tasks_;            // by number
  std::vector<ObjectId> objects_;        // by number; none: this program has no such object
  std::vector<std::uint32_t> messages_;  // by number - 1
  std::vector<std::uint32_t> filters_;   // by number - 1
};

}  // namespace mazurka
