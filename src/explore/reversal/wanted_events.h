// The events that a probe wants to see, with their order, and which of them have happened.
//
// Built once per question in time linear in their number; marking one as done or not done costs its
// direct predecessors and successors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/conflict.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class WantedEvents {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  explicit WantedEvents(const Registry& registry, const ConflictTable& table)
      : registry_(&registry), table_(&table) {}

  void assign(std::span<const Step> steps);

  [[nodiscard]] std::size_t size() const { return steps_.size(); }
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] const Step& operator[](Index index) const { return steps_[index]; }
  [[nodiscard]] bool is_done(Index index) const { return done_[index]; }
  // All that it depends on has happened, and it has not.
  [[nodiscard]] bool is_ready(Index index) const { return !done_[index] && missing_[index] == 0; }
  // The next wanted event of the task, or none.
  [[nodiscard]] Index next_of(TaskId task) const;
  // Does an event with these accesses conflict with a wanted one that has not happened?
  [[nodiscard]] bool conflicts_with_rest(AccessListId accesses) const;

  // Marks what can only happen after `message` has ended, if `first` (its start, or its post to a
  // fifo handler) comes before all wanted events: other messages of its handler, and what follows
  // them.
  void mark_behind(const Step& first, TaskId message);
  [[nodiscard]] bool is_behind(Index index) const { return is_behind_[index]; }
  // Does an event with these accesses conflict with one that was marked, and has not happened?
  [[nodiscard]] bool conflicts_behind(AccessListId accesses) const;

  void mark_done(Index index);
  void mark_not_done(Index index);

 private:
  struct OfObject {
    Index last_write = none;
    std::uint32_t reads_left = 0;
    std::uint32_t writes_left = 0;
    std::vector<Index> reads;  // since the last write
  };

  [[nodiscard]] bool is_posted_here(TaskId message) const;
  void add_predecessor(Index before, Index after);
  void add_causes(Index index);
  void add_conflicts(Index index);
  [[nodiscard]] OfObject& of(ObjectId object);

  const Registry* registry_;
  const ConflictTable* table_;
  std::span<const Step> steps_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> missing_;          // how many predecessors have not happened
  std::vector<std::vector<Index>> successors_;  // reused
  std::vector<OfObject> objects_;               // by object; only those of touched_ are in use
  std::vector<ObjectId> touched_;
  std::vector<std::vector<Index>> of_task_;  // by task, ascending
  std::vector<TaskId> tasks_;
  std::vector<Index> behind_;
  std::vector<bool> is_behind_;
  std::size_t left_ = 0;
};

}  // namespace mazurka
