// Maps ids to what they stand for, for a whole exploration: tasks, objects, handlers, locations,
// access lists.
//
// The program under test adds entries while it runs. Nothing is ever removed, so an id that was
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
#include "core/message_matches.h"
#include "core/stable_name.h"
#include "core/step.h"

namespace mazurka {

// A task is named by its creator, how many tasks that creator had created before, what it runs, and
// on which handler. None of these depends on the schedule.
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
  ObjectId as_lock;     // touched by starts and ends, where handlers count as locks
  ObjectId mailbox;     // touched by posts, where handlers count as locks, if post_is_choice()
  LocationId declared;  // none if the front end does not know
  StableName stable;
};

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const SourceLocation&) const = default;
};

// Numbers tasks for several processes that explore one program, so that an id means the same task
// in all of them.
class TaskNumbers {
 public:
  virtual ~TaskNumbers() = default;
  // Returns the names of the tasks with the numbers from `known` on, up to the given one. Numbers
  // the task if no process has met it before. REQUIRES: its number is not below `known`.
  [[nodiscard]] virtual std::vector<TaskName> number(const TaskName& name, std::uint32_t known) = 0;
};

class Registry {
 public:
  // Returns the id of a task, and adds the task if it is new.
  TaskId task(const TaskName& name);
  // Makes the ids of tasks those that `numbers` gives, from now on. REQUIRES: `numbers` outlives
  // this, and agrees about the tasks that have ids already.
  void set_task_numbers(TaskNumbers* numbers);
  [[nodiscard]] const TaskName& name_of(TaskId task) const { return tasks_[task.value]; }
  [[nodiscard]] std::uint32_t task_count() const {
    return static_cast<std::uint32_t>(tasks_.size());
  }
  // Returns the path of a task, the ordinals from its first creator on: "2", "2.0", "2.0.1". Unique
  // within one execution.
  [[nodiscard]] std::string path_of(TaskId task) const;
  // Orders tasks by their paths, the shorter ones first: "1", "2", "1.0", "1.1", "2.0". Ids are
  // given out in another order in each process, and this order is the same in all of them. Tasks of
  // different executions that have the same path are ordered, too.
  [[nodiscard]] bool comes_before(TaskId a, TaskId b) const {
    const std::uint64_t order_a = orders_[a.value];
    const std::uint64_t order_b = orders_[b.value];
    return order_a != order_b ? order_a < order_b : comes_before_by_path(a, b);
  }
  // Orders choices by their tasks, and those of one task by their values, or by the tasks that they
  // wake.
  [[nodiscard]] bool comes_before(Choice a, Choice b) const;
  [[nodiscard]] HandlerId handler_of(TaskId task) const { return tasks_[task.value].handler; }
  // Returns the stable name of a task: of its creators, its ordinal, its code and its handler.
  [[nodiscard]] const StableName& stable_name(TaskId task) const {
    return stable_tasks_[task.value];
  }

  // Adds an object. Every front end must say how the object is called in all processes
  // (stable_name.h); `name` is for people.
  ObjectId add_object(std::string name, const StableName& stable);
  [[nodiscard]] const StableName& stable_name(ObjectId object) const {
    return stable_objects_[object.value];
  }
  [[nodiscard]] const std::string& name_of(ObjectId object) const { return objects_[object.value]; }
  // Renames an object. Front ends use it to look up better names only when a report needs them.
  void rename(ObjectId object, std::string name) { objects_[object.value] = std::move(name); }
  [[nodiscard]] std::uint32_t object_count() const {
    return static_cast<std::uint32_t>(objects_.size());
  }

  // Gives each task a mailbox for the messages that are sent to it: an object. REQUIRES: there are
  // no tasks yet.
  void add_mailboxes() { tasks_have_mailboxes_ = true; }
  // REQUIRES: add_mailboxes() was called.
  [[nodiscard]] ObjectId mailbox_of(TaskId task) const { return mailboxes_[task.value]; }
  // Returns the task whose mailbox the object is; none if it is not the mailbox of a task.
  [[nodiscard]] TaskId owner_of(ObjectId mailbox) const {
    return mailbox.value < owners_.size() ? owners_[mailbox.value] : TaskId::none();
  }
  // Gives each task a flag that cancelling the task sets: an object. REQUIRES: there are no tasks
  // yet.
  void add_cancel_flags() { tasks_have_cancel_flags_ = true; }
  [[nodiscard]] bool has_cancel_flags() const { return tasks_have_cancel_flags_; }
  // REQUIRES: has_cancel_flags().
  [[nodiscard]] ObjectId cancel_flag_of(TaskId task) const { return cancel_flags_[task.value]; }
  // Returns the task whose flag the object is; none if it is not the flag of a task.
  [[nodiscard]] TaskId cancelled_by(ObjectId flag) const {
    return flag.value < flagged_.size() ? flagged_[flag.value] : TaskId::none();
  }
  // Returns which messages the receives of the program can take.
  [[nodiscard]] MessageMatches& matches() { return matches_; }
  [[nodiscard]] const MessageMatches& matches() const { return matches_; }

