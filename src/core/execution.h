// A sequence of events from the start, with happens-before.
//
// It grows and shrinks at its end like a stack, so that the common prefix of two runs is analysed
// once. All memory is reused from one run to the next.
//
// Happens-before is stored as one row of counts per event: how many events of each task are in its
// causal past, including itself. Rows are indexed by task, not by thread, because two messages of
// one handler are ordered only if something orders them. A clock per thread would always order
// them, and hide the race between them.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/conflict.h"
#include "core/last_afters.h"
#include "core/registry.h"
#include "core/step.h"

namespace mazurka {

class Execution {
 public:
  static constexpr Position nowhere = 0xffffffffu;
  // The limit that an explorer sets on the number of counts (events times tasks): 256 MiB.
  static constexpr std::uint64_t most_counts = 1u << 26;

  Execution(Registry& registry, Relation relation, ConflictTable table = {});

  [[nodiscard]] Position size() const { return static_cast<Position>(events_.size()); }
  [[nodiscard]] const Event& operator[](Position position) const { return events_[position]; }
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  // Returns whether some access is not atomic.
  [[nodiscard]] bool has_plain_accesses() const { return plain_accesses_ != 0; }
  [[nodiscard]] Registry& registry() const { return *registry_; }
  [[nodiscard]] const ConflictTable& conflicts() const { return table_; }
  [[nodiscard]] Relation relation() const { return relation_; }

  // What a step touches in this relation, given its `accesses` as the program says. With handlers
  // as locks, starts and ends of messages touch the handler, and posts touch its mailbox if their
  // order decides what runs first (post_is_choice() of its discipline). With conflicts by effect, a
  // compare-exchange that failed has only read, and so has a signal that woke nobody. Takes what it
  // returned, too.
  [[nodiscard]] AccessListId accesses_of(const Step& step) const;
  // Makes the step, whose accesses depend on the state, one that succeeds or fails, and sets its
  // `accesses`.
  void set_success(Step& step, bool succeeds) const;
  // Returns the accesses that the step has if it succeeds, as accesses_of() does, whether or not it
  // has succeeded. REQUIRES: depends_on_state(step)
  [[nodiscard]] AccessListId accesses_if_it_succeeds(const Step& step) const;
  // Returns whether the accesses of the step depend on the state that it finds: it is a
  // compare-exchange, a signal or a broadcast.
  [[nodiscard]] bool depends_on_state(const Step& step) const {
    return (step.update == UpdateKind::compare || wakes(step.operation)) && table_.by_effect();
  }

  // Appends an event and computes its causal past. Its `accesses` become accesses_of(event).
  // Cost: tasks × direct predecessors.
  void push(Event event);
  void truncate(Position length);
  void clear() { truncate(0); }

  // Returns whether the event at `earlier` is in the causal past of the event at `later`. True if
  // the positions are equal.
  [[nodiscard]] bool happens_before(Position earlier, Position later) const {
    const Event& event = events_[earlier];
    return count(later, event.task) > event.index;
  }
  // Returns how many events of `task` are in the causal past of the event at `position`.
  [[nodiscard]] std::uint32_t count(Position position, TaskId task) const {
    return task.value < stride_ ? clocks_[std::size_t{position} * stride_ + task.value] : 0;
  }

  // Returns the earlier conflicting events of other tasks that are adjacent to the event at
  // `position` in happens-before: the conflict is the only path between them. Latest first.
  [[nodiscard]] std::span<const Position> races_into(Position position) const {
    const Links& links = links_[position];
    return {races_.data() + links.first_race, links.race_count};
  }
  // Returns the last event that the event at `position` directly depends on, or `nowhere`.
  [[nodiscard]] Position last_dependency(Position position) const {
    return links_[position].last_dependency;
  }
  // Returns the previous event of the same task, or the event that created the task, or `nowhere`.
  [[nodiscard]] Position cause(Position position) const { return links_[position].cause; }

  // Returns the positions of the events of a task, in order.
  [[nodiscard]] std::span<const Position> events_of(TaskId task) const {
    if (task.value >= events_of_.size()) return {};
    return events_of_[task.value];
  }
  [[nodiscard]] Position position_of(EventId event) const {
    const auto positions = events_of(event.task);
    return event.index < positions.size() ? positions[event.index] : nowhere;
  }
  // Returns the event that created the task, or `nowhere` if the task starts with the program or
  // does not exist in this execution.
  [[nodiscard]] Position creation_of(TaskId task) const {
    return task.value < created_by_.size() ? created_by_[task.value] : nowhere;
  }

  // The accesses to an object, latest first: for (auto a = last_access(o); a; a = previous(a)).
  struct AccessRecord {
    Position position = 0;
    ObjectId object;
    AccessKind kind = AccessKind::read;
    std::uint32_t detail = 0;         // see Access
    std::uint32_t previous = none;    // access to the same object before this one
    std::uint32_t last_write = none;  // this one or the last before it that is not is_read_like()
    static constexpr std::uint32_t none = 0xffffffffu;

    [[nodiscard]] Access access() const { return {object, kind, detail}; }
  };
  [[nodiscard]] const AccessRecord* last_access(ObjectId object) const {
    if (object.value >= last_access_.size()) return nullptr;
    return record(last_access_[object.value]);
  }
  [[nodiscard]] const AccessRecord* previous(const AccessRecord* access) const {
    return record(access->previous);
  }
  [[nodiscard]] const AccessRecord* last_write(const AccessRecord* access) const {
    return record(access->last_write);
  }

 private:
  struct Links {
    std::uint32_t first_race = 0;
    std::uint32_t race_count = 0;
    std::uint32_t first_access = 0;  // into accesses_
    Position cause = nowhere;
    Position last_dependency = nowhere;
  };

  [[nodiscard]] const AccessRecord* record(std::uint32_t index) const {
    return index == AccessRecord::none ? nullptr : &accesses_[index];
  }
  [[nodiscard]] std::span<std::uint32_t> row(Position position) {
    return {clocks_.data() + std::size_t{position} * stride_, stride_};
  }
  [[nodiscard]] AccessListId extended(AccessListId list, Access extra) const;
  void make_room_for_tasks();
  [[nodiscard]] Position find_cause(const Event& event) const;
  void depend_on(Position earlier, Position later);
  void add_fixed_dependencies(const Event& event, Position position);
  void add_conflicts(const Event& event, Position position);
  void depend_on_arrivals(const Event& leaving, Position position);
  void add_barrier_candidates(const Access& access);
  void add_mailbox_candidates(const Event& event, const Access& access);
  void record_accesses(const Event& event, Position position);

  Registry* registry_;
  Relation relation_;
  ConflictTable table_;

  std::vector<Event> events_;
  std::uint32_t plain_accesses_ = 0;
  std::vector<Links> links_;
  std::vector<std::uint32_t> clocks_;  // size() rows of stride_ counts
  std::uint32_t stride_ = 0;
  std::vector<Position> races_;
  std::vector<AccessRecord> accesses_;
  std::vector<std::uint32_t> last_access_;  // by object
  LastAfters last_afters_;
  std::vector<Position> after_positions_;         // of the receives in last_afters_
  std::vector<std::vector<Position>> events_of_;  // by task
  std::vector<Position> created_by_;              // by task
  std::vector<Position> candidates_;              // scratch of add_conflicts
  mutable std::unordered_map<std::uint64_t, AccessListId>
      extended_;  // extended(), memoised by (list, object)
};

}  // namespace mazurka
