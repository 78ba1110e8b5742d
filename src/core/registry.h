// What the ids mean, for the whole exploration: tasks, objects, handlers, places, access lists.
//
// Filled by the program under test as it goes, read by everybody. Nothing is ever removed, so an id
// learned in one execution can be used in all later ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/conflict.h"
#include "core/discipline.h"
#include "core/ids.h"

namespace mazurka {

// A task is named by its creator, how many tasks that creator had made before, what it runs, and
// where: all of that is independent of the schedule.
struct TaskName {
  TaskId creator;  // none for those that start with the program
  std::uint32_t ordinal = 0;
  std::uint32_t code = 0;  // what it runs: the program's own numbering
  HandlerId handler;       // none for threads
  bool operator==(const TaskName&) const = default;
};

struct HandlerInfo {
  std::string name;
  Discipline discipline = Discipline::multiset;
  ObjectId as_lock;  // touched by starts and ends, where handlers count as locks
  ObjectId mailbox;  // touched by posts, where handlers count as locks, if post_is_choice()
};

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourceLocation&) const = default;
};

class Registry {
 public:
  // Interns: the same name gives the same id.
  TaskId task(const TaskName& name);
  [[nodiscard]] const TaskName& name_of(TaskId task) const { return tasks_[task.value]; }
  [[nodiscard]] std::uint32_t task_count() const {
    return static_cast<std::uint32_t>(tasks_.size());
  }
  // "2", "2.0", "2.0.1": the ordinals from the first creator on. Unique within one execution.
  [[nodiscard]] std::string path_of(TaskId task) const;
  [[nodiscard]] HandlerId handler_of(TaskId task) const { return tasks_[task.value].handler; }

  ObjectId add_object(std::string name);
  [[nodiscard]] const std::string& name_of(ObjectId object) const { return objects_[object.value]; }
  // For front ends that find better names late, when somebody will read them.
  void rename(ObjectId object, std::string name) { objects_[object.value] = std::move(name); }
  [[nodiscard]] std::uint32_t object_count() const {
    return static_cast<std::uint32_t>(objects_.size());
  }

  HandlerId add_handler(std::string name, Discipline discipline);
  [[nodiscard]] const HandlerInfo& handler(HandlerId id) const { return handlers_[id.value]; }
  [[nodiscard]] std::uint32_t handler_count() const {
    return static_cast<std::uint32_t>(handlers_.size());
  }

  LocationId add_location(SourceLocation location);
  // For front ends that look places up late: fills in what an earlier add_location() left open.
  void set_location(LocationId id, SourceLocation location);
  [[nodiscard]] const SourceLocation& location(LocationId id) const { return locations_[id.value]; }
  // "file:line:column", "file:line" if no column is known, or "?" for none.
  [[nodiscard]] std::string text_of(LocationId id) const;

  // Interns a list of accesses, in any order, duplicates allowed (a write hides a read of the same
  // object). The empty list is AccessListId{0}.
  AccessListId access_list(std::span<const Access> accesses);
  AccessListId access_list(Access access) { return access_list(std::span(&access, 1)); }
  [[nodiscard]] std::span<const Access> accesses(AccessListId id) const {
    const Range range = access_ranges_[id.value];
    return {access_pool_.data() + range.first, range.count};
  }
  [[nodiscard]] static AccessListId no_accesses() { return {0}; }

  Registry();

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct TaskNameHash {
    std::size_t operator()(const TaskName& name) const noexcept;
  };

  std::vector<TaskName> tasks_;
  std::unordered_map<TaskName, TaskId, TaskNameHash> task_ids_;
  std::vector<std::string> objects_;
  std::vector<HandlerInfo> handlers_;
  std::vector<SourceLocation> locations_;
  std::vector<Access> access_pool_;
  std::vector<Range> access_ranges_;
  std::unordered_map<std::uint64_t, std::vector<AccessListId>> access_ids_;  // by hash
  std::vector<Access> scratch_;
};

// Do two access lists conflict? Lists are short (mostly one element), so a double loop is fastest.
[[nodiscard]] bool conflict(const Registry& registry, const ConflictTable& table, AccessListId a,
                            AccessListId b);

}  // namespace mazurka