  // Adds a handler, and the two objects that belong to it. REQUIRES: no handler has this stable
  // name.
  HandlerId add_handler(std::string name, const StableName& stable, Discipline discipline,
                        LocationId declared = {});
  // Returns the handler with this stable name; none if there is none.
  [[nodiscard]] HandlerId handler_named(const StableName& stable) const {
    const auto found = handler_ids_.find(stable);
    return found == handler_ids_.end() ? HandlerId::none() : found->second;
  }
  [[nodiscard]] const HandlerInfo& handler(HandlerId id) const { return handlers_[id.value]; }
  [[nodiscard]] std::uint32_t handler_count() const {
    return static_cast<std::uint32_t>(handlers_.size());
  }

  LocationId add_location(SourceLocation location);
  // Fills in a location that an earlier add_location() left open. Front ends use it to look up
  // locations only when a report needs them.
  void set_location(LocationId id, SourceLocation location);
  [[nodiscard]] const SourceLocation& location(LocationId id) const { return locations_[id.value]; }
  // Returns "file:line:column", "file:line" if the column is not known, or "?" without a location.
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
  // Return the list in which all accesses to variables and condition variables are reads; in which
  // all accesses to variables are writes; in which those to condition variables are not reads.
  [[nodiscard]] AccessListId as_reads(AccessListId list) {
    return with_kind(list, AccessKind::read, read_forms_);
  }
  [[nodiscard]] AccessListId as_writes(AccessListId list) {
    return with_kind(list, AccessKind::write, write_forms_);
  }
  // REQUIRES: the list accesses no variable.
  [[nodiscard]] AccessListId as_conditions(AccessListId list) {
    return with_kind(list, AccessKind::condition, condition_forms_);
  }

  // Returns the list of an arrival at a barrier, or of a leaving, where arrivals are ordered: an
  // arrival writes, and a leaving reads.
  [[nodiscard]] AccessListId without_rounds(AccessListId list);

  Registry();

 private:
  // How a task is ordered among others, as far as that fits into a number: the number of its
  // creators, then the first ordinals of its path. Orders of tasks that differ in more are equal.
  [[nodiscard]] std::uint64_t make_order(const TaskName& name) const;
  [[nodiscard]] bool comes_before_by_path(TaskId a, TaskId b) const;

  TaskId add_task(const TaskName& name);
  [[nodiscard]] AccessListId with_kind(AccessListId list, AccessKind kind,
                                       std::vector<AccessListId>& known);
  [[nodiscard]] StableName make_stable_name(const TaskName& name) const;

  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct TaskNameHash {
    std::size_t operator()(const TaskName& name) const noexcept;
  };

  TaskNumbers* numbers_ = nullptr;
  std::vector<TaskName> tasks_;
  std::vector<StableName> stable_tasks_;  // by task
  std::vector<std::uint32_t> depths_;     // by task: how many creators its path has
  std::vector<std::uint64_t> orders_;     // by task
  std::unordered_map<TaskName, TaskId, TaskNameHash> task_ids_;
  std::vector<std::string> objects_;
  std::vector<StableName> stable_objects_;  // by object
  bool tasks_have_mailboxes_ = false;
  std::vector<ObjectId> mailboxes_;  // by task
  std::vector<TaskId> owners_;       // by object; may be shorter
  bool tasks_have_cancel_flags_ = false;
  std::vector<ObjectId> cancel_flags_;  // by task
  std::vector<TaskId> flagged_;         // by object; may be shorter
  MessageMatches matches_;
  std::vector<HandlerInfo> handlers_;
  std::unordered_map<StableName, HandlerId> handler_ids_;
  std::vector<SourceLocation> locations_;
  std::vector<Access> access_pool_;
  std::vector<Range> access_ranges_;
  std::unordered_map<std::uint64_t, std::vector<AccessListId>> access_ids_;  // by hash
  std::vector<AccessListId> read_forms_;   // by list; none: not asked for so far
  std::vector<AccessListId> write_forms_;  //
  std::vector<AccessListId> condition_forms_;
  std::vector<Access> scratch_;
};

// Returns whether two accesses to the same object conflict. A receive that ran its `after` and a
// send conflict only if the receive could take the message; two arrivals at a barrier, only if they
// belong to different rounds; an arrival and a leaving, only if they belong to the same one.
[[nodiscard]] inline bool conflict(const Registry& registry, const ConflictTable& table,
                                   const Access& a, const Access& b) {
  if (!table.conflict(a.kind, b.kind)) return false;
  if (is_at_barrier(a.kind) && is_at_barrier(b.kind))
    return (a.kind == b.kind) == (a.detail != b.detail);
  if (a.kind == AccessKind::after) return registry.matches().match(a.detail, b.detail);
  if (b.kind == AccessKind::after) return registry.matches().match(b.detail, a.detail);
  return true;
}

// Returns whether two access lists conflict. Lists usually have one element, so a double loop is
// the fastest way.
[[nodiscard]] bool conflict(const Registry& registry, const ConflictTable& table, AccessListId a,
                            AccessListId b);

}  // namespace mazurka
